package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Rule;
import io.oasis.manager.core.law.Sight.Seen;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows what is known of one queue as it comes, goes, and wants more or less. */
class TakerSeenTest {
  private static final double LENGTH = 0.25;

  private final Taker taker = new Taker(Watched.id("a"));
  private double seconds;

  private void see(double forSeconds, double passed, double held, Rule rule) {
    for (double end = seconds + forSeconds; seconds < end - 1e-9; ) {
      seconds += LENGTH;
      Kind kind = new Kind(12, 1);
      taker.see(new Seen(taker.queue, 1, kind, passed, passed, held, false, rule), seconds, LENGTH);
    }
    taker.recently = passed;
  }

  private void see(double forSeconds, double passed) {
    see(forSeconds, passed, 0, Rule.NONE);
  }

  @Test
  void whoMovesNothingForSixTenthsOfASecondIsAway() {
    see(1, 100);
    see(0.5, 1);
    assertThat(taker.isActive).isTrue();
    assertThat(taker.isAwake()).isFalse();
    see(0.25, 1);
    assertThat(taker.isActive).isFalse();
    see(0.25, 2);
    assertThat(taker.isAwake()).isTrue();
    assertThat(taker.activeSeconds(seconds)).as("it has come anew").isZero();
  }

  @Test
  void whoWaitsBehindALimitIsThereThoughNothingPasses() {
    see(1, 100);
    see(2, 0, 1, Rule.NONE);
    assertThat(taker.isActive).isTrue();
    assertThat(taker.isAwake()).isFalse();
  }

  /** What a disk does not get to was sent by somebody who is there and wants more. */
  @Test
  void whoIsNotServedIsThereAndAwakeAndOfTheKindThatItWas() {
    see(1, 100);
    for (double end = seconds + 100; seconds < end; ) {
      seconds += LENGTH;
      Seen none = new Seen(taker.queue, 1, new Kind(0, 1), 0, 0, 0, true, Rule.NONE);
      taker.see(none, seconds, LENGTH);
    }
    taker.recently = 0;
    assertThat(taker.isActive).isTrue();
    assertThat(taker.isAwake()).isTrue();
    assertThat(taker.isLeftOut()).isTrue();
    assertThat(taker.kind).isEqualTo(new Kind(12, 1));
    taker.hold(10, seconds);
    assertThat(taker.isLeftOut()).as("its own limit may be why").isFalse();
  }

  private double readsAfter(int ios, double reads) {
    seconds += LENGTH;
    Kind kind = new Kind(12, reads);
    double passed = ios / LENGTH;
    taker.see(new Seen(taker.queue, 1, kind, passed, passed, 0, false, Rule.NONE), seconds, LENGTH);
    return taker.kind.reads();
  }

  /** Of twenty I/Os three more are reads by chance: costs are not to turn with that. */
  @Test
  void aMixIsSmoothedAsLongAsItIsChance() {
    assertThat(readsAfter(20, 0.7)).isEqualTo(0.7);
    assertThat(readsAfter(20, 0.85)).isCloseTo(0.7, within(0.02));
    assertThat(readsAfter(20, 0.2)).as("another mix").isEqualTo(0.2);
  }

  /** It is content under limits; without them it gets less than it needs, or wants less. */
  @Test
  void whoWasKeptOutIsShortWhenItGetsMuchLessThanItNeeds() {
    see(10, 100);
    taker.wish.foundKeptOut(seconds);
    taker.wish.seemsContent(100, seconds);
    assertThat(taker.isShortOfNeed()).isFalse();
    see(10, 30);
    assertThat(taker.isShortOfNeed()).isTrue();
    taker.wish.foundContent(30, seconds);
    assertThat(taker.isKeptOut()).as("without limits it takes no more").isFalse();
    assertThat(taker.isShortOfNeed()).isFalse();
  }

  @Test
  void whoIsFoundStarvedDependsOnLimitsUntilItIsContent() {
    see(1, 100);
    assertThat(taker.isStarved()).isFalse();
    taker.wish.foundStarved(seconds);
    assertThat(taker.isHungry()).isTrue();
    assertThat(taker.isStarved()).isTrue();
    taker.hold(10, seconds);
    assertThat(taker.isStarved()).isFalse();
    taker.free();
    taker.wish.foundContent(10, seconds);
    assertThat(taker.isStarved()).isFalse();
  }

  @Test
  void whoStaysAwayForAMinuteMayBeAnotherOneWhenItIsBack() {
    see(1, 100);
    assertThat(taker.isChanged).isFalse();
    see(59.5, 0);
    see(0.25, 100);
    assertThat(taker.isChanged).isFalse();
    see(60, 0);
    see(0.25, 100);
    assertThat(taker.isChanged).isTrue();
    see(0.25, 100);
    assertThat(taker.isChanged).as("said once").isFalse();
  }

  @Test
  void thatSomebodyIsHungryHoldsForTenMinutes() {
    see(1, 100);
    taker.wish.foundHungry(seconds);
    see(600, 100);
    assertThat(taker.isHungry()).isTrue();
    see(0.25, 100);
    assertThat(taker.isUnknown()).isTrue();
  }

  @Test
  void whatItGotLatelyFollowsWithinTenSeconds() {
    see(0.25, 100);
    assertThat(taker.lately).isEqualTo(100);
    see(0.25, 200);
    assertThat(taker.lately).isCloseTo(102.5, within(1e-9));
  }

