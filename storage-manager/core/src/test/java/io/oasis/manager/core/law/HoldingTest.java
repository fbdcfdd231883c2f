package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.Holding.Outcome;
import io.oasis.manager.core.law.Sight.Rule;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows how long limits stay in force, how they move meanwhile, and what ends them. */
class HoldingTest {
  private static final double ROOM = Metered.ROOM;

  private final Metered device = new Metered();
  private final Holding holding = new Holding(device.at);

  /** Seconds from now to the first interval that does not just go on; fails after so many. */
  private double secondsTo(Outcome wanted, double most) {
    double from = device.seconds();
    while (device.seconds() < from + most) {
      Outcome outcome = device.step(holding);
      if (outcome != Outcome.GO_ON) {
        assertThat(outcome).isEqualTo(wanted);
        return device.seconds() - from;
      }
    }
    throw new AssertionError(wanted + " did not come");
  }

  @Test
  void whileAllThereIsIsUsedLimitsStayWhereTheyAre() {
    device.limited(holding);
    for (int i = 0; i < 120; i++) {
      assertThat(device.step(holding)).isEqualTo(Outcome.GO_ON);
    }
    assertThat(device.limit("deep")).isEqualTo(500);
    assertThat(device.at.notes).isEmpty();
  }

  /** It took less for a while, and in three seconds less was done than without limits. */
  @Test
  void whoSleptAndIsBackIsNoReasonToLiftThem() {
    device.limited(holding);
    device.passes("small", 400);
    assertThat(device.step(holding, 1.75)).isEqualTo(Outcome.GO_ON);
    device.passes("small", 500);
    assertThat(device.step(holding, 1)).isEqualTo(Outcome.GO_ON);
  }

  @Test
  void theyAreConfirmedAfterFiveSecondsOfUse() {
    device.limited(holding);
    device.step(holding, 5);
    assertThat(holding.isConfirmed()).isFalse();
    device.step(holding);
    assertThat(holding.isConfirmed()).isTrue();
    device.passes("small", 300);
    device.step(holding, 1);
    assertThat(holding.isConfirmed()).as("less than is there is used").isFalse();
  }

  @Test
  void aLimitThatHoldsNothingBackForThreeQuartersOfASecondIsTakenAway() {
    device.limited(holding);
    device.step(holding, 2);
    device.passes("deep", 300).passes("small", 700);
    device.step(holding, 0.5);
    assertThat(device.taker("deep").isLimited()).isTrue();
    assertThat(device.step(holding)).isEqualTo(Outcome.ALL_CONTENT);
    assertThat(device.taker("deep").isLimited()).isFalse();
    assertThat(device.at.notes).singleElement().asString().endsWith("does not use its limit: off");
  }

  /** A disk stays with whom it serves, now this one and now that one. */
  @Test
  void aLimitWithoutWhichSomebodyIsNotServedStaysForATurn() {
    device.limited(holding);
    device.taker("small").wish.foundStarved(device.seconds());
    device.step(holding, 2);
    device.passes("deep", 300).passes("small", 700);
    device.step(holding, 5);
    assertThat(device.taker("deep").isLimited()).isTrue();
    device.taker("small").wish.foundContent(700, device.seconds());
    assertThat(device.step(holding)).as("not for somebody content").isEqualTo(Outcome.ALL_CONTENT);
  }

  @Test
  void aLimitOfOneThatIsAwayIsTakenAwayAndTheOthersStay() {
    device.limited(holding);
    device.waits("other", 200, 5).see();
    device.taker("other").hold(200, device.seconds());
    device.at.room = 1_200;
    device.step(holding, 1);
    device.passes("deep", 0).passes("small", 1_000);
    device.step(holding, 1);
    assertThat(device.taker("deep").isLimited()).isFalse();
    assertThat(device.taker("other").isLimited()).isTrue();
  }

