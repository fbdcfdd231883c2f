package io.oasis.brick.mrc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The sampled curve against exact LRU: the absolute error, averaged over 100 equal steps up to the
 * footprint.
 */
class MissRatioErrorTest {
  private static final int REFERENCES = 1_200_000;
  private static final int STEPS = 100;

  /**
   * "MRCs constructed in a bounded 1 MB footprint ... exhibit approximate miss ratio errors
   * averaging less than 0.01" (SHARDS, abstract): 0.01 averaged over eleven kinds of stream, and
   * 0.02 on the worst.
   */
  @Test
  void errorStaysWithinOneInAHundredOnAverageAndTwoAtWorst() {
    check(11);
  }

  /** Shows the same on other seeds. */
  @Tag("slow")
  @ParameterizedTest
  @ValueSource(longs = {12, 13, 14})
  void soItDoesOnOtherSeeds(long seed) {
    check(seed);
  }

  private static void check(long seed) {
    double sum = 0;
    double worst = 0;
    Map<String, LongSupplier> streams = Streams.all(seed, REFERENCES);
    for (Map.Entry<String, LongSupplier> stream : streams.entrySet()) {
      double error = error(stream.getValue());
      System.out.printf(Locale.ROOT, "seed %d, %s: error %.4f%n", seed, stream.getKey(), error);
      sum += error;
      worst = StrictMath.max(worst, error);
    }
    System.out.printf(
        Locale.ROOT, "seed %d: average %.4f, worst %.4f%n", seed, sum / streams.size(), worst);
    assertThat(worst).as("worst stream, seed " + seed).isLessThanOrEqualTo(0.02);
    assertThat(sum / streams.size()).as("average, seed " + seed).isLessThanOrEqualTo(0.01);
  }

  private static double error(LongSupplier stream) {
    MissRatioSampler sampler = new MissRatioSampler();
    ExactLru exact = new ExactLru(REFERENCES);
    for (int i = 0; i < REFERENCES; i++) {
      long block = stream.getAsLong();
      sampler.reference(block);
      exact.reference(block);
    }
    double[] truth = exact.missRatios(STEPS);
    MissRatioCurve curve = sampler.curve(exact.footprint(), STEPS);
    double error = 0;
    for (int step = 1; step <= STEPS; step++) {
      error += StrictMath.abs(curve.missRatio(step) - truth[step]);
    }
    return error / STEPS;
  }
}
