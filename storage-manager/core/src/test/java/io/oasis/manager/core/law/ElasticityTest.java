package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Elasticity.Estimate;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** Who has a number of I/Os outstanding is told from who does not mind the latency. */
class ElasticityTest {
  private static final double INTERVAL = 0.25;

  @Test
  void aFixedNumberOfIosOutstandingIsElastic() {
    for (long seed = 1; seed <= 50; seed++) {
      RandomGenerator random = random(seed);
      Elasticity seen = new Elasticity();
      for (int i = 0; i < 60; i++) {
        double latency = 0.02 * Math.exp(0.3 * random.nextGaussian());
        seen.see(counted(8 / latency, random), latency);
      }
      Estimate estimate = seen.estimate();
      assertThat(estimate.value() - 1)
          .as("seed %d", seed)
          .isBetween(-4 * estimate.error(), 4 * estimate.error());
      assertThat(estimate.value() + 2 * estimate.error()).as("seed %d", seed).isGreaterThan(0.4);
    }
  }

  @Test
  void requestsThatComeWhateverTheLatencyAreNot() {
    int content = 0;
    for (long seed = 1; seed <= 50; seed++) {
      RandomGenerator random = random(seed);
      Elasticity seen = new Elasticity();
      for (int i = 0; i < 60; i++) {
        seen.see(counted(400, random), 0.02 * Math.exp(0.3 * random.nextGaussian()));
      }
      Estimate estimate = seen.estimate();
      content += estimate.value() + 2 * estimate.error() < 0.4 ? 1 : 0;
    }
    assertThat(content).isGreaterThanOrEqualTo(48);
  }

  @Test
  void aLatencyThatStaysTellsNothing() {
    Elasticity seen = new Elasticity();
    for (int i = 0; i < 60; i++) {
      seen.see(400 + i, 0.02);
    }
    assertThat(seen.isMeasured(0.1)).isFalse();
  }

  /** Alone on an idle device a loop is as quick as it can be; that says nothing of a full one. */
  @Test
  void aLatencyOfOtherCompanyIsForgotten() {
    Elasticity seen = new Elasticity();
    for (int i = 0; i < 8; i++) {
      seen.see(490, 0.0005);
    }
    for (int i = 0; i < 60; i++) {
      seen.see(i % 2 == 0 ? 210 : 190, i % 2 == 0 ? 0.082 : 0.088);
    }
    assertThat(seen.isMeasured(0.1)).isFalse();
  }

  @Test
  void twoEstimatesAreWorthMoreThanOne() {
    Estimate both = new Estimate(1, 0.1).and(new Estimate(0, 0.2));
    assertThat(both.value()).isBetween(0.79, 0.81);
    assertThat(both.error()).isLessThan(0.1);
  }

  /** I/Os per second as counted in an interval of independent arrivals. */
  private static double counted(double perSecond, RandomGenerator random) {
    double mean = perSecond * INTERVAL;
    return Math.max(2, mean + Math.sqrt(mean) * random.nextGaussian()) / INTERVAL;
  }

  private static RandomGenerator random(long seed) {
    return RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
  }
}
