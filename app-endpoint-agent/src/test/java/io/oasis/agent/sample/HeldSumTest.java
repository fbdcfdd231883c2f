package io.oasis.agent.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.ApplicationId;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows what is made of single sums of I/Os that entered and did not leave. */
class HeldSumTest {
  private static final ApplicationId ONE = new ApplicationId("h:one");
  private static final ApplicationId TWO = new ApplicationId("h:two");

  private final Held held = new Held();

  @Test
  void whatWasInBeforeTheLimitIsNotHeldByIt() {
    free(110, 100);
    assertThat(limited(130, 100)).isCloseTo(30, within(1e-9));
    assertThat(limited(105, 100)).isCloseTo(35, within(1e-9));
  }

  /** A fifth of a sum below that of before is taken back: 20 of 100. */
  @Test
  void whatIsDoneAndWasNotSeenToEnterIsTakenBackBitByBit() {
    free(100, 100);
    assertThat(limited(100, 200)).isZero();
    assertThat(limited(200, 100)).isCloseTo(20, within(1e-9));
  }

  /** A device of 100,000/s does 100 between two readings a millisecond apart. */
  @Test
  void whatADeviceDoesBetweenTwoReadingsIsNotHeld() {
    held.measure(10, 0, 0.5, 0, Map.of());
    assertThat(only(held.measure(50_099, 50_000, 0.5, 0, limit(1)))).isZero();
    assertThat(only(held.measure(50_001, 50_000, 0.5, 0, limit(1)))).isCloseTo(100, within(1e-9));
  }

  /** The sums are 1 to 8: the lower one in the middle is 4. */
  @Test
  void eightIntervalsBeforeTheLimitAreLookedAt() {
    for (int i = 0; i < 8; i++) {
      free(1, 0);
    }
    assertThat(limited(42, 0)).isCloseTo(46, within(1e-9));
  }

  @Test
  void whatStaysWhenTheLimitIsGoneWasNotHeldByIt() {
    for (int i = 0; i < 8; i++) {
      free(100, 100);
    }
    assertThat(limited(132, 100)).isCloseTo(32, within(1e-9));
    free(100, 100);
    free(100, 100);
    assertThat(limited(100, 100)).isZero();
  }

  /**
   * Each of two seems to hold all 20, so each is told 10, and a fifth of the error is taken back:
   * 18. Then one has 10 of 10, the other, who uses half of its limit, 8: 8 too much.
   */
  @Test
  void theErrorOfASplitIsTakenBackBitByBit() {
    free(0, 0);
    Held.Limited first = new Held.Limited(30, 10);
    Map<ApplicationId, Double> then =
        held.measure(60, 40, 1, 0, Map.of(ONE, first, TWO, first)).orElseThrow();
    assertThat(then.get(ONE)).isCloseTo(10, within(1e-9));
    Map<ApplicationId, Double> now =
        held.measure(
                20, 30, 1, 0, Map.of(ONE, new Held.Limited(10, 10), TWO, new Held.Limited(10, 20)))
            .orElseThrow();
    assertThat(now.get(ONE)).isCloseTo(10 - 8 * 10.01 / 18.012_744, within(1e-6));
    assertThat(now.get(TWO)).isCloseTo(8 - 8 * 8.002_744 / 18.012_744, within(1e-6));
  }

  /**
   * In a quarter of a second of which two slices of 100 ms are, less enters than a limit lets
   * through. Then it is the others' limits that tell: who uses a fifth of its own hardly waits.
   */
  @Test
  void whoUsesLittleOfItsLimitHoldsNothing() {
    free(0, 0);
    Map<ApplicationId, Double> now =
        held.measure(
                244,
                236,
                0.25,
                0,
                Map.of(ONE, new Held.Limited(164, 206), TWO, new Held.Limited(80, 413)))
            .orElseThrow();
    assertThat(now.get(ONE)).isCloseTo(8, within(0.5));
    assertThat(now.get(TWO)).isLessThan(0.5);
  }

  private void free(double entered, double left) {
    held.measure(entered, left, 1, 0, Map.of());
  }

  private double limited(double entered, double left) {
    return only(held.measure(entered, left, 1, 0, limit(entered)));
  }

  private static Map<ApplicationId, Held.Limited> limit(double entered) {
    return Map.of(ONE, new Held.Limited(entered, 1));
  }

  private static double only(Optional<Map<ApplicationId, Double>> told) {
    assertThat(told.orElseThrow()).containsOnlyKeys(ONE);
    return told.orElseThrow().getOrDefault(ONE, -1.0);
  }
}
