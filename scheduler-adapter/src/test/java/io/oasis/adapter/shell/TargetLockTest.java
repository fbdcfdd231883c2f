package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.linux.HostRoot;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
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

  /** Beside it whoever may write there could make the file first, or a link to another one. */
  @Test
  void thatOfAProcessIsNotBesideItsSocket() throws Exception {
    Assumptions.assumeTrue(
        "root".equals(Files.getOwner(directory).getName()), "needs root, whose /run is");
    Path sockets = Files.createDirectory(directory.resolve("sockets"));
    Path precious = Files.writeString(directory.resolve("precious"), "content");
    Files.createLink(sockets.resolve("qmp.adapter.lock"), precious);
    HostRoot host = new HostRoot(directory.resolve("host"));
    Path other = Files.createSymbolicLink(directory.resolve("other"), sockets);
    try (TargetLock _ = TargetLock.of(host, qmp(sockets.resolve("qmp")))) {
      assertThat(precious).hasContent("content");
      for (int time = 0; time < 2; time++) {
        assertThatThrownBy(() -> TargetLock.of(host, qmp(other.resolve("qmp"))))
            .as("by another name of the same socket")
            .hasMessageContaining("another adapter");
        Files.writeString(sockets.resolve("qmp"), "the process has come");
      }
      TargetLock.of(host, qmp(sockets.resolve("another"))).close();
    }
    try (Stream<Path> locks = Files.list(host.at("/run/oasis"))) {
      assertThat(locks).hasSize(2).allMatch(lock -> lock.toString().contains("/adapter-qmp-"));
    }
  }

  private static TargetSpec qmp(Path socket) {
    return new TargetSpec("qmp", socket.toString());
  }
}
