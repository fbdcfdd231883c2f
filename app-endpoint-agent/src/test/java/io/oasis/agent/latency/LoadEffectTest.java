package io.oasis.agent.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** What is known of a load, and that nothing is said of one of which nothing is known. */
class LoadEffectTest {
  private final LoadEffect effect = new LoadEffect(0, 1, 8);

  @Test
  void nothingIsKnownAtFirst() {
    assertThat(effect.at(0, 0)).isEmpty();
    assertThat(effect.at(7, 7)).isEmpty();
    assertThat(effect.trust(0)).isZero();
  }

  /**
   * Less load than was seen is as fast as the least; of more than half a bin above it is silent.
   */
  @Test
  void isKnownUpToTheMostThatWasSeen() {
    learn(2, 0.1);
    learn(3, 0.4);
    assertThat(effect.at(0, 0).orElseThrow()).isCloseTo(0.1, within(1e-6));
    assertThat(effect.at(2.5, 2.5).orElseThrow()).isCloseTo(0.25, within(1e-6));
    assertThat(effect.at(3.5, 3.5).orElseThrow()).isCloseTo(0.4, within(1e-6));
    assertThat(effect.at(3.6, 3.6)).isEmpty();
    assertThat(effect.at(7, 7)).isEmpty();
  }

  /** What was known of a load that has become rare is not said any more. */
  @Test
  void whatBecomesRareIsNotKnownAnyMore() {
    learn(3, 0.4);
    assertThat(effect.at(3, 3)).isPresent();
    for (int i = 0; i < 5; i++) {
      learn(2, 0.1);
    }
    assertThat(effect.at(3, 3)).isEmpty();
    assertThat(effect.at(2, 2)).isPresent();
  }

  private void learn(double log2, double residual) {
    for (int i = 0; i < 64; i++) {
      effect.learn(log2, residual);
    }
  }
}
