package io.oasis.proving.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/** Shows what a demo runs on. */
class DemoTest {
  @Test
  void autoTakesTheKernelWhereItCanAndTheBrickElsewhere() {
    assertThat(Demo.on("auto", true)).isEqualTo(DemoResult.On.KERNEL);
    assertThat(Demo.on("auto", false)).isEqualTo(DemoResult.On.BRICK);
  }

  @Test
  void whatWasAskedForIsTaken() {
    assertThat(Demo.on("kernel", false)).isEqualTo(DemoResult.On.KERNEL);
    assertThat(Demo.on("brick", true)).isEqualTo(DemoResult.On.BRICK);
    assertThatThrownBy(() -> Demo.on("disk", true)).hasMessageContaining("--on = disk");
  }
}
