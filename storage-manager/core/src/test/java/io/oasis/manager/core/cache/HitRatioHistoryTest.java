package io.oasis.manager.core.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.cache.HitCurve.Shape;
import java.time.Instant;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** The history, F and what becomes of a request (OASIS, section 3.4.2). */
class HitRatioHistoryTest {
  private static final double MEMORY = HitRatioHistory.MEMORY_ACCESSES;
  private static final Instant START = Instant.ofEpochSecond(1_000_000);

  /**
   * "Filter the cache size and hit ratio arrays so as to select the most recent hit ratio for a
   * particular cache size."
   */
  @Test
  void theMostRecentHitRatioOfASizeCounts() {
    HitRatioHistory history = new HitRatioHistory(1);
    add(history, 0, 80, 0.8);
    add(history, 10, 60, 0.6);
    add(history, 20, 80, 0.5);
    HitCurve curve = history.curve();
    assertThat(curve.hitRatio(80)).isEqualTo(0.5);
    assertThat(curve.hitRatio(60)).isEqualTo(0.6);
  }

  /** "The time period is assumed to be the most recent one": what is old is forgotten. */
  @Test
  void whatIsOldIsForgotten() {
    HitRatioHistory history = new HitRatioHistory(1);
    add(history, 0, 60, 0.6);
    long later = HitRatioHistory.PERIOD.toSeconds() + 1;
    add(history, later, 80, 0.9);
    assertThat(history.knows(START.plusSeconds(later))).isTrue();
    assertThat(history.curve().hitRatio(60)).isCloseTo(0.9 * 60 / 80, within(1e-9));
    assertThat(history.knows(START.plusSeconds(3 * later))).isFalse();
  }

  /**
   * "Uses the two arrays to construct a piecewise linear function F that can be used to calculate
   * the cache size to obtain a particular hit ratio. The slope of F gives an estimate of the
   * expected hit rate per unit cache size."
   */
  @Test
  void fIsPiecewiseLinearAndGoesOnWithItsLastSlope() {
    HitCurve curve = HitCurve.of(Shape.LINEAR, new double[] {50, 100}, new double[] {0.1, 0.6});
    assertThat(curve.hitRatio(25)).isCloseTo(0.05, within(1e-12));
    assertThat(curve.hitRatio(75)).isCloseTo(0.35, within(1e-12));
    assertThat(curve.hitRatio(120)).isCloseTo(0.8, within(1e-12));
    assertThat(curve.bytesFor(0.35)).hasValue(75);
    assertThat(curve.bytesFor(0.9).orElseThrow()).isCloseTo(130, within(1e-9));
    assertThat(curve.usefulBytes()).isCloseTo(140, within(1e-9));
  }

  /** Shows that a staircase promises nothing between its steps. */
  @Test
  void aStaircasePromisesNothingBetweenItsSteps() {
    HitCurve loop = Curves.loop(100);
    assertThat(loop.hitRatio(99)).isZero();
    assertThat(loop.bytesFor(0.5)).hasValue(100);
    assertThat(loop.usefulBytes()).isEqualTo(100);
    assertThat(HitCurve.NONE.bytesFor(0.1)).isEmpty();
  }

  /** Shows that the size for a hit ratio has it, and no smaller one has, on any curve. */
  @Test
  void theSizeForAHitRatioIsTheSmallest() {
    for (long seed = 0; seed < 500; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      HitCurve curve = Curves.staircase(random, 1_000);
      double wanted = random.nextDouble();
      curve
          .bytesFor(wanted)
          .ifPresent(
              bytes -> {
                assertThat(curve.hitRatio(bytes * (1 + 1e-9)))
                    .isGreaterThanOrEqualTo(wanted - 1e-6);
                assertThat(curve.hitRatio(bytes * (1 - 1e-6))).isLessThan(wanted + 1e-6);
              });
    }
  }

  /** "Convert request to hit ratio requirement": the worked example of the class. */
  @Test
  void aLatencyBecomesAHitRatio() {
    assertThat(LatencyNeed.hitRatio(0.7, 2_500, 1_700, 100).orElseThrow())
        .isCloseTo(0.8, within(0.001));
    assertThat(LatencyNeed.hitRatio(0.7, 2_500, 2_600, 100)).isEmpty();
    assertThat(LatencyNeed.hitRatio(1, 100, 50, 0)).isEmpty();
  }

  /** Shows that few accesses do not overturn what many have shown. */
  @Test
  void measurementsAreWeighedByTheirAccesses() {
    HitRatioHistory history = new HitRatioHistory(1);
    history.add(80, 0.8, 900, MEMORY, START);
    history.add(80, 0.0, 100, MEMORY, START.plusSeconds(1));
    assertThat(history.curve().hitRatio(80)).isCloseTo(0.72, within(1e-9));
    history.add(80, 1.0, 0, MEMORY, START.plusSeconds(2));
    assertThat(history.curve().hitRatio(80)).isCloseTo(0.72, within(1e-9));
  }

  /**
   * Shows that the curve begins with the surest point: a size that was seldom seen, small and long
   * ago, does not stretch its luck over the whole cache.
   */
  @Test
  void theSurestPointIsBelievedFirst() {
    HitRatioHistory history = new HitRatioHistory(5);
    history.add(1, 0.02, 450, MEMORY, START);
    for (int second = 30; second < 300; second += 30) {
      history.add(30, 0.3, 450, MEMORY, START.plusSeconds(second));
    }
    assertThat(history.curve().hitRatio(50)).isCloseTo(0.5, within(1e-9));
  }

  /** Shows that wrong points are refused by name. */
  @Test
  void refusesWrongPoints() {
    assertThatThrownBy(() -> HitCurve.of(Shape.STEPS, new double[] {5, 5}, new double[] {0, 1}))
        .hasMessage("sizesBytes[1] = 5.0: must be above 5.0 and finite");
    assertThatThrownBy(() -> HitCurve.of(Shape.STEPS, new double[] {5}, new double[] {1.5}))
        .hasMessage("hitRatios[0] = 1.5: must be between 0 and 1");
  }

  /** Who remembers a whole period knows more: of 0.8 over 9,000 accesses 100 misses take 0.009. */
  @Test
  void whatWasMeasuredFadesOverAsManyAccessesAsThePolicyWants() {
    HitRatioHistory history = new HitRatioHistory(1);
    history.add(80, 0.8, 9_000, 13_500, START);
    history.add(80, 0.0, 100, 13_500, START.plusSeconds(1));
    assertThat(history.curve().hitRatio(80)).isCloseTo(0.7912, within(1e-4));
  }

  private static void add(HitRatioHistory history, long second, double bytes, double hitRatio) {
    history.add(bytes, hitRatio, 1_000, MEMORY, START.plusSeconds(second));
  }
}
