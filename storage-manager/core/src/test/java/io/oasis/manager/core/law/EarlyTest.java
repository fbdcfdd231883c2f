package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Sight.Rule;
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

  /** It wants no more than what comes; arrivals are a mean, as one interval may have few. */
  @Test
  void anOpenLoopThatWasCutIsContent() {
    double limit = device.limit("deep");
    device.passes("deep", limit, 900, 30, Rule.NONE);
    assertThat(device.judged(question, 0.5)).as("few are held").isEmpty();
    device.passes("deep", limit, 800, 70, Rule.NONE);
    Answer answer = device.judged(question, 0.25).orElseThrow();
    assertThat(answer)
        .hasToString("Refused[why=requests come all the same, nobody gains, isOpenLoop=true]");
    assertThat(device.taker("deep").isContent()).isTrue();
    assertThat(device.taker("deep").wish.need()).isEqualTo(900);
  }

  /** What was in the device comes back, and is held: a loop of twenty I/Os, and more of others. */
  @Test
  void aLoopWhoseIosLeaveTheDeviceIsNoOpenLoop() {
    device.judged(question, 0.25);
    device.inFlight(4).passes("deep", device.limit("deep"), 850, 70, Rule.NONE);
    assertThat(device.judged(question, 0.25)).isEmpty();
    assertThat(device.taker("deep").isContent()).isFalse();
  }

  /** Who was cut when it took most, by chance, is an open loop by what it takes usually. */
  @Test
  void anOpenLoopIsOneByWhatItTakesUsually() {
    Metered chance = new Metered().passes("deep", 800).passes("small", 100).see(20);
    chance.passes("deep", 900).see(1);
    assertThat(isContentAsSoManyCome(chance, 800, 80)).isTrue();
  }

  /** That it did nothing before is not what it takes usually. */
  @Test
  void soIsOneThatHasJustComeBack() {
    Metered back = new Metered().passes("deep", 0).passes("small", 100).see(20);
    back.passes("deep", 900).see(1);
    assertThat(isContentAsSoManyCome(back, 900, 100)).isTrue();
  }

  /** Whether the deep one is found to be, that is cut and of which so many arrive and are held. */
  private static boolean isContentAsSoManyCome(Metered of, double arriving, double held) {
    Question cut = of.ask().orElseThrow();
    of.passes("deep", of.limit("deep"), arriving, held, Rule.NONE);
    of.judged(cut, PLAIN_SECONDS);
    return of.taker("deep").isContent();
  }

  @Test
  void aLoopThatWasCutIsNot() {
    device.judged(question, PLAIN_SECONDS);
    assertThat(device.taker("deep").isContent()).isFalse();
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
