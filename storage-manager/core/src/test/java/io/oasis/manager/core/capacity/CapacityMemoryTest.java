package io.oasis.manager.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows when a capacity has moved so far that a successor is to be told. */
class CapacityMemoryTest {
  private static boolean isNear(double one, double other) {
    return new CapacityMemory(one, 0, one).isNear(new CapacityMemory(other, 0, other));
  }

  @Test
  void aTwentiethOfTheLargerIsTheSame() {
    assertThat(isNear(1_000, 950)).isTrue();
    assertThat(isNear(950, 1_000)).isTrue();
    assertThat(isNear(1_000, 949)).isFalse();
    assertThat(isNear(949, 1_000)).isFalse();
  }

  @Test
  void whatIsKnownIsNotNearToNothing() {
    assertThat(isNear(0, 0)).isTrue();
    assertThat(isNear(1, 0)).isFalse();
  }
}
