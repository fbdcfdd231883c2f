package io.oasis.agent.analyse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.agent.analyse.QueueingModel.Load;
import io.oasis.agent.analyse.QueueingModel.Steady;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.RateBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Shows what the agent takes applications to want, on a device of 1,000 IOPS that answers in 0.15
 * ms when it may, and in one case in 3 ms.
 */
class DemandScenarioTest {
  private static final double CAPACITY = 1_000;
  private static final double BASE = 0.000_15;
  private static final double SLOW_BASE = 1 / 300.0;

  private double base = BASE;
  private double capacity = CAPACITY;
  private final DeviceCurve curve = new DeviceCurve();
  private final List<DemandEstimator> estimators = new ArrayList<>();
  private Pressure pressure = Pressure.RELAXED;
  private long second;

  /** The limit of the first queue as the agent was told, when it is not the one in force. */
  private double told = Double.NaN;

  @Test
  void unmanagedNeighboursAreBothHeldBack() {
    List<Demand> demands = run(5, Load.closed(32), Load.closed(1));
    assertThat(demands).extracting(Demand::quality).containsOnly(Quality.CENSORED);
    assertThat(pressure).isEqualTo(Pressure.SATURATED);
    assertThat(demands.get(1).rate().iops().perSecond()).isCloseTo(1_000 / 33.0, within(1.0));
  }

  @Test
  void aQueueAtItsCapWantsAtLeastThatAlsoOnAnIdleDevice() {
    run(5, Load.closed(32), Load.closed(1));
    List<Demand> demands = run(5, Load.closed(32).limitedTo(200), Load.open(20));
    assertThat(pressure).isEqualTo(Pressure.RELAXED);
    assertThat(demands.get(0).quality()).isEqualTo(Quality.CENSORED);
    assertThat(demands.get(0).reason()).contains("limit");
    assertThat(demands.get(1).quality()).isEqualTo(Quality.OBSERVED);
    assertThat(demands.get(1).rate().iops().perSecond()).isCloseTo(20, within(0.5));
  }

  @Test
  void limitsJustAboveTheCapacityKeepTheDeviceSaturated() {
    run(10, Load.closed(32), Load.closed(1));
    for (double sum : new double[] {1_010, 1_020, 1_030, 1_060}) {
      run(5, Load.closed(32).limitedTo(sum / 2), Load.closed(1).limitedTo(sum / 2));
      assertThat(pressure).as("limits of %.0f in all", sum).isEqualTo(Pressure.SATURATED);
    }
    run(3, Load.closed(32).limitedTo(450), Load.closed(1).limitedTo(450));
    assertThat(pressure).isEqualTo(Pressure.RELAXED);
  }

  @Test
  void whatAShallowApplicationWantsIsRememberedWhenItsNeighbourGetsTheRest() {
    base = SLOW_BASE;
    run(5, Load.closed(32), Load.closed(1));
    List<Demand> relaxed = run(6, Load.closed(32).limitedTo(515), Load.closed(1));
    assertThat(relaxed.get(1).quality()).isEqualTo(Quality.OBSERVED);
    double wanted = relaxed.get(1).rate().iops().perSecond();
    assertThat(wanted).isCloseTo(300, within(10.0));
    List<Demand> tight = run(30, Load.closed(32).limitedTo(715), Load.closed(1));
    assertThat(tight.get(1).quality()).isEqualTo(Quality.OBSERVED);
    assertThat(tight.get(1).rate().iops().perSecond()).isCloseTo(wanted, within(10.0));
  }

  @Test
  void anApplicationThatDeepensUnderContentionIsFound() {
    run(5, Load.closed(32).limitedTo(300), Load.open(50));
    assertThat(run(3, Load.closed(32), Load.open(50)).get(1).quality()).isEqualTo(Quality.OBSERVED);
    Demand grown = run(3, Load.closed(32), Load.closed(16)).get(1);
    assertThat(grown.quality()).isEqualTo(Quality.CENSORED);
    assertThat(grown.reason()).contains("grew");
  }

