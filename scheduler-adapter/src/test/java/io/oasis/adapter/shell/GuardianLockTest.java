package io.oasis.adapter.shell;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.targets.Eventually;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that nobody keeps a guardian from its work by way of its lock. */
class GuardianLockTest {
  @TempDir Path directory;

  /** Whoever may read it may lock it, and no guardian would be ready. */
  @Test
  void itsLockIsForItsOwnerOnlyAlsoOneThatWasOpen() throws Exception {
    Path lock = directory.resolve("guardian.lock");
    for (int time = 0; time < 2; time++) {
      Process guardian = guardian(Map.of());
      guardian.getOutputStream().write("bye\n".getBytes(StandardCharsets.US_ASCII));
      guardian.getOutputStream().close();
      assertThat(guardian.waitFor(Eventually.PATIENCE)).isTrue();
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(lock)))
          .isEqualTo("rw-------");
      Files.setPosixFilePermissions(lock, PosixFilePermissions.fromString("rw-rw-rw-"));
    }
  }

  /** Here it cannot restore, and when it has given the lock away for a moment it is not free. */
  @Test
  void itDoesNotWaitForItsLockForEver() throws Exception {
    Path script =
        Files.writeString(
            directory.resolve("taken.sh"),
            """
            sleep() { :; }
            flock() {
              case $* in
                -u*) given=1 ;;
                -w*) [[ -z ${given:-} ]] ;;
                *) exec sleep 1000 ;;
              esac
            }
            """);
    Files.createDirectory(directory.resolve("group"));
    Files.writeString(
        directory.resolve(Journal.FILE),
        """
        oasis-journal 1 7
        B 1 cgroup-v2 %d 7:0 5 %s 0 0 0 0 0 0 0 0 0 0
        W 1 9 9 9 9 0 0 0 0 0 0
        """
            .formatted(
                (long) Files.getAttribute(directory.resolve("group"), "unix:ino"),
                directory.resolve("group")));
    Process guardian = guardian(Map.of("BASH_ENV", script.toString()));
    guardian.getOutputStream().close();
    try {
      assertThat(guardian.waitFor(Duration.ofSeconds(60))).as("ended").isTrue();
      assertThat(guardian.exitValue()).isEqualTo(1);
      assertThat(directory.resolve("out")).content().contains("another one has the lock");
    } finally {
      guardian.destroyForcibly();
    }
  }

  private Process guardian(Map<String, String> environment) throws IOException {
    Path script = Files.writeString(directory.resolve("guardian.sh"), Guardian.script());
    ProcessBuilder builder =
        new ProcessBuilder("bash", script.toString(), directory.toString(), "60.000")
            .redirectErrorStream(true)
            .redirectOutput(directory.resolve("out").toFile());
    builder.environment().putAll(environment);
    return builder.start();
  }
}
