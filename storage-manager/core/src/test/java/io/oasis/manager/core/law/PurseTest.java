package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Limits may cost a twentieth; if they cost more, they wait until that is made up for. */
class PurseTest {
  private final Purse purse = new Purse();

  private void pay(int seconds, double lost) {
    for (int i = 0; i < 4 * seconds; i++) {
      purse.pay(0.25, lost);
    }
  }

  @Test
  void aTwentiethMayBeLostForEver() {
    pay(10_000, 0.05);
    assertThat(purse.isEmpty()).isFalse();
  }

  /** A second and a quarter may be lost at once; then nothing for 25 s. */
  @Test
  void whatWasLostIsMadeUpForBeforeMoreIsSpent() {
    pay(1, 1);
    assertThat(purse.isEmpty()).isFalse();
    pay(1, 1);
    assertThat(purse.isEmpty()).isTrue();
    pay(25, 0);
    assertThat(purse.isEmpty()).isTrue();
    pay(15, 0);
    assertThat(purse.isEmpty()).isFalse();
  }
}
