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
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that a service tells systemd that it lives for as long as the loop lives that does its
 * work, with no broker anywhere, and no longer.
 */
@Tag("slow")
class WatchdogIT {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String ALIVE = "WATCHDOG=1\n";
  private static final String SILENCE = "SILENCE\n";

  /** Plays systemd for a command, with a watchdog of 12 s that says so instead of killing. */
  private static final String LISTENER =
      """
      import os, socket, subprocess, sys
      listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      listener.bind(sys.argv[1])
      listener.settimeout(12)
      told = dict(os.environ, NOTIFY_SOCKET=sys.argv[1], WATCHDOG_USEC='12000000')
      service = subprocess.Popen(sys.argv[2:], env=told)
      while service.poll() is None:
          try:
              print(listener.recv(100).decode(), flush=True)
          except TimeoutError:
              print('SILENCE', flush=True)
      """;

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "agent",
        "agent --interval-ms 60000",
        "adapter --share-host true --state-dir DIR/state",
        "manager --http-port 0 --state-dir DIR/state"
      })
  void lives(String commandLine) throws Exception {
    try (LoneService systemd = start(commandLine)) {
      assertThat(Wait.until(PATIENCE, () -> pings(sinceReady(systemd)) >= 4))
          .as("it said: %s", systemd.told())
          .isTrue();
      assertThat(sinceReady(systemd)).doesNotContain(SILENCE);
    }
  }

  @Test
  void anAgentThatHangsReadingACounterIsSilent() throws Exception {
    Path proc = Files.createDirectories(directory.resolve("root/proc"));
    try (LoneService systemd = start("agent --root DIR/root")) {
      assertThat(Wait.until(PATIENCE, () -> pings(systemd.told()) >= 2))
          .as(systemd.told())
          .isTrue();
      String lived = systemd.told();

      String counters = proc.resolve("diskstats").toString(); // and nobody writes into it
      assertThat(new ProcessBuilder("mkfifo", counters).start().waitFor()).isZero();

      assertThat(
              Wait.until(
                  PATIENCE, () -> systemd.told().substring(lived.length()).contains(SILENCE)))
          .as(systemd.told())
          .isTrue();
      assertThat(systemd.process().descendants()).as("it hangs").isNotEmpty();
    }
  }

  private LoneService start(String commandLine) throws IOException {
    String notify = directory.resolve("notify").toString();
    return LoneService.start(directory, List.of("python3", "-c", LISTENER, notify), commandLine);
  }

  private static String sinceReady(LoneService systemd) {
    String told = systemd.told();
    int ready = told.indexOf("READY=1");
    return ready < 0 ? "" : told.substring(ready);
  }

  private static int pings(String told) {
    return told.split(ALIVE, -1).length - 1;
  }
}
