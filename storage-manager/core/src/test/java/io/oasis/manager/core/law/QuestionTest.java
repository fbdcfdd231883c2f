package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.CostQuestions.Cut;
import io.oasis.manager.core.law.Sight.Rule;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows who is cut for a question, by how much, and what the answer is said to be. */
class QuestionTest {
  /** With a latency of 30 ms an answer is judged over 0.95 s, after one interval. */
  static final double ANSWERED_SECONDS = 1.25;

  private final Metered device = new Metered();

  /** Of 1,000 I/Os a second one takes 900 and one 100. */
  private Question asked() {
    device.passes("deep", 900).passes("small", 100).see(3);
    return device.ask().orElseThrow();
  }

  @Test
  void whereEachHasItsShareNobodyIsAsked() {
    device.passes("deep", 510).passes("small", 490).see(3);
    assertThat(device.ask()).isEmpty();
    assertThat(device.at.isLimited()).isFalse();
  }

  @Test
  void whereWhoTakesLittleIsContentNobodyIsAsked() {
    device.passes("deep", 900).passes("small", 100).see(3);
    device.taker("small").wish.foundContent(100, device.seconds());
    assertThat(device.ask()).isEmpty();
  }

  /** What was measured under limits is no rate to cut from, and one interval is chance. */
  @Test
  void nobodyIsAskedBeforeThreeIntervalsWithoutLimitsWereSeen() {
    device.passes("deep", 900).passes("small", 100).see(3);
    device.at.free("the test says so");
    device.see(0.75);
    assertThat(device.ask()).isEmpty();
    device.see();
    assertThat(device.ask()).isPresent();
  }

  /** Four deviations of the difference of two seconds, 15 to 30 %, and no more than is over. */
  @ParameterizedTest
  @CsvSource({
    "900, 100, 730.3, it shows by so much",
    "3600, 400, 3060, at least 15 %",
    "90, 10, 63, at most 30 %",
    "580, 420, 464, a fifth of its rate is more than what is over",
  })
  void aCutShowsAndIsNoLargerThanItMustBe(double much, double little, double limit, String why) {
    device.passes("deep", much).passes("small", little).see(3);
    device.at.room = much + little;
    assertThat(Question.ask(device.at, Cut.NOBODY)).isPresent();
    assertThat(device.limit("deep")).as(why).isCloseTo(limit, within(0.1));
    assertThat(device.taker("small").isLimited()).isFalse();
    assertThat(device.at.notes).singleElement().asString().contains(" asks ", " held to ");
  }

  @Test
  void whatWasBeforeIsKept() {
    device.latency(0.02);
    Question question = asked();
    assertThat(question.sides().rates).containsExactly(900, 100);
    assertThat(question.latencyBefore()).isCloseTo(0.02, within(1e-9));
  }

  @Test
  void whoTakesUpWhatWasFreedIsHungryAndTheLimitsAreProven() {
    Question question = asked();
    device.waits("deep", 730, 10).passes("small", 270);
    assertThat(device.judged(question, ANSWERED_SECONDS - 0.25)).isEmpty();
    Answer answer = device.judged(question, 0.25).orElseThrow();
    assertThat(answer).isInstanceOf(Answer.Proven.class);
    Answer.Proven proven = (Answer.Proven) answer;
    assertThat(proven.workBefore()).isCloseTo(1_000, within(1.0));
    assertThat(proven.workAfter()).isCloseTo(1_000, within(1.0));
    assertThat(device.taker("small").isHungry()).isTrue();
    Earned earned = device.at.earned.orElseThrow();
    assertThat(earned.gains())
        .containsExactly(new Earned.Gain(device.taker("small").queue, 100, 270));
  }

  /** What was in the device before must be through: after three latencies. */
  @Test
  void theAnswerWaitsForWhatWasInTheDevice() {
    device.latency(0.2);
    Question question = asked();
    device.waits("deep", 730, 10).passes("small", 270);
    assertThat(device.judged(question, 1.75)).isEmpty();
    assertThat(device.judged(question, 0.25)).isPresent();
  }

  @Test
  void whatNobodyTakesUpWasRefusedAndWhoLeftItIsContent() {
    Question question = asked();
    device.waits("deep", 730, 10);
    Answer answer = device.judged(question, ANSWERED_SECONDS).orElseThrow();
    assertThat(answer).isEqualTo(new Answer.Refused("170 freed, 0 taken of 1000", false));
    assertThat(device.taker("small").isContent()).isTrue();
    assertThat(device.taker("small").wish.need()).isEqualTo(100);
  }

