package io.oasis.agent.analyse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.LunReport.Pressure;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what an application is taken to want that waits for a busy device now and then. */
class SeldomWaitingTest {
  /**
   * Little's law: 200 a second with 0.4 outstanding wait for 0.4 of the time, so no more than 333
   * would come if they never waited. From a half on it may be the waiting that holds it back.
   */
  @Test
  void whoSeldomWaitsWantsNoMoreThanItWouldDoWithoutWaiting() {
    assertThat(onBusyDevice(new DemandEstimator(), 200, 0.4)).isCloseTo(200 / 0.6, within(1e-9));
    assertThat(onBusyDevice(new DemandEstimator(), 200, 0)).isCloseTo(200, within(1e-9));
    assertThat(busy(new DemandEstimator(), 200, 0.5).quality()).isEqualTo(Quality.CENSORED);
  }

  /** What satisfied it in the last minute is a better bound, between what it does and that. */
  @Test
  void whoSeldomWaitsWantsWhatSatisfiedItWhereThatIsLess() {
    for (double known : new double[] {150, 250, 500}) {
      DemandEstimator estimator = new DemandEstimator();
      for (int i = 1; i < 4; i++) {
        measure(estimator, Pressure.RELAXED, known, 0.1, i);
      }
      double wanted = onBusyDevice(estimator, 200, 0.4);
      assertThat(wanted).isCloseTo(Math.clamp(known, 200, 200 / 0.6), within(1e-9));
    }
  }

  private static double onBusyDevice(DemandEstimator estimator, double rate, double outstanding) {
    Demand demand = busy(estimator, rate, outstanding);
    assertThat(demand.quality()).isEqualTo(Quality.OBSERVED);
    return demand.rate().iops().perSecond();
  }

  private static Demand busy(DemandEstimator estimator, double rate, double outstanding) {
    return measure(estimator, Pressure.SATURATED, rate, outstanding, 10);
  }

  private static Demand measure(
      DemandEstimator estimator,
      Pressure pressure,
      double rate,
      double outstanding,
      long nowSeconds) {
    Bandwidth done = Bandwidth.of(rate, rate * 4_096);
    Observation seen =
        new Observation(done, outstanding, pressure, 150, Optional.empty(), false, false);
    return estimator.measure(seen, nowSeconds);
  }
}
