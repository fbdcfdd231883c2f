package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.Sight.Rule;
import org.junit.jupiter.api.Test;

/** Shows who is limited at once, who would be, and when that would help nobody. */
class ReachTest {
  private static final Rule EXCLUDED = new Rule(false, 0, Double.POSITIVE_INFINITY, true);

  private static Watched deepAndShallow() {
    return new Watched().queue("deep", 900).queue("shallow", 100).see(2, 1_000);
  }

  /** To six tenths of what it got: it is not to lose much at once. */
  @Test
  void whoTakesTooMuchIsHeldWhereSomebodyWhoWantsMoreIsShort() {
    Watched device = deepAndShallow();
    device.taker("shallow").wish.foundHungry(device.seconds());
    assertThat(Reach.limitAgain(device.at)).isTrue();
    assertThat(device.taker("deep").limit()).isEqualTo(0.6 * 900);
    assertThat(device.taker("shallow").isLimited()).isFalse();
    assertThat(device.at.notes).singleElement().asString().contains("deep", "held to 540 again");
  }

  /** It usually takes too much, and in one interval little: its limit would help nobody. */
  @Test
  void nobodyIsHeldForItself() {
    Watched device = new Watched().queue("open", 900).queue("content", 100).see(12, 1_000);
    device.taker("open").wish.foundHungry(device.seconds());
    device.taker("content").wish.foundContent(100, device.seconds());
    device.queue("open", 500).see(Watched.LENGTH_SECONDS, 700);
    assertThat(Reach.limitAgain(device.at)).isFalse();
  }

  @Test
  void nobodyIsHeldForSomebodyOfWhomNothingIsKnown() {
    Watched device = deepAndShallow();
    assertThat(Reach.limitAgain(device.at)).isFalse();
    assertThat(device.at.isLimited()).isFalse();
  }

  /** The second before was its pause for the most part. */
  @Test
  void whoHasJustComeBackIsNotTakenForOneThatWantsLittle() {
    Watched device = new Watched().queue("steady", 1_000).queue("bursts", 0).see(4, 1_000);
    device.taker("steady").wish.foundHungry(device.seconds());
    device.queue("steady", 840).queue("bursts", 192).see(Watched.LENGTH_SECONDS, 1_000);
    assertThat(Reach.limitAgain(device.at)).isFalse();
  }

  /** Less than 0.93 of its share is short. */
  @Test
  void whoHasNearlyItsShareIsNotShortOfIt() {
    Watched device = new Watched().queue("deep", 530).queue("other", 470).see(2, 1_000);
    device.taker("other").wish.foundHungry(device.seconds());
    assertThat(Reach.limitAgain(device.at)).isFalse();
  }

  @Test
  void whoSleepsIsNotShortOfAnything() {
    Watched device = deepAndShallow();
    device.taker("shallow").wish.foundHungry(device.seconds());
    device.queue("shallow", 0).see(Watched.LENGTH_SECONDS, 1_000);
    assertThat(device.taker("shallow").isActive).isTrue();
    assertThat(Reach.limitAgain(device.at)).isFalse();
  }

  /** The device serves one or the other: each has its turn. */
  @Test
  void whoIsNotServedWithoutLimitsGetsThemBackWhenTheOtherHasHadItsTurn() {
    Metered device = new Metered().passes("small", 50).passes("stream", 900).see(2);
    device.taker("small").wish.foundStarved(device.seconds());
    device.at.free("the test says so");
    device.leaves("small").see(14.75);
    device.at.room = 1_000;
    assertThat(Reach.limitAgain(device.at)).isFalse();
    device.see();
    assertThat(Reach.limitAgain(device.at)).isTrue();
    assertThat(device.taker("stream").isLimited()).isTrue();
  }

  @Test
  void whatLimitsTakeFromOthersIsLostWhereOneThatIsExcludedExceedsItsShareMost() {
    Watched free = new Watched().queue("free", 900, 1, EXCLUDED).queue("b", 100).see(2, 1_000);
    assertThat(Reach.isOut(free.at)).isTrue();
    assertThat(Reach.foreseen(free.at)).isEmpty();
    Watched held = new Watched().queue("free", 100, 1, EXCLUDED).queue("b", 900).see(2, 1_000);
    assertThat(Reach.isOut(held.at)).isFalse();
    Watched even = new Watched().queue("free", 500, 1, EXCLUDED).queue("b", 500).see(2, 1_000);
    assertThat(Reach.isOut(even.at)).as("no more than its share").isFalse();
  }

  @Test
  void whoeverTakesMoreThanItsShareWouldBeLimitedToIt() {
    assertThat(Reach.foreseen(deepAndShallow().at))
        .containsOnlyKeys(Watched.id("deep"))
        .containsEntry(Watched.id("deep"), 500.0);
  }