  /** What limits cost in other company is no bound: a question measures what it costs now. */
  @Test
  void aQuestionCutsBelowWhatLimitsWereEasedToAndEndsThatWhereNothingIsLost() {
    device.passes("deep", 900).passes("small", 100).see(3);
    device.taker("deep").eased.begin(950, device.seconds());
    Question question = device.ask().orElseThrow();
    assertThat(device.limit("deep")).isCloseTo(730.3, within(0.1));
    assertThat(device.taker("deep").heldTo(500, device.seconds())).isEqualTo(950);
    device.waits("deep", 730, 10).passes("small", 270);
    assertThat(device.judged(question, ANSWERED_SECONDS)).get().isInstanceOf(Answer.Proven.class);
    assertThat(device.taker("deep").heldTo(500, device.seconds())).isEqualTo(500);
  }

  /** What fills a queue in its first interval is no rate. */
  @Test
  void whatWasSeenBeforeTheDeviceWasFullIsNoRateToCutFrom() {
    device.passes("deep", 700).passes("small", 100).inFlight(0).see(3);
    device.passes("deep", 1800).inFlight(20).see(0.25);
    device.passes("deep", 900).see(0.75);
    assertThat(device.ask()).isPresent();
    assertThat(device.limit("deep")).isCloseTo(730.3, within(0.1));
  }

  /** The latency has fallen: more seconds may tell, four of them at most. */
  @Test
  void whileItMayBeThatSomebodyGainsTheAnswerWaits() {
    Question question = asked();
    device.waits("deep", 730, 10).passes("small", 105).latency(0.025);
    assertThat(device.judged(question, 4)).isEmpty();
    assertThat(device.judged(question, 0.5)).get().isInstanceOf(Answer.Refused.class);
  }

  @Test
  void aCutThatHeldNothingBackIsNoQuestion() {
    Question question = asked();
    device.passes("deep", 700);
    assertThat(device.judged(question, ANSWERED_SECONDS)).contains(new Answer.Unbound());
  }

  @Test
  void whenTheOnlyOneThatMightGainHasGoneTheQuestionIsOver() {
    Question question = asked();
    device.waits("deep", 730, 10).passes("small", 0);
    assertThat(device.judged(question, 1)).contains(new Answer.Overtaken());
    assertThat(device.taker("small").isContent()).as("nothing was learned of it").isFalse();
  }

  @Test
  void whenSomebodyComesTheQuestionIsOver() {
    Question question = asked();
    device.waits("deep", 730, 10).passes("new", 50).see();
    assertThat(question.judge()).contains(new Answer.Overtaken());
  }

