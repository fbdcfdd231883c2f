package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.Test;

/** What there is, is shared so that nobody gets more than its claim and the rest get the same. */
class FillingTest {
  private static final double MORE = Double.POSITIVE_INFINITY;

  @Test
  void whoWantsLessThanItsShareLeavesTheRestToTheOthers() {
    assertThat(Filling.of(1000, new double[] {MORE, 100, MORE}, new double[] {1, 1, 1}))
        .containsExactly(450, 100, 450);
  }

  @Test
  void weightsCountAmongThoseWhoWantMore() {
    assertThat(Filling.of(800, new double[] {MORE, MORE, 200}, new double[] {1, 3, 4}))
        .containsExactly(150, 450, 200);
  }

  @Test
  void moreThanIsClaimedIsNotGiven() {
    assertThat(Filling.of(1000, new double[] {10, 20}, new double[] {1, 1}))
        .containsExactly(10, 20);
  }

  @Test
  void anyFillingUsesUpTheAmountAndLeavesNoOnePoorerThanAnother() {
    for (long seed = 1; seed <= 200; seed++) {
      RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
      double[] claims = random.doubles(7, 0, 300).toArray();
      double[] weights = random.doubles(7, 0.1, 5).toArray();
      double[] shares = Filling.of(700, claims, weights);
      double most = 0;
      for (int i = 0; i < shares.length; i++) {
        most = Math.max(most, shares[i] / weights[i]);
      }
      for (int i = 0; i < shares.length; i++) {
        assertThat(shares[i]).as("seed %d, %d", seed, i).isLessThanOrEqualTo(claims[i]);
        if (shares[i] < claims[i]) {
          assertThat(shares[i] / weights[i]).as("seed %d", seed).isGreaterThan(most - 1e-6);
        }
      }
      double wanted = Math.min(700, Arrays.stream(claims).sum());
      assertThat(Arrays.stream(shares).sum())
          .as("seed %d", seed)
          .isBetween(wanted - 1e-6, wanted + 1e-6);
    }
  }
}
