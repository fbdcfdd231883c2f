package io.oasis.manager.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows what relaxed intervals on end carried on average, and that a pause ends them. */
class RelaxedRunTest {
  private final RelaxedRun run = new RelaxedRun();

  @Test
  void aStallIsMadeUpForInTheAverage() {
    run.add(500, 1_000);
    run.add(1_300, 1_000);
    assertThat(run.intervals()).isEqualTo(2);
    assertThat(run.mean()).isEqualTo(900);
  }

  @Test
  void lessThanHalfOfWhatIsKnownIsAPause() {
    run.add(900, 1_000);
    run.add(499, 1_000);
    assertThat(run.intervals()).isZero();
    assertThat(run.mean()).isZero();
    run.add(900, 1_000);
    assertThat(run.mean()).isEqualTo(900);
  }
}