  @Test
  void aTrickleBesideAGreedyNeighbourIsNotTakenForGreedy() {
    Demand trickle = run(5, Load.closed(32), Load.thinking(1, 2)).get(1);
    assertThat(trickle.quality()).isEqualTo(Quality.OBSERVED);
    assertThat(trickle.rate().iops().perSecond()).isBetween(0.4, 0.6);
  }

  @Test
  void aCapThatWasJustRaisedIsNotMistakenForFreedom() {
    run(5, Load.closed(32).limitedTo(400), Load.open(20));
    told = 700;
    Demand raised = run(1, Load.closed(32).limitedTo(400), Load.open(20)).get(0);
    assertThat(raised.quality()).isEqualTo(Quality.CENSORED);
    told = Double.NaN;
    assertThat(run(3, Load.closed(32).limitedTo(700), Load.open(20)).get(0).quality())
        .isEqualTo(Quality.CENSORED);
  }

  @Test
  void aManagersMarginOfFivePercentDoesNotTalkADemandDown() {
    double limit = 500;
    for (int i = 0; i < 50; i++) {
      Demand demand = run(1, Load.open(400).limitedTo(limit), Load.open(20)).get(0);
      assertThat(demand.quality()).isEqualTo(Quality.OBSERVED);
      limit = 1.05 * demand.rate().iops().perSecond();
    }
    assertThat(limit).isCloseTo(420, within(1.0));
  }

  /** Shows that the interval in which a load starts hides nothing of what it then does. */
  @Test
  void aLoadThatStartsWithinAnIntervalIsSeenToSaturate() {
    assertThat(curve.measure(8, 250, 4_096, 0.25, ++second)).isEqualTo(Pressure.RELAXED);
    assertThat(curve.measure(32, 1_000, 4_096, 1, ++second)).isEqualTo(Pressure.SATURATED);
  }

  @Test
  void burstsAtTheHighestThroughputKnownAreStillSaturation() {
    run(5, Load.closed(32), Load.closed(1));
    assertThat(curve.measure(9, 990, 4_096, 0.84, ++second)).isEqualTo(Pressure.SATURATED);
    assertThat(curve.measure(9, 800, 4_096, 0.84, ++second)).isEqualTo(Pressure.RELAXED);
    assertThat(curve.measure(9, 990, 4_096, 0.6, ++second)).isEqualTo(Pressure.RELAXED);
  }

  @Test
  void oneThatStopsWantsNothingWithinThreeIntervals() {
    run(5, Load.closed(32).limitedTo(500), Load.closed(1).limitedTo(400));
    Demand stopped = run(3, Load.closed(32).limitedTo(500), Load.open(0)).get(1);
    assertThat(stopped.quality()).isEqualTo(Quality.OBSERVED);
    assertThat(stopped.rate().iops().perSecond()).isZero();
  }

  @Test
  void aloneOnABusyDeviceIsCensoredAndSaysSo() {
    Demand alone = run(4, Load.closed(32)).get(0);
    assertThat(alone.quality()).isEqualTo(Quality.CENSORED);
    assertThat(alone.reason()).contains("alone");
  }

  private static Observation limited(double rate, double outstanding, double limit) {
    return limited(rate, outstanding, limit, false);
  }

  private static Observation limited(double rate, double outstanding, double limit, boolean mixed) {
    return new Observation(
        Bandwidth.of(rate, rate * 4_096),
        outstanding,
        Pressure.RELAXED,
        150,
        Optional.of(RateBound.ofIops(limit)),
        mixed,
        false);
  }

