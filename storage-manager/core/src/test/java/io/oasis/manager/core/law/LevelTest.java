package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.manager.core.law.Sight.Rule;
import org.junit.jupiter.api.Test;

/** Shows what each is to have: equal parts by weight of what there is, no more than it wants. */
class LevelTest {
  private static final double NO_LIMIT = Double.POSITIVE_INFINITY;

  private static double[] level(Watched device) {
    return device.at.level(true);
  }

  @Test
  void whoOfNobodyKnowsAnythingHaveEqualParts() {
    assertThat(level(new Watched().queue("a", 700).queue("b", 100).queue("c", 100).see(2, 900)))
        .containsExactly(300, 300, 300);
  }

  @Test
  void partsAreInProportionToWeights() {
    Watched device =
        new Watched().queue("a", 700, 1, Rule.NONE).queue("b", 200, 2, Rule.NONE).see(2, 900);
    assertThat(level(device)).containsExactly(300, 600);
  }

  /** A tenth more than it needs, so that it can be seen to want more. */
  @Test
  void whoIsContentLeavesTheRestToTheOthers() {
    Watched device = new Watched().queue("a", 700).queue("b", 100).queue("c", 100).see(2, 900);
    device.taker("b").wish.foundContent(100, device.seconds());
    double[] level = level(device);
    assertThat(level[1]).isCloseTo(110, within(1e-6));
    assertThat(level[0]).isCloseTo(395, within(1e-6));
    assertThat(level[2]).isCloseTo(395, within(1e-6));
  }

  @Test
  void nobodyHasMoreThanItsOperatorSaysNorLessThanItsReserve() {
    Rule most = new Rule(true, 0, 50, true);
    Rule least = new Rule(true, 600, NO_LIMIT, true);
    Watched device =
        new Watched().queue("a", 50, 1, most).queue("b", 100, 1, least).queue("c", 600).see(2, 900);
    assertThat(level(device)).containsExactly(50, 600, 250);
  }

  @Test
  void whoIsNotKnownToWantMoreHasWhatItTakesUnlessThatIsTakenForGranted() {
    Watched device = new Watched().queue("a", 700).queue("b", 100).see(2, 1_000);
    device.taker("a").wish.foundHungry(device.seconds());
    assertThat(device.at.level(false)).containsExactly(900, 100);
    assertThat(device.at.level(true)).containsExactly(500, 500);
  }

  @Test
  void whoDoesNothingHasNothing() {
    Watched device = new Watched().queue("a", 700).queue("b", 0).see(2, 1_000);
    assertThat(level(device)).containsExactly(1_000, 0);
  }

  /**
   * Of two who want more one had nine times as much for long: it weighs (500 / 900)^0.75 = 0.643 by
   * now, the other no more than 2.5.
   */
  @Test
  void whoGotLessOfLateHasMoreForAWhile() {
    Watched device = new Watched().queue("a", 900).queue("b", 100).see(60, 1_000);
    assertThat(level(device)).as("nobody is known to want more").containsExactly(500, 500);
    device.taker("a").wish.foundHungry(device.seconds());
    device.taker("b").wish.foundHungry(device.seconds());
    double[] level = level(device);
    assertThat(level[0]).isCloseTo(1_000 * 0.643_5 / (0.643_5 + 2.5), within(0.5));
    assertThat(level[0] + level[1]).isCloseTo(1_000, within(1e-6));
  }

  /** One of twice the weight that always had twice as much had no more than its part. */
  @Test
  void whatSomebodyGotIsSeenByItsWeight() {
    Watched device =
        new Watched().queue("a", 600, 2, Rule.NONE).queue("b", 300, 1, Rule.NONE).see(60, 900);
    device.taker("a").wish.foundHungry(device.seconds());
    device.taker("b").wish.foundHungry(device.seconds());
    assertThat(level(device)).containsExactly(600, 300);
  }

  /** I/Os that cost four times as much: levels are of the device's time. */
  @Test
  void whatSomebodyGotIsSeenByItsCost() {
    Watched device = new Watched().queue("large", 100).queue("small", 400).see(60, 800);
    device.taker("large").cost = 4;
    device.taker("large").wish.foundHungry(device.seconds());
    device.taker("small").wish.foundHungry(device.seconds());
    assertThat(level(device)).containsExactly(400, 400);
    device.taker("large").lately = 10;
    assertThat(Level.ofEquals(device.at)).containsExactly(400, 400);
    assertThat(device.taker("large").lately).isEqualTo(100);
  }

  @Test
  void whoIsAwayIsNeitherGivenMoreNorForgiven() {
    Watched device = new Watched().queue("a", 900).queue("away", 300).see(10, 900);
    device.taker("away").wish.foundHungry(device.seconds());
    device.queue("away", 0).see(2, 900);
    double before = device.taker("away").lately;
    assertThat(Level.ofEquals(device.at)).containsExactly(900, 0);
    assertThat(device.taker("away").lately).isEqualTo(before);
  }

  @Test
  void whoIsForgivenHasAnEqualPartAndHadItFromThenOn() {
    Watched device = new Watched().queue("a", 900).queue("b", 100).see(60, 1_000);
    device.taker("a").wish.foundHungry(device.seconds());
    device.taker("b").wish.foundHungry(device.seconds());
    assertThat(Level.ofEquals(device.at)).containsExactly(500, 500);
    assertThat(device.taker("a").lately).isEqualTo(500);
    assertThat(level(device)).containsExactly(500, 500);
  }

  @Test
  void aLimitThatHoldsNothingBackLeavesATenthMoreThanIsTaken() {
    Watched device = new Watched().queue("a", 300).queue("b", 100).see(2, 1_000);
    device.taker("a").hold(500, device.seconds());
    device.see(2, 1_000);
    assertThat(level(device)[0]).isCloseTo(1.1 * 300 + 1, within(1e-6));
  }
}
