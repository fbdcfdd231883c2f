package io.oasis.brick.discipline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** Shows which terms are refused, and that the reason names the one that is wrong. */
class TermsTest {
  private static final Terms STANDARD = Terms.standard();

  private static void assertRefused(ThrowingCallable terms, String message) {
    assertThatThrownBy(terms).isInstanceOf(IllegalArgumentException.class).hasMessage(message);
  }

  @Test
  void termsOfASessionThatMeanNothingAreRefused() {
    assertRefused(() -> STANDARD.withShare(0), "share must be above 0, was 0.0");
    assertRefused(() -> STANDARD.withShare(1 / 0.0), "share must be above 0, was Infinity");
    assertRefused(() -> STANDARD.withReserve(-1), "reserveIops must be >= 0, was -1.0");
    assertRefused(() -> STANDARD.withReserve(0 / 0.0), "reserveIops must be >= 0, was NaN");
    assertRefused(() -> STANDARD.withLimits(-1, 0), "limitIops must be >= 0, was -1.0");
    assertRefused(() -> STANDARD.withLimits(0, -1), "limitBytesPerSecond must be >= 0, was -1.0");
    assertRefused(() -> STANDARD.withLatencyNanos(0), "latencyNanos must be above 0, was 0");
  }

  @Test
  void aLimitMayBeTheReserveAndNotLess() {
    Terms terms = STANDARD.withReserve(10);
    assertThat(terms.withLimits(10, 0).limitIops()).isEqualTo(10);
    assertRefused(() -> terms.withLimits(9, 0), "limitIops must not be below reserveIops, was 9.0");
    assertThat(new PoolTerms("p", 10, 10).limitRuns()).isEqualTo(10);
    assertRefused(
        () -> new PoolTerms("p", 10, 9), "limitRuns must not be below reserveRuns, was 9.0");
  }

  @Test
  void aSessionIsShownByItsName() {
    assertThat(new Session(0, "mail", STANDARD)).hasToString("mail");
  }
}
