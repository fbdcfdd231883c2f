package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Shows that a question ends early where it is plain that nobody waits, and there only. */
class EarlyTest {
  /** An interval is skipped, and two are seen; an answer has its time after 1.25. */
  private static final double PLAIN_SECONDS = 0.75;

  private final Metered device = new Metered();
  private Question question;

  @BeforeEach
  void asksTheDeepOne() {
    device.passes("deep", 900).passes("small", 100).see(3);
    question = device.ask().orElseThrow();
    device.waits("deep", device.limit("deep"), 10);
  }

  @Test
  void whatIsFreedIsLeftAndTheDeviceIsNoQuicker() {
    assertThat(device.judged(question, PLAIN_SECONDS - 0.25)).as("too early").isEmpty();
    assertThat(device.judged(question, 0.25)).get().isInstanceOf(Answer.Refused.class);
    assertThat(device.taker("small").isContent()).isTrue();
  }

  @Test
  void whoMayHaveGainedIsWaitedFor() {
    device.passes("small", 120);
    assertThat(device.judged(question, PLAIN_SECONDS)).isEmpty();
  }

  @Test
  void aDeviceThatIsQuickerIsWaitedFor() {
    device.latency(0.02);
    assertThat(device.judged(question, PLAIN_SECONDS)).isEmpty();
  }

  @Test
  void aTotalThatHasNotFallenIsWaitedFor() {
    device.drains(170);
    assertThat(device.judged(question, PLAIN_SECONDS)).isEmpty();
  }

  @Test
  void aCutThatIsNotInForceIsWaitedFor() {
    device.waits("deep", 800, 10);
    assertThat(device.judged(question, PLAIN_SECONDS)).isEmpty();
  }

  @Test
  void whatADeviceMayKeepBackByItsOwnOrderIsWaitedFor() {
    Metered other = new Metered().passes("deep", 900).writes("small", 100).see(3);
    Question ofWrites = other.ask().orElseThrow();
    other.waits("deep", other.limit("deep"), 10);
    assertThat(other.judged(ofWrites, PLAIN_SECONDS)).isEmpty();
  }
}
