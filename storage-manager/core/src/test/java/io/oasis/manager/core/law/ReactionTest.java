package io.oasis.manager.core.law;

import static io.oasis.manager.core.law.Wish.Appetite.CONTENT;
import static io.oasis.manager.core.law.Wish.Appetite.HUNGRY;
import static io.oasis.manager.core.law.Wish.Appetite.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Reaction.Rate;
import io.oasis.manager.core.law.Wish.Appetite;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what a queue's rate says of its appetite once others were cut. */
class ReactionTest {
  private static final double SECONDS = 4;

  private static Appetite of(double before, double after, double eased) {
    return of(new Rate(before, 1), after, eased);
  }

  private static Appetite of(Rate before, double after, double eased) {
    return of(1, before, after, eased);
  }

  private static Appetite of(double dispersion, Rate before, double after, double eased) {
    Taker taker = new Taker(Watched.id("a"));
    return Reaction.of(taker, dispersion, before, new Rate(after, SECONDS), eased);
  }

  @ParameterizedTest(name = "{0} to {1} I/Os a second while the latency fell by {2}: hungry")
  @CsvSource({"200, 300, 0.4", "200, 300, 0", "10, 60, 0.3", "1000, 1200, 0.2"})
  void whoDoesMoreThanChanceExplainsIsHungry(double before, double after, double eased) {
    assertThat(of(before, after, eased)).isEqualTo(HUNGRY);
  }

  @ParameterizedTest(name = "{0} to {1} I/Os a second while the latency fell by {2}: content")
  @CsvSource({"300, 300, 0.5", "1000, 1010, 0.3", "300, 250, 0.3"})
  void whoDoesNoMoreAlthoughItCouldIsContent(double before, double after, double eased) {
    assertThat(of(before, after, eased)).isEqualTo(CONTENT);
  }

  @Test
  void aRateThatWasSeenForLongerIsMadeUpOfLessChance() {
    assertThat(of(new Rate(77, 1), 100, 0.2)).isEqualTo(UNKNOWN);
    assertThat(of(new Rate(77, 4), 100, 0.2)).isEqualTo(HUNGRY);
  }

  /** A loop's I/Os come evenly: the same rise is no chance there, and may be one of bursts. */
  @Test
  void howIosScatterSaysWhatIsChance() {
    assertThat(of(1, new Rate(80, 2), 97, 0.26)).isEqualTo(UNKNOWN);
    assertThat(of(0.2, new Rate(80, 2), 97, 0.26)).isEqualTo(HUNGRY);
    assertThat(of(1, new Rate(80, 2), 130, 0)).isEqualTo(HUNGRY);
    assertThat(of(4, new Rate(80, 2), 130, 0)).isEqualTo(UNKNOWN);
  }

  /** A queue that is first come first served gives a loop what the latency gives. */
  @ParameterizedTest(name = "{0} to {1} I/Os a second while the latency fell by {2}: {3}")
  @CsvSource({
    "100, 300, 1.1, false",
    "100, 300, 0, true",
    "100, 300, -1, true",
    "10, 20, 0, false"
  })
  void whoGainsMoreThanTheLatencyGivesWasKeptOut(
      double before, double after, double eased, boolean isKeptOut) {
    assertThat(Reaction.isBeyondLatency(before, after, eased, 1)).isEqualTo(isKeptOut);
  }

  /** Nothing was eased, or so few I/Os that it may be chance either way. */
  @ParameterizedTest(name = "{0} to {1} I/Os a second while the latency fell by {2}: not known")
  @CsvSource({"300, 300, 0.04", "300, 300, -0.2", "3, 4, 0.1", "10, 12, 0.2"})
  void whereNothingEasedOrChanceMayBeAllNothingIsKnown(double before, double after, double eased) {
    assertThat(of(before, after, eased)).isEqualTo(UNKNOWN);
  }
}
