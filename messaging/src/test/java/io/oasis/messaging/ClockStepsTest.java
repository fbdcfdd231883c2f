package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Shows when two clocks that drift apart are taken for a step. */
class ClockStepsTest {
  private Instant wall = Instant.parse("2026-03-29T01:00:00Z");
  private long nanos = Long.MAX_VALUE - 5; // it may run over

  @Test
  void timeThatPassesOnBothClocksIsNoStep() {
    ClockSteps steps = new ClockSteps(() -> wall, () -> nanos);
    pass(Duration.ofSeconds(1), Duration.ofSeconds(1));
    assertThat(steps.next()).isZero();
    assertThat(steps.next()).isZero();
  }

  @Test
  void whatPassesOnTheWallClockOnlyIsAStepAndToldOnce() {
    ClockSteps steps = new ClockSteps(() -> wall, () -> nanos);
    pass(Duration.ofHours(-1).plusSeconds(1), Duration.ofSeconds(1));
    assertThat(steps.next()).isEqualTo(Duration.ofHours(-1));
    pass(Duration.ofHours(1).plusSeconds(2), Duration.ofSeconds(2));
    assertThat(steps.next()).isEqualTo(Duration.ofHours(1));
    pass(Duration.ofSeconds(1), Duration.ofSeconds(1));
    assertThat(steps.next()).isZero();
  }

  private void pass(Duration onTheWall, Duration really) {
    wall = wall.plus(onTheWall);
    nanos += really.toNanos();
  }
}
