package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shows how far limits are eased that cost 0.2 of 10,000: evenly to 0.175 of the way to them, and
 * on from there by what they were seen to cost then.
 */
class CostCurveTest {
  private static final double FREE = 10_000;
  private static final double COSTS = 0.2;
  private static final double EVEN = ReleaseCheck.PRICE / COSTS;
  private static final double EASED = 6_000;

  private final Metered device = new Metered();
  private final CostCurve curve = new CostCurve(device.at);

  @BeforeEach
  void isEasedForTheFirstTime() {
    device.passes("deep", EASED).passes("small", FREE - EASED).see(3);
    assertThat(curve.partOf(FREE, COSTS, false)).isCloseTo(EVEN, within(1e-9));
    Taker deep = device.taker("deep");
    deep.eased.begin(EASED, device.seconds());
    deep.hold(5_000, device.seconds());
  }

  /** So many complete under the eased limit for so long. */
  private void completes(double total, double seconds) {
    device.waits("deep", EASED, 10).passes("small", total - EASED);
    for (double end = device.seconds() + seconds; device.seconds() < end; ) {
      device.see();
      curve.follow();
    }
  }

  /** 1 % and what chance may have hidden: 0.7 of the root of 160,000 I/Os. */
  @Test
  void whatCostsLittleIsEasedLessTheNextTime() {
    completes(0.99 * FREE, 18);
    double cost = 0.01 + 0.7 / Math.sqrt(16.25 * 0.99 * FREE);
    double power = Math.log(cost / COSTS) / Math.log(EVEN);
    assertThat(curve.partOf(FREE, COSTS, false))
        .isCloseTo(Math.pow(EVEN, 1 / power), within(0.001))
        .isGreaterThan(1.5 * EVEN);
  }

  /** The power is that of a part of any way to which limits fall. */
  @Test
  void itIsSoForOtherLimits() {
    completes(0.99 * FREE, 18);
    double other = curve.partOf(FREE, 0.1, false);
    double power = Math.log(0.35) / Math.log(other);
    assertThat(power).isBetween(1.6, 1.75);
  }

  @Test
  void whatCostsThePriceIsEasedAsFarAgain() {
    completes((1 - ReleaseCheck.PRICE) * FREE, 18);
    assertThat(curve.partOf(FREE, COSTS, false)).isCloseTo(EVEN, within(0.01));
  }

  /** It takes two seconds until they have taken effect and five to tell. */
  @ParameterizedTest
  @CsvSource({
    "0.90, 18, 1.00, it costs more than evenly",
    "0.99, 18, 0.85, the device completes less and is another one",
    "0.99, 6.5, 1.00, a few seconds tell nothing",
  })
  void elseItIsTakenToBeEven(double part, double forSeconds, double free, String why) {
    completes(part * FREE, forSeconds);
    assertThat(curve.partOf(free * FREE, COSTS, false)).as(why).isCloseTo(EVEN, within(1e-9));
  }

  @Test
  void nothingIsTakenFromALimitThatStandsElsewhere() {
    device.taker("deep").hold(1.1 * EASED, device.seconds());
    completes(0.99 * FREE, 18);
    assertThat(curve.partOf(FREE, COSTS, false)).isCloseTo(EVEN, within(1e-9));
  }

  /** ... and what is seen after that is not of the whole way. */
  @Test
  void whatIsEasedAlreadyIsEasedEvenly() {
    completes(0.99 * FREE, 18);
    assertThat(curve.partOf(FREE, 0.05, true)).isCloseTo(0.7, within(1e-9));
    completes(0.999 * FREE, 18);
    double next = curve.partOf(FREE, COSTS, false);
    double power = Math.log(EVEN) / Math.log(next);
    assertThat(power).isBetween(1.6, 1.75);
  }
}
