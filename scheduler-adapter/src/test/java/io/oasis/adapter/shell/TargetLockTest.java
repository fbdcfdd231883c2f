package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that a lock beside what anybody may write to is no way into other files. */
class TargetLockTest {
  @TempDir Path directory;

  @Test
  void aLinkInItsPlaceIsNotFollowed() throws Exception {
    Path precious = Files.writeString(directory.resolve("precious"), "content");
    Files.createSymbolicLink(directory.resolve("adapter.lock"), precious);
    assertThatThrownBy(() -> TargetLock.take(directory)).hasMessageContaining("cannot lock");
    assertThat(precious).hasContent("content");
  }

  @Test
  void aSecondOneIsKeptOut() throws Exception {
    try (TargetLock first = TargetLock.take(directory)) {
      assertThat(TargetLock.isTaken(directory)).isTrue();
      assertThatThrownBy(() -> TargetLock.take(directory)).hasMessageContaining("another adapter");
    }
  }
}