  /** An open loop's requests come all the same, and pile up behind the limit. */
  @Test
  void thatRequestsComeAllTheSameIsToldEarly() {
    Question question = asked();
    device.passes("deep", 730, 900, 60, Rule.NONE);
    assertThat(device.judged(question, 0.25)).isEmpty();
    assertThat(device.judged(question, 0.25))
        .contains(new Answer.Refused("requests come all the same, nobody gains", true));
    assertThat(device.taker("small").isContent()).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "900, 40, 100, too few wait for that",
    "800, 60, 100, fewer come than before",
    "900, 60, 140, somebody gains",
  })
  void whatIsNoOpenLoopIsNotToldEarly(double arrives, double held, double small, String why) {
    Question question = asked();
    device.passes("deep", 730, arrives, held, Rule.NONE).passes("small", small).latency(0.02);
    assertThat(device.judged(question, 1)).as(why).isEmpty();
  }

  /** By a fifth at a time, down to its share. */
  @Test
  void whileNothingIsLostItCutsDeeper() {
    Question question = asked();
    device.waits("deep", device.limit("deep"), 10).drains(170);
    assertThat(device.judged(question, ANSWERED_SECONDS)).isEmpty();
    assertThat(device.limit("deep")).isCloseTo(0.8 * 730.3, within(0.1));
    assertThat(device.at.notes.getLast()).endsWith("nothing is lost so far: cuts deeper");
    device.waits("deep", device.limit("deep"), 10).drains(316);
    assertThat(device.judged(question, ANSWERED_SECONDS)).isEmpty();
    assertThat(device.limit("deep")).isCloseTo(500, within(0.1));
    assertThat(device.judged(question, ANSWERED_SECONDS)).get().isInstanceOf(Answer.Refused.class);
  }

  /** It gained 60 of 170, but the device does a twentieth less: that is no proof. */
  @Test
  void aGainThatCostsMoreThanItBringsIsNone() {
    Question question = asked();
    device.waits("deep", 730, 10).passes("small", 150);
    assertThat(device.judged(question, ANSWERED_SECONDS)).get().isInstanceOf(Answer.Refused.class);
  }

  /** It takes 60 of the 116 that are freed, and has an eighth more; the other has a fifth less. */
  @Test
  void aGainThatIsLessForOneThanTheLossForTheOtherIsNone() {
    device.passes("deep", 580).passes("small", 450).see(3);
    Question question = device.ask().orElseThrow();
    device.waits("deep", 464, 10).passes("small", 510);
    assertThat(device.judged(question, ANSWERED_SECONDS)).get().isInstanceOf(Answer.Refused.class);
  }

  @Test
  void aGainOfMoreThanAThirdOfWhatWasFreedIsProof() {
    Question question = asked();
    device.waits("deep", 730, 10).passes("small", 165);
    assertThat(device.judged(question, ANSWERED_SECONDS)).get().isInstanceOf(Answer.Proven.class);
  }

  /** Of another kind of I/O it is not known what it costs. */
  @Test
  void costsAreAskedForOnlyWhereThereIsAnotherKind() {
    device.passes("deep", 500).passes("small", 500).see(3);
    device.at.room = 1_000;
    assertThat(Question.ask(device.at, Cut.MOST)).isEmpty();
  }

  /** The mean since what was in the device is through, not since the cut. */
  @Test
  void whatAContentOneNeedsIsWhatItTookSinceTheCutCounts() {
    Question question = asked();
    device.passes("deep", 730, 900, 60, Rule.NONE).passes("small", 110);
    assertThat(device.judged(question, 0.5)).isPresent();
    assertThat(device.taker("small").wish.need()).isCloseTo(110, within(0.1));
  }

  /** Where the latency falls and one takes more, one that takes no more is content. */
  @Test
  void aProofSaysOfEachOneThatMightGainWhatItIs() {
    device.passes("deep", 4_000).passes("small", 500).passes("content", 500).see(3);
    device.at.room = 5_000;
    Question question = Question.ask(device.at, Cut.NOBODY).orElseThrow();
    double left = device.limit("deep");
    device.waits("deep", left, 10).passes("small", 4_500 - left).latency(0.015);
    assertThat(device.judged(question, ANSWERED_SECONDS)).get().isInstanceOf(Answer.Proven.class);
    assertThat(device.taker("small").isHungry()).isTrue();
    assertThat(device.taker("content").isContent()).isTrue();
    assertThat(device.taker("content").wish.need()).isCloseTo(500, within(1.0));
  }

  /** Who is content for certain is not waited for, however the latency fell. */
  @Test
  void whatIsDecidedIsNotWaitedFor() {
    device.passes("deep", 4_500).passes("small", 500).see(3);
    device.at.room = 5_000;
    Question question = Question.ask(device.at, Cut.NOBODY).orElseThrow();
    device.waits("deep", device.limit("deep"), 10).latency(0.015);
    assertThat(device.judged(question, ANSWERED_SECONDS)).get().isInstanceOf(Answer.Refused.class);
  }

  /** A latency that does not fall when less is asked for is what an I/O takes by itself. */
  @ParameterizedTest
  @CsvSource({"0.03, false, no", "0.02, true, it fell"})
  void nobodyWaitsInADeviceThatIsNoFasterForLess(double latency, boolean waits, String fell) {
    Question question = asked();
    device.waits("deep", 730, 10).latency(latency);
    assertThat(device.judged(question, 6)).as(fell).get().isInstanceOf(Answer.Refused.class);
    device.at.free("the test says so");
    device.passes("deep", 900).latency(0.03).see();
    assertThat(device.at.waits()).as(fell).isEqualTo(waits);
  }

  /** It would go on down to a tenth, the share of each of ten. */
  @Test
  void itCutsDeeperSixTimesAtMost() {
    device.passes("deep", 9_910);
    for (int i = 0; i < 9; i++) {
      device.passes("small" + i, 10);
    }
    device.see(3);
    device.at.room = 10_000;
    Question question = Question.ask(device.at, Cut.NOBODY).orElseThrow();
    for (int i = 0; i < 6; i++) {
      double limit = device.limit("deep");
      device.waits("deep", limit, 10).drains(9_910 - limit);
      assertThat(device.judged(question, ANSWERED_SECONDS)).isEmpty();
    }
    device.waits("deep", device.limit("deep"), 10).drains(9_910 - device.limit("deep"));
    assertThat(device.judged(question, ANSWERED_SECONDS)).get().isInstanceOf(Answer.Refused.class);
    assertThat(device.at.notes.stream().filter(note -> note.endsWith("cuts deeper"))).hasSize(6);
  }
}
