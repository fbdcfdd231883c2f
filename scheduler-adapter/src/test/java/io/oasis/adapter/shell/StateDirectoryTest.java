package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that an adapter keeps nothing where others may write. */
class StateDirectoryTest {
  @TempDir Path directory;

  private Path open(String name) throws IOException {
    Path open = Files.createDirectory(directory.resolve(name));
    return Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
  }

  private static void refused(Path state, String why) {
    assertThatThrownBy(() -> StateDirectory.make(state))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("state-dir = " + state)
        .hasMessageContaining(why)
        .hasMessageNotContaining("\n");
  }

  @Test
  void oneBelowOnesOwnIsMade() {
    Path state = directory.resolve("a/b");
    assertThatCode(() -> StateDirectory.make(state)).doesNotThrowAnyException();
    assertThat(state).isDirectory();
    assertThatCode(() -> StateDirectory.make(state)).as("again").doesNotThrowAnyException();
  }

  @Test
  void oneWhereAllMayWriteIsRefused() throws IOException {
    Path open = open("open");
    refused(open, "others may write to " + open);
    refused(open.resolve("state"), "others may write to " + open);
  }

  @Test
  void aStickyOneOnTheWayIsNoHarm() throws Exception {
    Path sticky = open("sticky");
    assertThat(new ProcessBuilder("chmod", "+t", sticky.toString()).start().waitFor()).isZero();
    assertThatCode(() -> StateDirectory.make(sticky.resolve("own"))).doesNotThrowAnyException();
    refused(sticky, "others may write to " + sticky);
  }

  @Test
  void aLinkLeadsToWhatItNames() throws IOException {
    Path open = open("open");
    Path link = Files.createSymbolicLink(directory.resolve("link"), Path.of("open"));
    refused(link.resolve("state"), "others may write to " + open);
    Path own = Files.createDirectory(directory.resolve("own"));
    Path toOwn = Files.createSymbolicLink(directory.resolve("to-own"), own);
    assertThatCode(() -> StateDirectory.make(toOwn)).doesNotThrowAnyException();
  }

  @Test
  void whatBelongsToSomebodyElseIsRefused() throws IOException {
    Path own = Files.createDirectory(directory.resolve("own"));
    try {
      Files.setAttribute(own, "unix:uid", 12_345);
    } catch (IOException e) {
      System.out.println("skipped: needs root");
      Assumptions.abort("needs root");
    }
    refused(own.resolve("state"), own + " belongs to user 12345");
  }
}
