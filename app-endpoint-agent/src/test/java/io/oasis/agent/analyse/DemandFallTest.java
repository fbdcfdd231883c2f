package io.oasis.agent.analyse;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Demand.Quality;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.RateBound;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What is believed of a queue that stood at its limit and then does less. */
class DemandFallTest {
  private final DemandEstimator estimator = new DemandEstimator();
  private long second;

  @BeforeEach
  void atItsLimit() {
    for (int i = 0; i < 5; i++) {
      assertThat(measure(500, Pressure.SATURATED).quality()).isEqualTo(Quality.CENSORED);
    }
  }

  /** Measured on an array that was told another rate: one interval of 231, idle at times. */
  @Test
  void oneIntervalIsNoProofOfWhatSatisfies() {
    assertThat(measure(231, Pressure.RELAXED).quality()).isEqualTo(Quality.OBSERVED);
    assertThat(measure(300, Pressure.SATURATED).quality()).isEqualTo(Quality.CENSORED);
    assertThat(measure(225, Pressure.SATURATED).quality()).isEqualTo(Quality.CENSORED);
  }

  @Test
  void theSecondIs() {
    measure(231, Pressure.RELAXED);
    measure(231, Pressure.RELAXED);
    Demand demand = measure(225, Pressure.SATURATED);
    assertThat(demand.quality()).isEqualTo(Quality.OBSERVED);
    assertThat(demand.rate().iops().perSecond()).isEqualTo(231);
  }

  private Demand measure(double rate, Pressure pressure) {
    second++;
    Bandwidth done = Bandwidth.of(rate, rate * 4_096);
    Optional<RateBound> limit = Optional.of(RateBound.ofIops(500));
    return estimator.measure(new Observation(done, 4, pressure, 150, limit, false, false), second);
  }
}
