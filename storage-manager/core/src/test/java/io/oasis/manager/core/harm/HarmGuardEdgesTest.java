package io.oasis.manager.core.harm;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.HarmRail;
import io.oasis.protocol.QueueId;
import java.util.List;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** When the guard suspects limits, to the interval, and what it remembers of a trial. */
class HarmGuardEdgesTest {
  private static final double USUAL_MICROS = 9_000;

  /** 30 intervals until limits are in force, and two windows of 30. */
  private static final int SUSPECTED_AFTER = 90;

  private static final int NEVER = -1;

  private final HarmGuard guard = new HarmGuard();
  private final Tenant a = new Tenant(QueueId.parse("h:/a|lun"));
  private final Tenant b = new Tenant(QueueId.parse("h:/b|lun"));

  private void did(Tenant tenant, double cost, double bytes, double micros) {
    tenant.did(cost, 1_000, cost, cost * bytes, micros);
  }

  private void did(Tenant tenant, double cost) {
    did(tenant, cost, 4_096, USUAL_MICROS);
  }

  private Advice enforced() {
    return guard.interval(true, true, List.of(a, b), HarmRail.DEFAULT);
  }

  /** Each has done 500 for a minute. */
  private void learn() {
    learn(USUAL_MICROS);
  }

  private void learn(double micros) {
    for (int i = 0; i < Tenant.KNOWN_INTERVALS; i++) {
      did(a, 500, 4_096, micros);
      did(b, 500, 4_096, micros);
      guard.interval(false, false, List.of(a, b), HarmRail.DEFAULT);
    }
  }

  /** How many intervals of this it takes until limits are let go. */
  private int letGoAfter(IntConsumer did) {
    for (int i = 1; i <= 2_000; i++) {
      did.accept(i);
      if (enforced() instanceof Advice.LetGo) {
        return i;
      }
    }
    return NEVER;
  }

  private int letGoAfter(double costOfEach) {
    return letGoAfter(
        _ -> {
          did(a, costOfEach);
          did(b, costOfEach);
        });
  }

  /** What they come to in the end, of so many intervals with this. */
  private Advice run(int intervals, double costOfEach) {
    Advice last = new Advice.GoOn();
    for (int i = 0; i < intervals; i++) {
      assertThat(last).isEqualTo(new Advice.GoOn());
      did(a, costOfEach);
      did(b, costOfEach);
      last = enforced();
    }
    return last;
  }

  @Test
  void twoWindowsOnceLimitsAreInForceMakeASuspicion() {
    assertThat(guard.last()).isEmpty();
    learn();
    assertThat(guard.phase()).isEqualTo(Phase.LEARNING);
    run(1, 350);
    assertThat(guard.phase()).isEqualTo(Phase.WATCHING);
    assertThat(letGoAfter(350)).isEqualTo(SUSPECTED_AFTER - 1);
    assertThat(guard.phase()).isEqualTo(Phase.TRIAL_WITHOUT_LIMITS);
    assertThat(guard.last())
        .isEqualTo("throughput is 700 cost/s; without limits it was 1000: on trial");
  }

  @Test
  void whatIsDoneBeforeLimitsAreInForceDoesNotCount() {
    learn();
    assertThat(letGoAfter(i -> List.of(a, b).forEach(each -> did(each, i <= 30 ? 5_000 : 350))))
        .isEqualTo(SUSPECTED_AFTER);
  }

  @Test
  void norDoesWhatWasDoneInATrialThatWasBrokenOff() {
    learn();
    letGoAfter(350);
    run(10, 5_000);
    guard.interrupt(List.of(a, b));
    assertThat(letGoAfter(350)).isEqualTo(SUSPECTED_AFTER);
  }

  /** A fifth. */
  @ParameterizedTest
  @CsvSource({"400, -1", "399, 90"})
  void whatTheRailAllowsMayBeLost(double costOfEach, int letGoAfter) {
    learn();
    assertThat(letGoAfter(costOfEach)).isEqualTo(letGoAfter);
  }

  @Test
  void whereOneDoesIoOfAnotherKindThroughputIsNotCompared() {
    learn();
    assertThat(
            letGoAfter(
                _ -> {
                  did(a, 350, 65_536, USUAL_MICROS);
                  did(b, 350);
                }))
        .isEqualTo(NEVER);
  }

  /** Bins are a quarter wide: it is one more, or two; of little it is many and not worth it. */
  @ParameterizedTest
  @CsvSource({"9000, 11000, -1", "9000, 14000, 90", "240, 500, -1"})
  void aTailMayGrowByHalfAndByHalfAMillisecond(double usual, double micros, int letGoAfter) {
    learn(usual);
    assertThat(
            letGoAfter(
                _ -> {
                  did(a, 500, 4_096, usual);
                  did(b, 500, 4_096, micros);
                }))
        .isEqualTo(letGoAfter);
  }

  @Test
  void ofTwoWhoseTailHasGrownAlikeTheFirstIsNamed() {
    learn();
    letGoAfter(_ -> List.of(a, b).forEach(each -> did(each, 500, 4_096, 14_000)));
    assertThat(guard.last()).startsWith("the p99 latency of h:/a|lun is 14.1 ms");
  }

  /** As of a device that lost half of its speed. */
  @Test
  void whatWasSeenWithoutLimitsWhenTheyWereClearedIsTheBaseline() {
    learn();
    letGoAfter(250);
    assertThat(run(14, 250)).isInstanceOf(Advice.PutBack.class);
    assertThat(guard.last()).endsWith("limits are not the cause");
    assertThat(letGoAfter(250)).isEqualTo(NEVER);
  }

  /** Peace is for 600 intervals; the next window ends with them. */
  @Test
  void whatWasSeenWithLimitsIsNot() {
    learn();
    letGoAfter(350);
    assertThat(run(14, 500)).isInstanceOf(Advice.PutBack.class);
    assertThat(guard.phase()).isEqualTo(Phase.TRIAL_WITH_LIMITS);
    assertThat(run(14, 475)).isInstanceOf(Advice.PutBack.class);
    assertThat(guard.phase()).isEqualTo(Phase.WATCHING);
    assertThat(letGoAfter(390)).isEqualTo(630);
    assertThat(run(14, 390)).isInstanceOf(Advice.PutBack.class);
    assertThat(letGoAfter(300)).as("twice as long").isEqualTo(1_230);
  }
}
