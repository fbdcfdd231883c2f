package io.oasis.agent.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import java.util.function.DoubleSupplier;
import org.junit.jupiter.api.Test;

/** The detector against the sentences of OASIS, section 3.3.2. */
class LatencyShiftDetectorTest {
  private static final DetectorConfig CONFIG = DetectorConfig.DEFAULT;
  private static final LatencyBins BINS = CONFIG.bins();
  private static final int POINTS = CONFIG.pointsPerPeriod();

  /**
   * "The latency shift detection is calculated by computing the maximal cross-correlation between
   * the two sets of latency data points for a variety of latency shifts": a known shift of other
   * latencies from the same distribution is found to within one bin.
   */
  @Test
  void aKnownShiftIsFoundToWithinOneBin() {
    for (long seed = 0; seed < 300; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      int shift = random.nextInt(-40, 41);
      double sigma = 0.1 + 0.2 * random.nextDouble();
      LatencyHistogram base = histogram(POINTS, () -> lognormal(random, sigma));
      LatencyHistogram current =
          histogram(POINTS, () -> BINS.shifted(lognormal(random, sigma), shift));
      assertThat(CrossCorrelation.shift(base, current, CONFIG.mostBins(), CONFIG.blurBins()).bins())
          .as("seed " + seed)
          .isCloseTo(shift, within(1));
    }
  }

  /** Shows the same, exactly, for the very same latencies, with bins of equal ratio and width. */
  @Test
  void aKnownShiftOfTheSameLatenciesIsFound() {
    for (LatencyBins bins :
        new LatencyBins[] {
          new LatencyBins.Logarithmic(1, 1.05, 380), new LatencyBins.Linear(0, 50, 600)
        }) {
      for (long seed = 0; seed < 300; seed++) {
        SplittableRandom random = new SplittableRandom(seed);
        int shift = random.nextInt(-20, 21);
        LatencyHistogram base = new LatencyHistogram(bins);
        LatencyHistogram current = new LatencyHistogram(bins);
        for (int i = 0; i < 50 + random.nextInt(500); i++) {
          double micros = 3_000 + 1_000 * random.nextExponential();
          base.add(micros);
          current.add(bins.shifted(micros, shift));
        }
        assertThat(CrossCorrelation.shift(base, current, 25, seed % 2 == 0 ? 0 : 4).bins())
            .as(bins + ", seed " + seed)
            .isCloseTo(shift, within(1));
      }
    }
  }

  /** "Compare the sets of latency data points": sets, so that their order changes nothing. */
  @Test
  void shufflingALatencyPeriodChangesNothing() {
    for (long seed = 0; seed < 100; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      LatencyShiftDetector straight = new LatencyShiftDetector(CONFIG);
      LatencyShiftDetector shuffled = new LatencyShiftDetector(CONFIG);
      for (int period = 0; period < 4; period++) {
        double factor = 0.5 + random.nextDouble();
        double[] latencies = new double[POINTS];
        for (int i = 0; i < POINTS; i++) {
          // Whole microseconds, so that their sum does not depend on the order either.
          latencies[i] = StrictMath.rint(factor * lognormal(random, 0.5));
        }
        Verdict expected = period(straight, latencies);
        shuffle(latencies, random);
        assertThat(period(shuffled, latencies)).as("seed " + seed).isEqualTo(expected);
      }
    }
  }

  /**
   * "If the latency shift is negative, then it means that the current time period has lower latency
   * than the base time period. Consequently, the base time period is now set to the current time
   * period. All future comparisons are made to this new base time period."
   */
  @Test
  void aNegativeShiftMakesTheCurrentPeriodTheBase() {
    LatencyShiftDetector detector = new LatencyShiftDetector(CONFIG);
    SplittableRandom random = new SplittableRandom(3);
    assertThat(period(detector, random, 2)).isInstanceOf(Verdict.FirstBase.class);
    assertThat(period(detector, random, 1)).isInstanceOf(Verdict.NewBase.class);
    assertThat(period(detector, random, 2)).isInstanceOf(Verdict.Raised.class);
  }

