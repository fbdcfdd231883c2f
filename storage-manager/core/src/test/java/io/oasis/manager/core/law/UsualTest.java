package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Sight.Rule;
import org.junit.jupiter.api.Test;

/** Shows that who took as much of its own accord has not gained by a cut. */
class UsualTest {
  private final Metered device = new Metered();

  /** One that takes 600, and one that comes in bursts of 300 and takes 100 just now. */
  private void bursts(double beside, double completedMore) {
    device.passes("deep", 600).passes("bursts", 100).see(3);
    device.passes("deep", beside).passes("bursts", 300).drains(completedMore).see(1);
    device.passes("deep", 600).passes("bursts", 100).drains(0).see(4);
  }

  private Sides sides() {
    Sides sides =
        Sides.of(device.at, device.at.recent(), new double[] {350, 350}, Passing.nobody(device.at));
    sides.knowUsual(device.at, device.at.history.completed(device.at.recent()));
    assertThat(sides.rates).containsExactly(600, 100);
    return sides;
  }

  @Test
  void whoCameInBurstsMayComeSoAgain() {
    bursts(600, -200);
    Sides sides = sides();
    assertThat(sides.isUsual(1, 300)).isTrue();
    assertThat(sides.isUsual(1, 400)).as("so many it never took").isFalse();
    assertThat(sides.isUsual(1, 90)).as("that is no rise").isFalse();
    double[] after = {450, 280};
    assertThat(sides.taken(after)).isZero();
    assertThat(sides.come(after)).isEqualTo(180);
  }

  /** What it took while the other one paused is what it gains when that one is cut. */
  @Test
  void whatItTookWhileWhoIsCutTookLessSaysNothing() {
    bursts(500, 0);
    Sides sides = sides();
    assertThat(sides.isUsual(1, 300)).isFalse();
    assertThat(sides.taken(new double[] {450, 280})).isEqualTo(180);
  }

  /** A cap that was not in force in the last second is no measure of what is taken. */
  @Test
  void whatIsCutIsWhatWasTakenWhateverTheCap() {
    Rule cap = new Rule(true, 0, 200, true);
    device.passes("deep", 600).passes("bursts", 100).see(3);
    device.passes("deep", 200).passes("bursts", 300).see(1);
    device.passes("deep", 600, 600, 0, cap).passes("bursts", 100).see(4);
    Sides sides =
        Sides.of(device.at, device.at.recent(), new double[] {150, 350}, Passing.nobody(device.at));
    assertThat(sides.rates).containsExactly(200, 100);
    sides.knowUsual(device.at, 700);
    assertThat(sides.isUsual(1, 300)).isFalse();
  }

  @Test
  void whatItTookOfAQuickerDeviceSaysNothing() {
    bursts(600, 0);
    assertThat(sides().isUsual(1, 300)).isFalse();
  }

  /** Of one whose rate is steady the most is chance, and a rise is one. */
  @Test
  void whoseRateIsSteadyHasNoOtherOne() {
    device.passes("deep", 600).passes("steady", 100).see(3);
    device.passes("steady", 115).see(1);
    device.passes("steady", 100).see(4);
    assertThat(sides().isUsual(1, 110)).isFalse();
  }

  /** What comes through when limits have gone is what waited behind them. */
  @Test
  void whatWasTakenUnderLimitsOrJustAfterThemSaysNothing() {
    device.passes("deep", 600).passes("bursts", 100).see(3);
    device.taker("deep").hold(600, device.seconds());
    device.passes("bursts", 300).drains(-200).see(1.5);
    device.at.free("the test says so");
    device.see(0.75).passes("bursts", 100).drains(0).see(4);
    assertThat(sides().isUsual(1, 300)).isFalse();
  }

  @Test
  void whatWasTwentySecondsAgoIsForgotten() {
    bursts(600, -200);
    device.see(20);
    assertThat(sides().isUsual(1, 300)).isFalse();
  }

  /** The answer to a question is that nobody gains. */
  @Test
  void aBurstIsNoAnswerToAQuestion() {
    bursts(600, -200);
    device.at.room = 700;
    Question question = device.ask().orElseThrow();
    device.waits("deep", device.limit("deep"), 10).passes("bursts", 300).drains(-200);
    assertThat(device.judged(question, QuestionTest.ANSWERED_SECONDS))
        .get()
        .isInstanceOf(Answer.Refused.class);
    assertThat(device.taker("bursts").isContent()).isTrue();
  }
}
