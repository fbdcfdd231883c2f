package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/**
 * Shows that who pauses is not asked, and that who comes back meanwhile is not taken for a gain.
 */
class CompanyTest {
  private final Metered device = new Metered();

  /** It did much half a second ago, and is not away yet; what it does next says nothing. */
  @Test
  void whoDoesNothingIsNotAsked() {
    device.passes("deep", 800).passes("small", 100).passes("pausing", 100).see(3);
    device.at.free("the test says so");
    device.see(0.5).passes("pausing", 0).see(0.5);
    assertThat(device.taker("pausing").isActive).isTrue();
    Question question = device.ask().orElseThrow();
    assertThat(question.sides().under).containsExactly(false, true, false);
  }

  /** By 150 of 170 that were freed; but what was freed is not what it does. */
  @Test
  void whoComesBackMeanwhileHasNotTakenWhatWasFreed() {
    device.passes("third", 100).passes("deep", 900).passes("small", 100).see(3);
    device.passes("third", 0).see(3);
    Question question = device.ask().orElseThrow();
    device.waits("deep", device.limit("deep"), 10).passes("small", 150).passes("third", 150);
    assertThat(device.judged(question, 6)).get().isInstanceOf(Answer.Refused.class);
  }

  @Test
  void withoutItTheSameGainIsOne() {
    device.passes("deep", 900).passes("small", 100).see(3);
    Question question = device.ask().orElseThrow();
    device.waits("deep", device.limit("deep"), 10).passes("small", 150).drains(150);
    assertThat(device.judged(question, 6)).get().isInstanceOf(Answer.Proven.class);
  }

  /** It gained nothing in a second; what it does more now is more than was freed. */
  @Test
  void whoDoesMuchMoreAllAtOnceHasBegunSomethingElse() {
    device.passes("deep", 950).passes("small", 50).see(3);
    Question question = device.ask().orElseThrow();
    device.waits("deep", device.limit("deep"), 10).latency(0.025);
    assertThat(device.judged(question, 1.5)).isEmpty();
    device.passes("small", 400);
    assertThat(device.judged(question, 0.25)).get().isInstanceOf(Answer.Overtaken.class);
  }
}
