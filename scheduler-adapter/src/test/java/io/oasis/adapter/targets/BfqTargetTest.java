package io.oasis.adapter.targets;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.adapter.targets.contract.TargetLab;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;

/** Shows that BFQ's weights keep the contract, and are not written where they do nothing. */
class BfqTargetTest extends TargetContract {
  private static void need() {
    KernelLab.obstacle().ifPresent(why -> Assumptions.abort("needs a kernel to drive: " + why));
    Assumptions.assumeTrue(
        Files.exists(Path.of("/sys/block/loop0")), "needs a loop device to look at");
    BfqLab.obstacle("/dev/loop0").ifPresent(Assumptions::abort);
  }

  @Override
  protected TargetLab open() throws Exception {
    need();
    return new BfqLab();
  }

  @Test
  void aWeightIsNotWrittenWhereAnotherSchedulerIsChosen() throws Exception {
    need();
    try (BfqLab lab = new BfqLab()) {
      Place place = lab.place("a");
      BfqLab.choose(lab.device(), "none");
      assertThatThrownBy(() -> lab.target().apply(place, Throttle.NONE, Throttle.ofWeight(300)))
          .hasMessageContaining("echo bfq > /sys/dev/block/" + place.device().name());
    }
  }
}
