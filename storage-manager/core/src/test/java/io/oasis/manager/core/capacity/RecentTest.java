package io.oasis.manager.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Shows that only the last measurements count. */
class RecentTest {
  private final Recent recent = new Recent(4);

  private void add(double... samples) {
    for (double sample : samples) {
      recent.add(sample);
    }
  }

  @Test
  void theOldestIsReplaced() {
    add(1_000, 8, 2, 1);
    assertThat(recent.isFull()).isTrue();
    add(5);
    assertThat(recent.mean()).isEqualTo(4);
    assertThat(recent.median()).as("the mean of 2 and 5").isEqualTo(3.5);
  }

  @Test
  void whatWasClearedCountsNoMore() {
    add(1_000, 1_000, 1_000, 1_000);
    recent.clear();
    add(3, 1, 8);
    assertThat(recent.isFull()).isFalse();
    assertThat(recent.mean()).isEqualTo(4);
    assertThat(recent.median()).isEqualTo(3);
  }
}
