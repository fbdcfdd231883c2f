package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Shows when a device is taken to do nothing for a moment. */
class StallsTest {
  private final Watched device = new Watched().queue("a", 1_000).see(2, 1_000);
  private final Stalls stalls = new Stalls(device.at);
  private double seconds = device.seconds();

  private boolean touch(double completed) {
    seconds += Watched.LENGTH_SECONDS;
    return stalls.touch(new Sight(seconds, Watched.LENGTH_SECONDS, List.of(), completed, 1_000, 1));
  }

  @Test
  void itStallsWhileHardlyAnythingOfWhatItHoldsCompletes() {
    assertThat(touch(1_000)).isFalse();
    assertThat(touch(500)).isTrue();
    assertThat(touch(900)).as("touches the interval before").isTrue();
    assertThat(touch(900)).isFalse();
    assertThat(stalls.isRecent()).isTrue();
  }

  /** Else nothing would ever be decided again: what is usual is not learned in a stall. */
  @Test
  void whatLastsIsWhatItDoes() {
    int stalled = 0;
    for (int i = 0; i < 100; i++) {
      stalled += touch(500) ? 1 : 0;
    }
    assertThat(stalled * Watched.LENGTH_SECONDS).isEqualTo(5);
    assertThat(touch(500)).isFalse();
    assertThat(stalls.isRecent()).as("keeps checks off").isFalse();
  }
}
