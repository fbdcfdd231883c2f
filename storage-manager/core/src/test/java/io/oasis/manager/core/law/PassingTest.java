package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Optional;
import org.junit.jupiter.api.Test;

/**
 * Shows that somebody who works for three quarters of a second and rests as long does not keep the
 * others from being asked, nor from answering.
 */
class PassingTest {
  private static final double TURN_SECONDS = 0.75;

  private final Metered device = new Metered();

  /** What deep and small take without the third; with it all take two thirds of that. */
  private double deep = 900;

  private double small = 100;
  private double held;

  private Metered withThird() {
    double part = 2 / 3.0;
    return device
        .passes("deep", Math.min(deep, 900 * part))
        .passes("small", 100 * part)
        .passes("third", 1_000 * (1 - part));
  }

  private Metered withoutThird() {
    return device.waits("deep", deep, held).passes("small", small).passes("third", 0);
  }

  private Metered turns(int count) {
    for (int i = 0; i < count; i++) {
      withoutThird().see(TURN_SECONDS);
      withThird().see(TURN_SECONDS);
    }
    return withoutThird();
  }

  private Question asked() {
    turns(4).see(TURN_SECONDS);
    return device.ask().orElseThrow();
  }

  @Test
  void theOthersAreAskedWhenItRests() {
    turns(4);
    withThird().see(Metered.LENGTH_SECONDS);
    assertThat(device.ask()).isEmpty();
    withoutThird().see(Metered.LENGTH_SECONDS);
    Sides sides = device.ask().orElseThrow().sides();
    assertThat(sides.over).containsExactly(true, false, false);
    assertThat(sides.under).containsExactly(false, true, false);
    assertThat(sides.rates[0]).isCloseTo(900, within(1e-6));
    assertThat(sides.rates[1]).isCloseTo(100, within(1e-6));
  }

  /** Half of what the cut frees; the third comes and goes meanwhile. */
  @Test
  void whatTheyGainIsSeenWhenItRests() {
    Question question = asked();
    deep = device.limit("deep");
    small = 100 + (900 - deep);
    held = 10;
    withThird();
    assertThat(device.judged(question, TURN_SECONDS)).isEmpty();
    withoutThird();
    assertThat(device.judged(question, 1)).get().isInstanceOf(Answer.Proven.class);
  }

  /** What deep did not use of its limit beside the third it uses first when that has gone. */
  @Test
  void whatIsUsedLaterOfALimitIsNoAnswer() {
    Question question = asked();
    double limit = device.limit("deep");
    withThird();
    assertThat(device.judged(question, TURN_SECONDS)).isEmpty();
    withoutThird();
    assertThat(device.judged(question, TURN_SECONDS)).isEmpty();
    deep = limit;
    small = 100 + (900 - deep);
    held = 10;
    withoutThird();
    assertThat(device.judged(question, 1)).get().isInstanceOf(Answer.Proven.class);
  }

  @Test
  void whoStaysEndsTheQuestion() {
    Question question = asked();
    withThird();
    assertThat(device.judged(question, 5)).isEmpty();
    assertThat(device.judged(question, 2)).get().isInstanceOf(Answer.Overtaken.class);
  }

  /** A little more and a little less than the part that is much. */
  @Test
  void whoIsAlwaysThereDoesNotComeAndGo() {
    for (int i = 0; i < 12; i++) {
      device.passes("deep", 850).passes("small", 100).passes("third", i % 2 == 0 ? 48 : 52).see();
    }
    assertThat(Passing.of(device.at).isAnybody()).isFalse();
    assertThat(device.ask().map(question -> question.sides().there[2]))
        .isEqualTo(Optional.of(true));
  }

  /** Nobody knows what the others take without it. */
  @Test
  void whoHardlyEverRestsIsOneOfThem() {
    for (int i = 0; i < 3; i++) {
      withThird().see(1.75);
      withoutThird().see(Metered.LENGTH_SECONDS);
    }
    assertThat(Passing.of(device.at).isAnybody()).isFalse();
  }
}
