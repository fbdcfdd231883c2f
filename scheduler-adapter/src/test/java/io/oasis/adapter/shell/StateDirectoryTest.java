package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that an adapter keeps nothing where others may write, and restores nothing from there. */
class StateDirectoryTest {
  @TempDir Path directory;

  private Path open(String name) throws IOException {
    Path open = Files.createDirectory(directory.resolve(name));
    return Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  private static void refused(Path state, String why, ThrowingCallable use) {
    assertThatThrownBy(use)
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("state-dir = " + state)
        .hasMessageContaining(why)
        .hasMessageNotContaining("\n");
  }

  @Test
  void oneBelowOnesOwnIsMadeForItsUserOnly() throws IOException {
    Path state = directory.resolve("a/b");
    assertThatCode(() -> StateDirectory.make(state)).doesNotThrowAnyException();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(state)))
        .isEqualTo("rwx------");
    assertThatCode(() -> StateDirectory.make(state)).as("again").doesNotThrowAnyException();
    assertThatCode(() -> StateDirectory.check(state)).doesNotThrowAnyException();
  }

  @Test
  void oneWhereOthersMayWriteIsNeitherMadeNorBelieved() throws IOException {
    Path open = open("open");
    Path state = open.resolve("state");
    refused(state, "others may write to " + open, () -> StateDirectory.make(state));
    assertThat(state).doesNotExist();
    Files.createDirectory(state);
    refused(state, "limits stay as they are", () -> StateDirectory.check(state));
  }
}
