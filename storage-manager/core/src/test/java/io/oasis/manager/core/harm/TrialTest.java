package io.oasis.manager.core.harm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.harm.Suspicion.Tail;
import io.oasis.manager.core.harm.Suspicion.Throughput;
import io.oasis.manager.core.harm.Trial.State;
import io.oasis.protocol.HarmRail;
import io.oasis.protocol.QueueId;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How long the phases of a trial are, and what of them clears limits or convicts them. */
class TrialTest {
  /** It was 900 with limits; half of the rail is a tenth. */
  private static final Throughput LESS = new Throughput(1_200, 900);

  private final Tenant tenant = new Tenant(QueueId.parse("h:/a|lun"));
  private final Trial throughput =
      new Trial(new Suspicion(Optional.of(LESS), Optional.empty()), HarmRail.DEFAULT);

  /** Slow is what takes more than 1,250 microseconds. */
  private final Trial tail =
      new Trial(
          new Suspicion(Optional.empty(), Optional.of(new Tail(tenant, 1_000, 2_000))),
          HarmRail.DEFAULT);

  private State interval(Trial trial, double cost, double micros) {
    tenant.did(cost, cost, cost, cost * 4_096, micros);
    return trial.interval(List.of(tenant));
  }

  /** The first ones that do not count do nothing; what the last of them came to. */
  private State phase(int intervals, double cost) {
    State state = State.GOES_ON;
    for (int i = 1; i <= intervals; i++) {
      assertThat(state).as("before interval %d", i).isEqualTo(State.GOES_ON);
      state = interval(throughput, i <= Trial.SETTLE ? 0 : cost, 1_000);
    }
    return state;
  }

  @Test
  void throughputThatIsBetterEachTimeWithoutLimitsConvictsThemAtTheEnd() {
    for (int i = 0; i < Trial.PHASES.length - 1; i++) {
      boolean limited = i % 2 == 1;
      assertThat(throughput.isLimited()).isEqualTo(limited);
      assertThat(phase(Trial.PHASES[i], limited ? 900 : 1_000)).isEqualTo(State.PHASE_OVER);
    }
    assertThat(phase(Trial.PHASES[8], 1_000)).isEqualTo(State.CAUSE);
    assertThat(throughput.words())
        .isEqualTo(
            "throughput is 900 cost/s; without limits it was 1200; throughput with and without"
                + " limits in turn: 900, 1000, 900, 1000, 900, 1000, 900, 1000, 900, 1000");
  }

  @ParameterizedTest
  @CsvSource({"1000, PHASE_OVER", "999, NOT_THE_CAUSE", "850, NOT_THE_CAUSE"})
  void withoutLimitsItMustBeBetterByHalfOfWhatTheRailAllows(double without, State state) {
    assertThat(phase(14, without)).isEqualTo(state);
  }

  @ParameterizedTest
  @CsvSource({"900, PHASE_OVER", "901, NOT_THE_CAUSE", "1050, NOT_THE_CAUSE"})
  void withLimitsItMustBeWorseByAsMuch(double with, State state) {
    phase(14, 1_000);
    assertThat(phase(14, with)).isEqualTo(state);
  }

  /** Who is slow in the first intervals of a phase still waits for what was held back before. */
  @Test
  void aTailIsLookedForOnceLimitsAreInForceAndWhileItHasIo() {
    for (int i = 1; i <= 14; i++) {
      interval(tail, 100, i <= 4 ? 9_000 : 1_250);
    }
    for (int i = 1; i <= 14; i++) {
      interval(tail, i <= 6 ? 0 : 100, i <= 8 ? 9_000 : 1_250);
    }
    assertThat(tail.words())
        .isEqualTo(
            "the p99 latency of h:/a|lun is 2.0 ms; without limits it was 1.0 ms;"
                + " intervals above 1.3 ms: 2 of 8 with limits, 0 of 10 without");
  }

  /** Two of 40 slow intervals with limits, none of 67 without: one in seven by chance. */
  @Test
  void aTailThatShowsRarelyTakesASecondRoundAndNoThird() {
    int round = Arrays.stream(Trial.PHASES).sum();
    for (int i = 1; i < 2 * round; i++) {
      boolean slow = i == 20 || i == 60;
      assertThat(interval(tail, 100, slow ? 9_000 : 1_000))
          .as("interval %d", i)
          .isIn(State.GOES_ON, State.PHASE_OVER);
      if (i == round) {
        assertThat(tail.isLimited()).as("a round begins without limits").isFalse();
      }
    }
    assertThat(interval(tail, 100, 1_000)).isEqualTo(State.NOT_THE_CAUSE);
  }
}
