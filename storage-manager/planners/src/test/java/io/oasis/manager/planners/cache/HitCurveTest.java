package io.oasis.manager.planners.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows what is expected of a cache between, at and beyond the sizes that were measured. */
class HitCurveTest {
  private static final HitCurve LINE = curve(HitCurve.Shape.LINEAR, 0.5, 0.6);
  private static final HitCurve STAIRS = curve(HitCurve.Shape.STEPS, 0.5, 0.6);

  /** Half of all requests hit with 100 bytes, 0.001 for each byte more, until all do. */
  @ParameterizedTest
  @CsvSource({"-1, 0", "0, 0", "50, 0.25", "100, 0.5", "150, 0.55", "200, 0.6", "300, 0.7"})
  void aLineRisesFromPointToPointAndGoesOn(double bytes, double hitRatio) {
    assertThat(LINE.hitRatio(bytes)).isCloseTo(hitRatio, within(1e-12));
    if (bytes >= 0) {
      assertThat(LINE.bytesFor(hitRatio)).hasValueCloseTo(bytes, within(1e-9));
    }
  }

  @Test
  void noLineGoesBeyondAllRequests() {
    assertThat(LINE.hitRatio(600)).isCloseTo(1, within(1e-12));
    assertThat(LINE.hitRatio(1_000)).isEqualTo(1);
    assertThat(LINE.bytesFor(1)).hasValueCloseTo(600.0, within(1e-9));
    assertThat(LINE.usefulBytes()).isCloseTo(600, within(1e-9));
    assertThat(LINE.bytesFor(1.01)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"-1, 0", "0, 0", "99, 0", "100, 0.5", "199, 0.5", "200, 0.6", "1e9, 0.6"})
  void stairsHitAsOftenAsTheSmallerSize(double bytes, double hitRatio) {
    assertThat(STAIRS.hitRatio(bytes)).isEqualTo(hitRatio);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "0.1, 100", "0.5, 100", "0.55, 200", "0.6, 200"})
  void stairsAreClimbedToTheNextStep(double hitRatio, double bytes) {
    assertThat(STAIRS.bytesFor(hitRatio)).hasValue(bytes);
  }

  @Test
  void stairsEndWithTheLastStep() {
    assertThat(STAIRS.bytesFor(0.61)).isEmpty();
    assertThat(STAIRS.usefulBytes()).isEqualTo(200);
    assertThat(STAIRS.sizesBytes()).containsExactly(100, 200);
  }

  /** What is measured is noisy: a cache that seems to hit less with more is good enough before. */
  @ParameterizedTest
  @ValueSource(doubles = {0.5, 0.6})
  void whatDoesNotRiseAtItsEndDoesNotGoOn(double last) {
    HitCurve line = curve(HitCurve.Shape.LINEAR, 0.6, last);
    assertThat(line.hitRatio(300)).isEqualTo(last);
    assertThat(line.bytesFor(0.7)).isEmpty();
    assertThat(line.usefulBytes()).isEqualTo(100);
    assertThat(curve(HitCurve.Shape.STEPS, 0.6, last).usefulBytes()).isEqualTo(100);
  }

  @Test
  void ofWhatIsUnknownEveryByteIsWorthTheSame() {
    HitCurve unknown = HitCurve.unknown(1_000);
    assertThat(unknown.hitRatio(250)).isEqualTo(0.25);
    assertThat(unknown.hitRatio(2_000)).isEqualTo(1);
    assertThat(unknown.bytesFor(0.75)).hasValue(750);
    assertThat(unknown.usefulBytes()).isEqualTo(1_000);
  }

  @Test
  void withoutAPointNothingHits() {
    HitCurve none = HitCurve.of(HitCurve.Shape.LINEAR, new double[0], new double[0]);
    for (HitCurve curve : new HitCurve[] {none, HitCurve.NONE}) {
      assertThat(curve.hitRatio(1e9)).isZero();
      assertThat(curve.bytesFor(0.1)).isEmpty();
      assertThat(curve.usefulBytes()).isZero();
      assertThat(curve.sizesBytes()).isEmpty();
    }
  }

  @Test
  void aHitRatioIsFromNoneToAll() {
    assertThat(curve(HitCurve.Shape.STEPS, 0, 1).hitRatio(200)).isEqualTo(1);
    for (double odd : new double[] {-0.1, 1.1, Double.NaN}) {
      assertThatThrownBy(() -> curve(HitCurve.Shape.STEPS, 0.5, odd))
          .hasMessage("hitRatios[1] = " + odd + ": must be between 0 and 1");
    }
  }

  @Test
  void sizesRiseAndHaveARatioEach() {
    for (double odd : new double[] {100, 99, Double.POSITIVE_INFINITY, Double.NaN}) {
      assertThatThrownBy(
              () ->
                  HitCurve.of(
                      HitCurve.Shape.STEPS, new double[] {100, odd}, new double[] {0.5, 0.6}))
          .hasMessage("sizesBytes[1] = " + odd + ": must be above 100.0 and finite");
    }
    assertThatThrownBy(() -> HitCurve.of(HitCurve.Shape.STEPS, new double[1], new double[2]))
        .hasMessage("hitRatios = 2 of them: must be as many as sizes, 1");
  }

  private static HitCurve curve(HitCurve.Shape shape, double first, double second) {
    return HitCurve.of(shape, new double[] {100, 200}, new double[] {first, second});
  }
}
