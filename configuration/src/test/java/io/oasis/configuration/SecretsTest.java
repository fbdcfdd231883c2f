package io.oasis.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that a secret is made once, for its owner alone, and that an open one is refused. */
class SecretsTest {
  @TempDir Path directory;

  @Test
  void isMadeOnceAndForItsOwnerAlone() throws IOException {
    Secrets secrets = Secrets.in(directory.resolve("a/b"));
    String first = secrets.text("token", Secrets::fresh);
    assertThat(first).hasSize(43);
    assertThat(Secrets.in(directory.resolve("a/b")).text("token", Secrets::fresh)).isEqualTo(first);
    assertThat(permissions(secrets.file("token"))).isEqualTo("rw-------");
    assertThat(permissions(directory.resolve("a/b"))).isEqualTo("rwx------");
    try (var files = Files.list(directory.resolve("a/b"))) {
      assertThat(files).as("no drafts are left").hasSize(1);
    }
    secrets.put("token", "other");
    assertThat(Secrets.read(secrets.file("token"))).isEqualTo("other");
    assertThat(permissions(secrets.file("token"))).isEqualTo("rw-------");
  }

  @Test
  void whatOthersMayReadOrPutThereIsRefused() throws IOException {
    Secrets secrets = Secrets.in(directory.resolve("s"));
    secrets.text("open", Secrets::fresh);
    Files.setPosixFilePermissions(
        secrets.file("open"), PosixFilePermissions.fromString("rw-r-----"));
    refuses(() -> secrets.text("open", Secrets::fresh), "rw-r-----");

    secrets.put("long", "x".repeat(5_000));
    refuses(() -> Secrets.read(secrets.file("long")), "at most 4096 bytes");

    secrets.text("real", Secrets::fresh);
    Files.createSymbolicLink(secrets.file("link"), secrets.file("real"));
    refuses(() -> secrets.text("link", Secrets::fresh), "symbolic link");
    Files.createSymbolicLink(secrets.file("nowhere"), directory.resolve("planted"));
    refuses(() -> secrets.text("nowhere", Secrets::fresh), "symbolic link");
    assertThat(directory.resolve("planted")).doesNotExist();

    Files.setPosixFilePermissions(
        directory.resolve("s"), PosixFilePermissions.fromString("rwxr-xr-x"));
    refuses(() -> Secrets.in(directory.resolve("s")), "rwxr-xr-x");
  }

  @Test
  void rootReadsWhatBelongsToAServiceOnlyToSpeakToIt() throws IOException {
    Path token = Secrets.in(directory.resolve("s")).file("token");
    Secrets.in(directory.resolve("s")).text("token", () -> "of a service");
    try {
      Files.setAttribute(token, "unix:uid", 12_345);
    } catch (IOException e) {
      System.out.println("skipped: needs root");
      Assumptions.abort("needs root");
    }
    refuses(() -> Secrets.read(token), "must belong to");
    assertThat(Secrets.readOfService(token)).isEqualTo("of a service");
    Path link = Files.createSymbolicLink(directory.resolve("link"), token);
    refuses(() -> Secrets.readOfService(link), "symbolic link");
    refuses(() -> Secrets.readOfService(directory.resolve("s")), "must be a file");
  }

  private static void refuses(Runnable asked, String why) {
    assertThatThrownBy(asked::run).isInstanceOf(UsageException.class).hasMessageContaining(why);
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
