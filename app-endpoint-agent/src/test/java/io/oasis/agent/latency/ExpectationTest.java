package io.oasis.agent.latency;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** What is expected of a load of which nothing is known: the level, on which nobody relies. */
class ExpectationTest {
  @Test
  void anUnknownLoadAddsNothingAndIsNotTrusted() {
    Expectation expected = new Expectation();
    expected.level(7);
    Point point = new Point(0, 1_000, 100, 4_096);
    expected.look(point);
    assertThat(expected.log()).isEqualTo(7);
    assertThat(expected.trust()).isZero();
    assertThat(expected.learn(point, 0.5)).isFalse();
    assertThat(expected.level()).isEqualTo(7);
  }
}