  /** What the first leaves lets the second have 544, more than its third: it is limited too. */
  @Test
  void whoWouldThenHaveTooMuchWouldBeLimitedToo() {
    Watched device =
        new Watched().queue("deep", 700).queue("second", 340).queue("third", 160).see(2, 1_200);
    assertThat(Reach.foreseen(device.at))
        .containsOnlyKeys(Watched.id("deep"), Watched.id("second"))
        .allSatisfy((queue, limit) -> assertThat(limit).isCloseTo(400, within(1e-6)));
  }

  /** An I/O that costs twice as much device time: a part is half as many of them. */
  @Test
  void limitsAreInOperationsOfWhoIsLimited() {
    Watched device = new Watched().queue("large", 450).queue("shallow", 100).see(2, 1_000);
    device.taker("large").cost = 2;
    assertThat(Reach.foreseen(device.at)).containsEntry(Watched.id("large"), 250.0);
    device.taker("shallow").wish.foundHungry(device.seconds());
    device.taker("large").recently = 400;
    device.taker("large").now = 400;
    assertThat(Reach.limitAgain(device.at)).isTrue();
    assertThat(device.taker("large").limit()).isEqualTo(250);
  }

  /** Whoever would have to be limited next is excluded: limits would free it only. */
  @Test
  void nobodyWouldBeLimitedForOneThatIsExcludedAndWouldTakeItAll() {
    Watched device =
        new Watched()
            .queue("deep", 700)
            .queue("free", 420, 1, EXCLUDED)
            .queue("third", 80)
            .see(2, 1_200);
    assertThat(Reach.isOut(device.at)).isFalse();
    assertThat(Reach.foreseen(device.at)).isEmpty();
  }

  @Test
  void whatAContentOneDoesNotTakeGoesToTheOthers() {
    Watched device =
        new Watched().queue("deep", 700).queue("content", 100).queue("third", 200).see(2, 1_000);
    device.taker("content").wish.foundContent(100, device.seconds());
    assertThat(Reach.foreseen(device.at))
        .containsOnlyKeys(Watched.id("deep"))
        .containsEntry(Watched.id("deep"), 445.0);
  }

  @Test
  void aReserveIsTheLeastThatALimitWouldBe() {
    Rule reserve = new Rule(true, 800, Double.POSITIVE_INFINITY, true);
    Watched device =
        new Watched().queue("deep", 900, 1, reserve).queue("shallow", 100).see(2, 1_000);
    assertThat(Reach.foreseen(device.at)).containsEntry(Watched.id("deep"), 800.0);
  }

  /** Half an I/O per second would be its share; no limit is below one. */
  @Test
  void whatIsForeseenIsWhatItWouldBeHeldTo() {
    Rule any = new Rule(true, 0, Double.POSITIVE_INFINITY, true);
    Watched device =
        new Watched().queue("last", 900, 0.001, any).queue("b", 50).queue("c", 50).see(2, 1_000);
    assertThat(Reach.foreseen(device.at)).containsEntry(Watched.id("last"), 1.0);
  }

  @Test
  void nobodyWouldBeLimitedWhereNobodyWaitsOrIsAlone() {
    assertThat(Reach.foreseen(deepAndShallow().inFlight(1).see(1, 1_000).at)).isEmpty();
    assertThat(Reach.foreseen(new Watched().queue("deep", 900).see(2, 1_000).at)).isEmpty();
  }

  /** On a disk of 200 a second's mean tells little, but somebody was seen to gain by the cut. */
  @Test
  void whoWasCutIsHeldWhereAnotherWhoTakesAsMuchIsNot() {
    Watched device = new Watched().queue("cut", 85).queue("other", 85).queue("small", 30);
    device.see(2, 200);
    double[] before = {85, 85, 30};
    assertThat(Reach.limitProven(device.at, before, new boolean[] {true, false, false})).isTrue();
    assertThat(device.at.limits()).containsOnlyKeys(Watched.id("cut"));
    assertThat(Reach.limitProven(device.at, before, new boolean[3])).isFalse();
    assertThat(device.at.limits()).isEmpty();
  }

  /** A quarter of a second of 128 where 67 are its share may be chance; ten seconds are not. */
  @Test
  void whoTakesTooMuchForLongIsHeldAgain() {
    Watched device = new Watched().queue("deep", 120).queue("shallow", 80).see(2, 200);
    device.taker("shallow").wish.foundHungry(device.seconds());
    assertThat(Reach.limitAgain(device.at)).isFalse();
    device.see(9, 200);
    assertThat(Reach.limitAgain(device.at)).isTrue();
    assertThat(device.at.limits()).containsOnlyKeys(Watched.id("deep"));
  }
}