  @Test
  void whoIsExcludedIsLetGo() {
    see(1, 100);
    taker.hold(50, seconds);
    assertThat(taker.limit()).isEqualTo(50);
    see(0.25, 50, 3, new Rule(false, 0, Double.POSITIVE_INFINITY, true));
    assertThat(taker.isLimited()).isFalse();
    taker.hold(50, seconds);
    assertThat(taker.isLimited()).isFalse();
  }

  @Test
  void aLimitHoldsSomebodyWhileIosWaitBehindItAndForASecondAfterwards() {
    see(1, 100, 5, Rule.NONE);
    assertThat(taker.isHeldLately(seconds)).as("not limited").isFalse();
    taker.hold(90, seconds);
    see(0.25, 90, 5, Rule.NONE);
    assertThat(taker.isHeldLately(seconds)).isTrue();
    see(0.75, 80);
    assertThat(taker.isHeldLately(seconds)).isTrue();
    see(0.25, 80);
    assertThat(taker.isHeldLately(seconds)).isFalse();
  }

  @Test
  void forHowLongALimitHoldsNothingBackIsCounted() {
    see(1, 100);
    taker.hold(200, seconds);
    assertThat(taker.unheldSeconds(LENGTH)).isEqualTo(0.25);
    assertThat(taker.unheldSeconds(LENGTH)).isEqualTo(0.5);
    see(0.25, 195);
    assertThat(taker.unheldSeconds(LENGTH)).as("at its limit").isZero();
    see(0.25, 100, 1, Rule.NONE);
    assertThat(taker.unheldSeconds(LENGTH)).as("something waits").isZero();
    see(0.25, 100);
    assertThat(taker.unheldSeconds(LENGTH)).isEqualTo(0.25);
    taker.free();
    taker.hold(200, seconds);
    assertThat(taker.unheldSeconds(LENGTH)).as("begun anew").isEqualTo(0.25);
  }

  /** By a fiftieth of the difference a second; up to what is beyond chance, or usual. */
  @Test
  void whatAContentOneNeedsFallsSlowlyAndRisesAtOnce() {
    see(1, 50);
    taker.wish.foundContent(100, seconds);
    taker.recently = 50;
    taker.follow(0.01, LENGTH, false);
    assertThat(taker.wish.need()).isCloseTo(100 - 0.02 * 0.25 * 50, within(1e-9));
    taker.recently = 144;
    taker.follow(0.01, LENGTH, false);
    assertThat(taker.wish.need()).isEqualTo(144 - 2 * 12);
    assertThat(taker.isContent()).isTrue();
  }

  /** More than 1.3 x 100 + 3 x 10 is no chance; under a limit or a question it says nothing. */
  @Test
  void whoNeedsMuchMoreThanItDidIsNotKnownAnyMore() {
    see(1, 100);
    taker.wish.foundContent(100, seconds);
    taker.recently = 165;
    taker.follow(0.01, LENGTH, false);
    assertThat(taker.isUnknown()).isTrue();
    assertThat(taker.isChanged).isTrue();
  }

  @ParameterizedTest
  @CsvSource({"165, true, asked", "159, false, by chance"})
  void whoMayNotNeedMoreStaysContent(double takes, boolean isAsked, String why) {
    see(1, 100);
    taker.wish.foundContent(100, seconds);
    taker.recently = takes;
    taker.follow(0.01, LENGTH, isAsked);
    assertThat(taker.isContent()).as(why).isTrue();
  }

  /** Bursts that come again are what it needed before, however little it takes between them. */
  @Test
  void whoComesBackToWhatItNeededIsNoOther() {
    see(1, 100);
    taker.wish.foundContent(100, seconds);
    for (int i = 0; i < 600; i++) {
      see(LENGTH, 5);
      taker.recently = 5;
      taker.follow(0.01, LENGTH, false);
    }
    taker.recently = 100;
    taker.follow(0.01, LENGTH, false);
    assertThat(taker.isContent()).isTrue();
    assertThat(taker.isChanged).isFalse();
  }

  /** After 20 s, then 40, and so on up to 300. */
  @Test
  void whoIsContentIsAskedAgainEverMoreSeldom() {
    see(0.25, 100);
    double pause = 20;
    for (int i = 0; i < 7; i++) {
      double at = seconds;
      taker.wish.foundContent(100, at);
      taker.wonder(at + pause - 0.1);
      assertThat(taker.isContent()).as("before %s s", pause).isTrue();
      taker.wonder(at + pause + 0.1);
      assertThat(taker.isUnknown()).as("after %s s", pause).isTrue();
      pause = Math.min(300, 2 * pause);
    }
    taker.wish.foundContent(100, seconds);
    taker.wish.forget();
    assertThat(taker.isUnknown()).isTrue();
    taker.wish.foundContent(100, seconds);
    taker.wonder(seconds + 20.1);
    assertThat(taker.isUnknown()).as("begun anew").isTrue();
  }

  @Test
  void whoIsAwayIsNotAsked() {
    see(1, 100);
    taker.wish.foundContent(100, seconds);
    see(1, 0);
    taker.wonder(seconds + 1_000);
    assertThat(taker.isContent()).isTrue();
  }

  @Test
  void aLimitThatBeginsLeavesSixTenthsAndIsNeverBelowTheLeast() {
    see(1, 100);
    taker.beginToHold(10, seconds);
    assertThat(taker.limit()).isEqualTo(60);
    see(0.25, 100, 0, new Rule(true, 80, Double.POSITIVE_INFINITY, true));
    taker.hold(10, seconds);
    assertThat(taker.limit()).isEqualTo(80);
    assertThat(taker.mayBeHeldBelow(80)).isFalse();
    assertThat(taker.mayBeHeldBelow(81)).isTrue();
  }
}
