package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Nobody who was asked gained: but somebody else may have been quicker. */
class RefusalTest {
  private final Metered device = new Metered();

  @Test
  void whoWasTakenForContentAndTakesWhatWasFreedIsAskedNext() {
    device.passes("deep", 800).passes("small", 100).passes("third", 100).see(3);
    device.taker("third").wish.foundContent(100, device.seconds());
    Question question = device.ask().orElseThrow();
    device.waits("deep", 640, 10).passes("third", 200);
    assertThat(device.judged(question, 5)).get().isInstanceOf(Answer.Refused.class);
    assertThat(device.taker("third").isUnknown()).isTrue();
    assertThat(device.taker("small").isContent()).as("others were quicker").isFalse();
    assertThat(question.raisesAnother()).isTrue();
  }

  /** It has little more than its share and was not cut; it is next. */
  @Test
  void whoTakesWhatWasFreedForOthersRaisesAnotherQuestion() {
    device.passes("deep", 500).passes("third", 360).passes("small", 140).see(3);
    Question question = device.ask().orElseThrow();
    assertThat(device.taker("third").isLimited()).isFalse();
    device.waits("deep", 360, 10).passes("third", 455);
    assertThat(device.judged(question, 5)).get().isInstanceOf(Answer.Refused.class);
    assertThat(device.taker("small").isContent()).isFalse();
    assertThat(question.raisesAnother()).isTrue();
  }

  /** It takes a little more than a share that small ones, of whom nothing is known, make small. */
  @Test
  void whoIsNotAskedAndGainsMuchIsHungry() {
    device.passes("deep", 680).passes("third", 170);
    for (int i = 0; i < 5; i++) {
      device.passes("small" + i, 30);
    }
    Question question = device.see(1.25).ask().orElseThrow();
    assertThat(device.taker("third").isLimited()).isFalse();
    assertThat(question.sides().under[1]).isFalse();
    device.waits("deep", device.limit("deep"), 10).passes("third", 330);
    assertThat(device.judged(question, 5)).get().isInstanceOf(Answer.Proven.class);
    assertThat(device.taker("third").isHungry()).isTrue();
  }
}
