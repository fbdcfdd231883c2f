package io.oasis.agent.analyse;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.RateBound;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows where each rule of the demand begins and ends, of who was satisfied with 100/s. */
class DemandRulesTest {
  private static final double BYTES = 4_096;

  private DemandEstimator estimator = new DemandEstimator();

  @Test
  void whoDoesATenthMoreOrFourMoreHasNotGrown() {
    satisfied(100);
    assertObserved(busy(5, 110, 9), 110);
    assertCensored(busy(6, 111, 9), "grew beyond the 100/s that satisfied it");
    satisfied(10);
    assertObserved(busy(5, 14, 9), 14);
    assertCensored(busy(6, 15, 9), "grew beyond the 10/s that satisfied it");
  }

  @Test
  void whatSatisfiedAMinuteAgoNeedsNoProof() {
    satisfied(100);
    assertObserved(busy(64, 50, 9), 100);
    assertCensored(busy(65, 50, 9), "starved: gets 50 of the 100/s that satisfied it");
  }

  @Test
  void whoHasNearlyWhatSatisfiedItOnlyWaits() {
    satisfied(100);
    assertObserved(busy(200, 90, 9), 100);
    assertCensored(busy(201, 89, 9), "starved: gets 89 of the 100/s that satisfied it");
  }

  /** It had 2 outstanding when it was satisfied. */
  @Test
  void whoIsNotMuchDeeperThanItWasOnlyWaitsLonger() {
    satisfied(100);
    assertObserved(busy(200, 50, 3), 100);
    assertCensored(busy(201, 50, 3.1), "starved: gets 50 of the 100/s that satisfied it");
  }

  @Test
  void whatSatisfiedCountsForTenMinutes() {
    satisfied(100);
    assertObserved(busy(604, 95, 9), 100);
    assertCensored(busy(605, 95, 9), "on a busy device, never seen without neighbours");
  }

  /** It wanted more than 200/s: 170/s a moment later may be of a device that stood still. */
  @Test
  void whoWasHeldBackAndFallsIsNotTakenForSatisfied() {
    satisfied(100);
    busy(5, 200, 9);
    relaxed(6, 170);
    assertCensored(busy(7, 150, 9), "grew beyond the 100/s that satisfied it");
    satisfied(100);
    busy(5, 200, 9);
    relaxed(6, 180);
    assertThat(busy(7, 150, 9).quality()).isEqualTo(Demand.Quality.OBSERVED);
  }

  @Test
  void whoWasNotHeldBackAndFallsIsSatisfiedWithIt() {
    satisfied(100);
    relaxed(50, 80);
    assertThat(busy(110, 20, 9).quality()).isEqualTo(Demand.Quality.OBSERVED);
    assertThat(busy(111, 20, 9).quality()).isEqualTo(Demand.Quality.CENSORED);
  }

  @Test
  void whoWasSurelyBusyIsIdleAtOnceAndOthersAfterTwoIntervals() {
    satisfied(100);
    assertThat(relaxed(5, 0).reason()).isEqualTo("idle");
    satisfied(99);
    assertObserved(relaxed(5, 0), 99);
    assertThat(relaxed(6, 0).reason()).isEqualTo("idle");
  }

  @Test
  void whatWasDoneBeforeAPauseIsNotWantedAfterIt() {
    satisfied(200);
    relaxed(5, 0);
    assertThat(relaxed(6, 50).reason()).isEqualTo("has just started");
    assertObserved(relaxed(7, 50), 50);
  }

  @Test
  void fromNineTenthsALimitIsNearAndFrom97HundredthsItIsMet() {
    satisfied(80);
    assertThat(limited(5, 89).reason()).isEqualTo("nothing holds it back");
    satisfied(80);
    assertThat(limited(5, 90).reason()).isEqualTo("close to its limit");
    satisfied(80);
    assertCensored(limited(5, 97), "at its limit: it wants at least this");
  }

  /** Four outstanding at 2 ms each would be 2,000/s. */
  @Test
  void whatItCouldDoFollowsFromDepthAndBaseLatency() {
    Demand known = estimator.measure(seen(500, 4, Pressure.SATURATED, 2_000, Optional.empty()), 1);
    assertThat(known.estimate()).contains(Bandwidth.of(2_000, 2_000 * BYTES));
    Demand unknown = estimator.measure(seen(500, 4, Pressure.SATURATED, 0, Optional.empty()), 2);
    assertThat(unknown.estimate()).isEmpty();
  }

  /** In the seconds 0 to 4, the last of which proves it. */
  private void satisfied(double rate) {
    estimator = new DemandEstimator();
    for (int second = 0; second < 5; second++) {
      relaxed(second, rate);
    }
  }

  private Demand relaxed(long second, double rate) {
    double outstanding = rate > 0 ? 2 : 0;
    return estimator.measure(
        seen(rate, outstanding, Pressure.RELAXED, 1_000, Optional.empty()), second);
  }

  private Demand busy(long second, double rate, double outstanding) {
    return estimator.measure(
        seen(rate, outstanding, Pressure.SATURATED, 1_000, Optional.empty()), second);
  }

  /** Under a limit of 100/s of its size. */
  private Demand limited(long second, double rate) {
    Optional<RateBound> limit = Optional.of(RateBound.ofBytesPerSecond(100 * BYTES));
    return estimator.measure(seen(rate, 2, Pressure.RELAXED, 1_000, limit), second);
  }

  private static Observation seen(
      double rate,
      double outstanding,
      Pressure pressure,
      double baseMicros,
      Optional<RateBound> limit) {
    return new Observation(
        Bandwidth.of(rate, rate * BYTES), outstanding, pressure, baseMicros, limit, false, false);
  }

  private static void assertObserved(Demand demand, double rate) {
    assertThat(demand.quality()).isEqualTo(Demand.Quality.OBSERVED);
    assertThat(demand.rate().iops().perSecond()).isEqualTo(rate);
  }

  private static void assertCensored(Demand demand, String reason) {
    assertThat(demand.quality()).isEqualTo(Demand.Quality.CENSORED);
    assertThat(demand.reason()).isEqualTo(reason);
  }
}
