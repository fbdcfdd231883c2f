package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
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

  /** Who may read a file may hold a lock on it, and keep every adapter off. */
  @Test
  void itsFileIsForItsOwnerOnlyAlsoOneThatWasOpen() throws Exception {
    Path file = directory.resolve("adapter.lock");
    for (int time = 0; time < 2; time++) {
      try (TargetLock _ = TargetLock.take(directory)) {
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
            .isEqualTo("rw-------");
      }
      Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    }
  }

  @Test
  void aSecondOneIsKeptOut() throws Exception {
    try (TargetLock first = TargetLock.take(directory)) {
      assertThat(TargetLock.isTaken(directory)).isTrue();
      assertThatThrownBy(() -> TargetLock.take(directory)).hasMessageContaining("another adapter");
    }
  }
}
