package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Shows that a running service reads its file again at SIGHUP, and lives on whatever it says. */
@Tag("slow")
class ReloadIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          agent | interval-ms: 2000 | log-level: debug
          adapter --share-host true --state-dir DIR/state | lease-ms: 20000 | never: /cg/a*
          manager --http-port 0 --state-dir DIR/state | lease-ms: 20000 | host-records: 500
          """)
  void takesWhatMayChangeAndNamesWhatMayNot(String commandLine, String later, String now)
      throws Exception {
    Path file = Files.createFile(directory.resolve("service.yaml"));
    try (LoneService service = start(commandLine + " --config DIR/service.yaml")) {
      assertSays(service, "does not answer");
      Files.writeString(file, later + "\n" + now + "\n");
      hangUp(service);
      assertSays(service, " was read again; in force now: " + now.split(":", 2)[0]);
      assertSays(service, "needs a restart: " + later.split(":", 2)[0]);

      Files.writeString(file, "partitions: many\n");
      hangUp(service);
      assertSays(
          service,
          "nothing is changed: partitions = many: must be 1 to 1000 (%s:1)".formatted(file));
      assertThat(service.process().isAlive()).isTrue();
    }
  }

  @Test
  void withoutAFileItEndsAsWhenATerminalIsClosed() throws Exception {
    try (LoneService service = start("agent")) {
      assertSays(service, "does not answer");
      hangUp(service);
      assertThat(Wait.until(PATIENCE, () -> !service.process().isAlive())).isTrue();
    }
  }

  private void assertSays(LoneService service, String words) {
    assertThat(
            Wait.until(
                PATIENCE, () -> !service.process().isAlive() || service.told().contains(words)))
        .as(service.told())
        .isTrue();
    assertThat(service.told()).contains(words);
  }

  /** The launcher became the service. */
  private static void hangUp(LoneService service) throws Exception {
    String pid = Long.toString(service.process().pid());
    assertThat(new ProcessBuilder("kill", "-HUP", pid).start().waitFor()).isZero();
  }

  private LoneService start(String commandLine) throws IOException {
    // Below nohup SIGHUP is nobody's.
    return LoneService.start(directory, List.of("env", "--default-signal=HUP"), commandLine);
  }
}
