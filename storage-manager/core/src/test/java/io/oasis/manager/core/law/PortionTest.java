package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows what is told of each: its part, and what it wants as far as that is known. */
class PortionTest {
  @Test
  void aContentOneWantsWhatItNeedsAnIdleOneNothingAndNobodyKnowsOfTheOthers() {
    Watched device =
        new Watched().queue("deep", 800).queue("content", 100).queue("idle", 0).see(2, 900);
    device.taker("content").wish.foundContent(100, device.seconds());
    assertThat(Portion.all(device.at).get(Watched.id("content")).wants()).isEqualTo(100);
    assertThat(Portion.all(device.at).get(Watched.id("idle"))).isEqualTo(new Portion(0, 0));
    Portion deep = Portion.all(device.at).get(Watched.id("deep"));
    assertThat(deep.wants()).isInfinite();
    assertThat(deep.share()).isEqualTo(900 - 1.1 * 100);
  }

  /** An I/O that costs twice as much device time: half as many of them are the same part. */
  @Test
  void aPartIsInItsOwnOperations() {
    Watched device = new Watched().queue("large", 300).queue("small", 400).see(2, 1_000);
    device.taker("large").cost = 2;
    assertThat(Portion.all(device.at).get(Watched.id("large")).share()).isEqualTo(250);
    assertThat(Portion.all(device.at).get(Watched.id("small")).share()).isEqualTo(500);
  }
}