  /** A device that stands still and then catches up idles for a part of the interval. */
  @Test
  void aDeviceThatStandsStillForAMomentDoesNotTalkADemandDown() {
    DemandEstimator estimator = new DemandEstimator();
    for (int second = 1; second < 6; second++) {
      estimator.measure(limited(1_000, 1, 2_000), second);
    }
    for (int second = 6; second < 12; second++) {
      Demand demand = estimator.measure(limited(430, 3, 2_000, true), second);
      assertThat(demand.rate().iops().perSecond()).isEqualTo(1_000);
    }
    for (int second = 12; second < 18; second++) {
      estimator.measure(limited(430, 0.4, 2_000), second);
    }
    assertThat(estimator.measure(limited(430, 3, 2_000, true), 18).rate().iops().perSecond())
        .isEqualTo(430);
  }

  /** A bound of 9.5 is held as 9, one of them for the other direction. */
  @Test
  void aReaderStandsAtASmallCapWithWhatWholeNumbersLeaveOfIt() {
    assertThat(new DemandEstimator().measure(limited(8, 0.1, 9.5), 1).quality())
        .isEqualTo(Quality.CENSORED);
    assertThat(new DemandEstimator().measure(limited(6, 0.1, 9.5), 1).quality())
        .isEqualTo(Quality.OBSERVED);
  }

  @Test
  void aQueueOfALunThatAnswersNothingWaitsAndIsNotIdle() {
    DemandEstimator estimator = new DemandEstimator();
    estimator.measure(limited(100, 4, 1_000), 1);
    for (int second = 2; second < 6; second++) {
      Demand demand = estimator.measure(limited(0, 32, 1_000), second);
      assertThat(demand.quality()).isEqualTo(Quality.CENSORED);
      assertThat(demand.rate().iops().perSecond()).isEqualTo(100);
    }
    for (int second = 6; second < 9; second++) {
      estimator.measure(limited(0, 0, 1_000), second);
    }
    assertThat(estimator.measure(limited(0, 0, 1_000), 9).reason()).isEqualTo("idle");
  }

  /**
   * A throttle that counts in slices of 100 ms gives one I/O at a time 200 a second of a limit of
   * 208: it wants more, unless it was seen to be satisfied with that.
   */
  @Test
  void whoGetsWholeOnesInEachSliceStandsAtItsLimit() {
    DemandEstimator estimator = new DemandEstimator();
    estimator.measure(limited(200, 0.8, 208), 1);
    for (int second = 2; second < 5; second++) {
      assertThat(estimator.measure(limited(200, 0.8, 208), second).quality())
          .isEqualTo(Quality.CENSORED);
    }
    for (int second = 5; second < 9; second++) {
      estimator.measure(limited(200, 0.8, 300), second);
    }
    for (int second = 9; second < 13; second++) {
      assertThat(estimator.measure(limited(200, 0.8, 208), second).quality())
          .isEqualTo(Quality.OBSERVED);
    }
  }

  /** One interval without I/O is chance for a slow application, and none for a busy one. */
  @Test
  void aBusyQueueIsIdleAtOnceAndASlowOneAfterTwoIntervals() {
    for (double rate : new double[] {3, 300}) {
      DemandEstimator estimator = new DemandEstimator();
      for (int second = 1; second < 5; second++) {
        estimator.measure(limited(rate, 4, 1_000), second);
      }
      boolean atOnce = estimator.measure(limited(0, 0, 1_000), 5).reason().equals("idle");
      assertThat(atOnce).as("after %s/s", rate).isEqualTo(rate == 300);
      assertThat(estimator.measure(limited(0, 0, 1_000), 6).reason()).isEqualTo("idle");
    }
  }

  @Test
  void aCapThatIsNotInForceIsNotBelieved() {
    Observation seen =
        new Observation(
            Bandwidth.of(400, 400 * 4_096),
            0.1,
            Pressure.RELAXED,
            150,
            Optional.of(RateBound.ofIops(100)),
            false,
            true);
    DemandEstimator estimator = new DemandEstimator();
    assertThat(estimator.measure(seen, 1).quality()).isEqualTo(Quality.CENSORED);
    assertThat(estimator.measure(seen, 2).quality()).isEqualTo(Quality.OBSERVED);
  }