  @Test
  void whenAFreeOneStopsItsPartIsTheOthersAtOnce() {
    device.limited(holding);
    device.step(holding, 3);
    device.passes("small", 0);
    assertThat(device.step(holding)).isEqualTo(Outcome.SOMEBODY_LEFT);
  }

  @ParameterizedTest
  @CsvSource({
    "390, 20, SOMEBODY_LEFT, it lost more than a quarter and the total shows it",
    "460, 20, GO_ON, it lost little",
    "390, 30, GO_ON, the device holds half as much again: it is slower",
  })
  void whoTakesLessForAMomentHasNotStopped(
      double small, double inFlight, Outcome outcome, String why) {
    device.limited(holding);
    device.step(holding, 3);
    device.waits("deep", 440, 10).passes("small", small - 50).inFlight(inFlight);
    assertThat(device.step(holding)).as(why).isEqualTo(outcome);
  }

  @Test
  void thatAContentOneStopsIsNothingToLetGoFor() {
    device.limited(holding);
    device.see();
    device.taker("small").wish.foundContent(500, device.seconds());
    device.step(holding, 3);
    device.passes("small", 0);
    assertThat(device.step(holding)).isEqualTo(Outcome.GO_ON);
  }

  @Test
  void thatOneStopsWhoTookHardlyAnythingIsNothingToLetGoFor() {
    device.limited(holding);
    device.passes("tiny", 30);
    device.step(holding, 3);
    device.passes("tiny", 0).passes("small", 385).waits("deep", 460, 10);
    assertThat(device.step(holding)).isEqualTo(Outcome.GO_ON);
  }

  /** Its need is what it takes, and the limit of the other rises, by 1.3 in an interval at most. */
  @Test
  void whoLeavesItsShareUnusedIsContentAndTheRestIsTheOthers() {
    device.limited(holding);
    device.step(holding, 3);
    device.passes("small", 380).inFlight(10);
    device.see(1);
    device.step(holding);
    assertThat(device.taker("small").isContent()).isFalse();
    device.step(holding, 0.75);
    assertThat(device.taker("small").isContent()).isTrue();
    assertThat(device.at.notes).anyMatch(note -> note.endsWith(" takes no more than 380"));
    assertThat(device.limit("deep")).isCloseTo(ROOM - 1.1 * 380, within(1.0));
  }

  /** Nobody is there to whom it could be given: an operator's limit holds the other one, too. */
  @Test
  void limitsThatNobodyUsesGo() {
    Rule most = new Rule(true, 0, 500, true);
    device.passes("deep", 900, 900, 10, most).passes("small", 100).see(3);
    device.taker("deep").hold(500, device.seconds());
    device.taker("small").wish.foundContent(380, device.seconds());
    device.at.room = ROOM;
    device.at.unlimited = 0.9 * ROOM;
    holding.begin(true);
    device.passes("deep", 500, 500, 10, most).passes("small", 500);
    device.step(holding, 3);
    device.passes("small", 380).inFlight(10);
    device.see(1);
    assertThat(secondsTo(Outcome.NOT_USED, 2)).isEqualTo(1);
  }

  /** By less when no more waits in it than before: then it may be chance. */
  @Test
  void aDeviceThatGivesLessIsBelievedTheSoonerTheMoreWaitsInIt() {
    assertThat(roomAfterTwoSeconds(20)).isBetween(900.0, 995.0);
    assertThat(device.at.unlimited).isEqualTo(ROOM);
  }

  /** What it did without limits only shows without them: a check is to find it out. */
  @Test
  void aDeviceInWhichMoreWaitsThanBeforeIsSlower() {
    assertThat(roomAfterTwoSeconds(27)).isBetween(800.0, 900.0);
    assertThat(device.at.unlimited).isEqualTo(ROOM);
  }

  private double roomAfterTwoSeconds(double inFlight) {
    device.limited(holding);
    device.step(holding, 3);
    device.waits("deep", 450, 10).passes("small", 400).inFlight(inFlight);
    device.see(1);
    device.step(holding, 2);
    return device.at.room;
  }