  /**
   * "If the latency shift is considered high, the application protocol end-point communicates a
   * latency request to the storage manager", each period for as long as it lasts.
   */
  @Test
  void aHighShiftIsARequestForAsLongAsItLasts() {
    LatencyShiftDetector detector = new LatencyShiftDetector(CONFIG);
    SplittableRandom random = new SplittableRandom(4);
    assertThat(period(detector, random, 1)).isInstanceOf(Verdict.FirstBase.class);
    assertThat(period(detector, random, 1.1)).isInstanceOf(Verdict.Unchanged.class);
    for (int again = 0; again < 3; again++) {
      assertThat(period(detector, random, 2)).isInstanceOf(Verdict.Raised.class);
    }
  }

  /** Shows what is asked for: the mean that the shift would leave if it were undone. */
  @Test
  void asksForTheLatencyBeforeTheShift() {
    LatencyShiftDetector detector = new LatencyShiftDetector(CONFIG);
    SplittableRandom random = new SplittableRandom(5);
    double base = ((Verdict.FirstBase) period(detector, random, 1)).meanMicros();
    Verdict.Raised raised = (Verdict.Raised) period(detector, random, 2);
    assertThat(raised.currentMicros()).isCloseTo(2 * base, within(0.2 * base));
    assertThat(raised.wantedMicros()).isCloseTo(base, within(0.15 * base));
  }

  /** Shows the limit that the package states: a change of mix is seen in means only. */
  @Test
  void aChangeOfMixIsSeenInMeansOnly() {
    SplittableRandom random = new SplittableRandom(6);
    LatencyShiftDetector single = new LatencyShiftDetector(CONFIG);
    LatencyShiftDetector means = new LatencyShiftDetector(CONFIG);
    PointMeans points = new PointMeans(16);
    for (double hitRatio : new double[] {0.8, 0.6}) {
      Verdict last = new Verdict.Collecting();
      for (int i = 0; i < 16 * POINTS; i++) {
        double micros =
            (random.nextDouble() < hitRatio ? 100 : 8_000) * (0.9 + 0.2 * random.nextDouble());
        assertThat(single.add(micros)).isNotInstanceOf(Verdict.Raised.class);
        var mean = points.add(micros);
        last = mean.isPresent() ? means.add(mean.getAsDouble()) : last;
      }
      assertThat(last)
          .isInstanceOf(hitRatio == 0.8 ? Verdict.FirstBase.class : Verdict.Raised.class);
    }
  }

  /** Shows that nonsense is refused by name. */
  @Test
  void refusesNonsense() {
    LatencyShiftDetector detector = new LatencyShiftDetector(CONFIG);
    assertThatThrownBy(() -> detector.add(Double.NaN))
        .hasMessage("micros = NaN: must be a finite number, zero or more");
    assertThatThrownBy(() -> new LatencyBins.Logarithmic(1, 1, 10))
        .hasMessage("ratio = 1.0: must be above 1 and at most 10");
    assertThatThrownBy(() -> new DetectorConfig(BINS, 300, 70, 1, 60, 8))
        .hasMessage("thresholdBins = 70: must be between 1 and 60");
    assertThatThrownBy(() -> new PointMeans(0)).hasMessageContaining("latenciesPerPoint = 0");
  }

  private static Verdict period(
      LatencyShiftDetector detector, SplittableRandom random, double factor) {
    double[] latencies = new double[POINTS];
    for (int i = 0; i < POINTS; i++) {
      latencies[i] = factor * lognormal(random, 0.3);
    }
    return period(detector, latencies);
  }

  private static Verdict period(LatencyShiftDetector detector, double[] latencies) {
    Verdict last = new Verdict.Collecting();
    for (double micros : latencies) {
      assertThat(last).isInstanceOf(Verdict.Collecting.class);
      last = detector.add(micros);
    }
    return last;
  }

  private static LatencyHistogram histogram(int count, DoubleSupplier latencies) {
    LatencyHistogram histogram = new LatencyHistogram(BINS);
    for (int i = 0; i < count; i++) {
      histogram.add(latencies.getAsDouble());
    }
    return histogram;
  }

  private static double lognormal(SplittableRandom random, double sigma) {
    return 1_000 * StrictMath.exp(sigma * random.nextGaussian());
  }

  private static void shuffle(double[] values, SplittableRandom random) {
    for (int i = values.length - 1; i > 0; i--) {
      int other = random.nextInt(i + 1);
      double swapped = values[i];
      values[i] = values[other];
      values[other] = swapped;
    }
  }
}