  /** A limit that was announced and lost: 28 in force, 36 told, and a loop that gets 20. */
  @Test
  void whatAnOlderLimitMayHoldBackSatisfiesNobody() {
    told = 36;
    Demand demand = run(10, Load.open(20).limitedTo(28)).getFirst();
    assertThat(demand.quality()).isEqualTo(Quality.OBSERVED);
    told = 22.5;
    demand = run(3, Load.open(20).limitedTo(22)).getFirst();
    assertThat(demand.quality()).isEqualTo(Quality.CENSORED);
  }

  /** One operation more or less in a second is not a queue at its limit of 13. */
  @Test
  void aSmallQueueStandsAtItsLimitByTheMeanOfThreeSeconds() {
    for (int i = 0; i < 12; i++) {
      Demand demand = run(1, Load.open(i % 3 == 2 ? 13 : 11).limitedTo(14)).getFirst();
      assertThat(i < 3 ? Quality.OBSERVED : demand.quality()).isEqualTo(Quality.OBSERVED);
    }
  }

  @Test
  void withoutMeasurementTheLastDemandHoldsForTenIntervals() {
    run(3, Load.open(100));
    for (int i = 0; i < 10; i++) {
      Demand stale = estimators.getFirst().notMeasured().orElseThrow();
      assertThat(stale.quality()).isEqualTo(Quality.STALE);
      assertThat(stale.rate().iops().perSecond()).isEqualTo(100);
    }
    assertThat(estimators.getFirst().notMeasured()).isEmpty();
  }

  @Test
  void aCapacityThatMovesIsFollowed() {
    run(10, Load.closed(32), Load.closed(1));
    run(10, Load.closed(32).limitedTo(515), Load.closed(1).limitedTo(515));
    capacity = 600;
    run(4, Load.closed(32).limitedTo(515), Load.closed(1).limitedTo(515));
    assertThat(pressure).isEqualTo(Pressure.SATURATED);
    run(10, Load.closed(32).limitedTo(309), Load.closed(1).limitedTo(309));
    assertThat(pressure).isEqualTo(Pressure.SATURATED);
    capacity = 1_000;
    run(3, Load.closed(32).limitedTo(309), Load.closed(1).limitedTo(309));
    assertThat(pressure).isEqualTo(Pressure.RELAXED);
    run(3, Load.closed(32).limitedTo(515), Load.closed(1).limitedTo(515));
    assertThat(pressure).isEqualTo(Pressure.SATURATED);
  }

  /** The demands after some seconds of these loads. */
  private List<Demand> run(int seconds, Load... loads) {
    List<Demand> demands = List.of();
    for (int i = 0; i < seconds; i++) {
      demands = interval(List.of(loads));
    }
    return demands;
  }

  private List<Demand> interval(List<Load> loads) {
    second++;
    while (estimators.size() < loads.size()) {
      estimators.add(new DemandEstimator());
    }
    Steady steady = QueueingModel.steady(capacity, base, loads);
    // The kernel counts whole ticks: from a few hundred IOPS on it calls every device busy.
    double utilisation = Math.min(1, steady.rate() / 250);
    pressure = curve.measure(steady.outstanding(), steady.rate(), 4_096, utilisation, second);
    List<Demand> demands = new ArrayList<>();
    for (int i = 0; i < loads.size(); i++) {
      double rate = steady.rates()[i];
      double limit = i == 0 && !Double.isNaN(told) ? told : loads.get(i).limit();
      demands.add(
          estimators
              .get(i)
              .measure(
                  new Observation(
                      Bandwidth.of(rate, rate * 4_096),
                      rate * steady.latency(),
                      pressure,
                      curve.baseLatencyMicros(),
                      limit < Double.POSITIVE_INFINITY
                          ? Optional.of(RateBound.ofIops(limit))
                          : Optional.empty(),
                      false,
                      loads.size() == 1),
                  second));
    }
    return demands;
  }
}
