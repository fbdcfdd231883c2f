package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows that questions take half a hundredth of one's time, the first aside. */
class SparedTest {
  private final Spared spared = new Spared();

  @Test
  void oneQuestionIsAlwaysAllowed() {
    assertThat(spared.isEnough()).isFalse();
    spared.cut(0.25);
    assertThat(spared.isEnough()).isTrue();
  }

  /** One that lasts as long as an early answer, after one that did: in 300 s. */
  @Test
  void theNextOneWhenBothAreHalfAHundredth() {
    spared.cut(0.75);
    see(270);
    assertThat(spared.isEnough()).isTrue();
    see(40);
    assertThat(spared.isEnough()).isFalse();
  }

  /** Else it might be cut for minutes in a row after a day. */
  @Test
  void aDayIsNotSavedUp() {
    see(86_400);
    spared.cut(4);
    assertThat(spared.isEnough()).isFalse();
    spared.cut(0.5);
    assertThat(spared.isEnough()).isTrue();
  }

  private void see(double seconds) {
    for (double at = 0; at < seconds; at += 0.25) {
      spared.see(0.25);
    }
  }

  /** What it sends while it is cut is late: half a hundredth of its time, and no more. */
  @Test
  void whoIsKnownToBeAnOpenLoopIsNotCutAgainSoon() {
    Metered device = new Metered().passes("deep", 900).passes("small", 100).see(100);
    Wish wish = device.taker("deep").wish;
    wish.foundContent(900, device.seconds());
    wish.countCut(0.5);
    assertThat(wish.isSpared()).as("it may be a loop").isFalse();
    wish.foundOpenLoop(900, device.seconds());
    assertThat(device.ask()).isEmpty();
    device.see(180);
    assertThat(device.ask()).isPresent();
  }

  @Test
  void whoWantsSomethingElseIsNoKnownOpenLoop() {
    Wish wish = new Wish();
    wish.countCut(0.5);
    wish.foundOpenLoop(900, 0);
    assertThat(wish.isSpared()).isTrue();
    wish.forget();
    assertThat(wish.isSpared()).isFalse();
    wish.foundOpenLoop(900, 0);
    wish.foundHungry(0);
    assertThat(wish.isSpared()).isFalse();
  }
}