  @Test
  void whatCompletesBeyondWhatWasThoughtToBeThereIsThereSoon() {
    device.limited(holding);
    device.step(holding, 2.25);
    device.passes("small", 700);
    device.step(holding, 10);
    assertThat(device.at.room).isCloseTo(1_200, within(10.0));
  }

  @Test
  void whatLimitsCostIsLookedAtWhenATakeoverIsOverAndNobodyKnowsIt() {
    device.limited(holding);
    device.at.unlimited = 0;
    assertThat(secondsTo(Outcome.CHECK, 32)).isEqualTo(30.25);
  }

  /** After 10, 20, 40 s: each check costs those who were to gain. */
  @Test
  void limitsThatCostMoreThanFourPerCentAreCheckedEverMoreSeldom() {
    device.limited(holding);
    device.at.room = 900;
    device.waits("deep", 450, 10).passes("small", 450);
    assertThat(secondsTo(Outcome.CHECK, 4)).isEqualTo(2.75);
    for (double pause : List.of(10.0, 20.0, 40.0)) {
      device.at.curve.completes(900);
      assertThat(secondsTo(Outcome.CHECK, 60)).isEqualTo(pause);
    }
  }

  @Test
  void limitsThatCostLittleAreNotChecked() {
    device.limited(holding);
    device.at.room = 960;
    device.waits("deep", 480, 10).passes("small", 480);
    assertThat(device.step(holding, 60)).isEqualTo(Outcome.GO_ON);
  }

  @Test
  void nothingIsCheckedAfterAStall() {
    device.limited(holding);
    device.at.unlimited = 0;
    for (int i = 0; i < 80; i++) {
      device.see();
      assertThat(holding.step(true)).isEqualTo(Outcome.GO_ON);
    }
  }

  /** Down by three tenths in an interval at most. */
  @Test
  void aLimitFallsWhileAFreeOneHasLessThanItsShare() {
    device.waits("deep", 900, 10).passes("small", 100).see(3);
    device.at.room = ROOM;
    device.at.unlimited = ROOM;
    device.taker("deep").hold(900, device.seconds());
    holding.begin(true);
    device.step(holding);
    assertThat(device.limit("deep")).isCloseTo(630, within(1e-6));
    device.waits("deep", 400, 10).passes("small", 600);
    device.step(holding, 1);
    double fallen = device.limit("deep");
    device.step(holding, 1);
    assertThat(device.limit("deep")).as("nobody is short now").isEqualTo(fallen);
  }

  @Test
  void whoTakesTooMuchWhileAnotherIsShortIsHeldTooAndLosesLittleAtOnce() {
    assertThat(heldBeside(false)).containsExactly("held to 300");
    assertThat(device.limit("big")).isEqualTo(300);
  }

  @Test
  void nobodyIsHeldForOneThatIsContent() {
    assertThat(heldBeside(true)).isEmpty();
    assertThat(device.taker("big").isLimited()).isFalse();
  }

  private List<String> heldBeside(boolean isContent) {
    device.waits("deep", 300, 10).passes("big", 500).passes("small", 100).see(3);
    device.at.room = 900;
    device.at.unlimited = 900;
    device.taker("deep").hold(300, device.seconds());
    if (isContent) {
      device.taker("small").wish.foundContent(100, device.seconds());
    }
    holding.begin(true);
    device.step(holding);
    return device.at.notes.stream().map(note -> note.substring(note.indexOf("held"))).toList();
  }

  @Test
  void whoTakesMoreThanItsShareUnderConfirmedLimitsIsHungry() {
    device.limited(holding);
    device.taker("deep").hold(400, device.seconds());
    device.waits("deep", 400, 10).passes("small", 600);
    device.step(holding, 4.75);
    assertThat(device.taker("small").isHungry()).isFalse();
    device.taker("deep").hold(400, device.seconds());
    device.step(holding, 1);
    assertThat(device.taker("small").isHungry()).isTrue();
  }
}
