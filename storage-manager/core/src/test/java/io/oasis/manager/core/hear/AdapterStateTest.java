package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.Version;
import org.junit.jupiter.api.Test;

/** Which word of an adapter is news, and until when it is taken to be alive. */
class AdapterStateTest {
  private static final Version SEEN = new Version(1, 7);

  private final AdapterState adapter =
      new AdapterState(Said.status("h:x", "present", SEEN, Said.NOW), Said.NOW);

  @Test
  void whoHasSeenMoreIsHeardAlsoInAnotherSessionAndWhoHasSeenLessIsNot() {
    assertThat(takes("other", new Version(1, 8), -1)).isTrue();
    assertThat(takes("other", new Version(1, 6), 1)).isFalse();
    assertThat(takes("present", new Version(1, 6), 1)).isFalse();
  }

  @Test
  void ofAnotherSessionThatHasSeenTheSameOnlyTheLaterIsHeard() {
    assertThat(takes("present", SEEN, -1)).isTrue();
    assertThat(takes("other", SEEN, -1)).isFalse();
    assertThat(takes("other", SEEN, 0)).isFalse();
    assertThat(takes("other", SEEN, 1)).isTrue();
  }

  /** As one that lost its journal. */
  @Test
  void onceItIsSilentForMoreThanFourSecondsWhateverComesIsHeard() {
    assertThat(adapter.isAlive(Said.NOW.plusMillis(4_000))).isTrue();
    assertThat(adapter.isAlive(Said.NOW.plusMillis(4_001))).isFalse();
    assertThat(
            adapter.takes(
                Said.status("h:x", "other", Version.NONE, Said.NOW), Said.NOW.plusMillis(4_001)))
        .isTrue();
  }

  private boolean takes(String session, Version seen, long secondsLater) {
    return adapter.takes(
        Said.status("h:x", session, seen, Said.NOW.plusSeconds(secondsLater)), Said.NOW);
  }
}
