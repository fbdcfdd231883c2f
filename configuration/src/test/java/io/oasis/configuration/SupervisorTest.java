package io.oasis.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows what a service tells whoever watches over it, on a socket as systemd has it. */
class SupervisorTest {
  private static final long PID = 4711;
  private static final long PAUSE_NANOS = 15_000_000_000L;

  /** Says where it listens, then what it is told, until it was told twice that all is ready. */
  private static final String LISTENER =
      """
      import socket, sys
      listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
      listener.bind(sys.argv[1].replace('@', chr(0)))
      listener.settimeout(60)
      print('listens', flush=True)
      for last in range(2):
          word = ''
          while word != 'READY=1':
              word = listener.recv(100).decode()
              print(word, flush=True)
      """;

  @TempDir private Path directory = Path.of("");

  private long now = 1;

  @Test
  void isToldAtEachTurnOfTheLoopButNotMoreOftenThanItMustBe() throws Exception {
    assertThat(said(directory.resolve("notify").toString(), watchdog()))
        .containsExactly("READY=1", "WATCHDOG=1", "WATCHDOG=1", "WATCHDOG=1", "READY=1");
  }

  @Test
  void aSocketWithoutAFileIsFound() throws Exception {
    String name = "@oasis-supervisor-" + ProcessHandle.current().pid();
    assertThat(said(name, watchdog())).hasSize(5);
  }

  @ParameterizedTest
  @ValueSource(strings = {"WATCHDOG_PID=4712", "WATCHDOG_USEC=0", "WATCHDOG_USEC=a minute"})
  void whoseWatchdogItIsNotIsNotToldThatItLives(String variable) throws Exception {
    Map<String, String> environment = watchdog();
    environment.put(variable.split("=", 2)[0], variable.split("=", 2)[1]);
    assertThat(said(directory.resolve("notify").toString(), environment))
        .containsExactly("READY=1", "READY=1");
  }

  @Test
  void withoutASupervisorNothingIsSaidAndALoopWaitsAsItLikes() {
    Supervisor nobody = new Supervisor(Map.of("WATCHDOG_USEC", "60000000"), PID, () -> now);
    nobody.ready();
    nobody.alive();
    assertThat(nobody.patience().toNanos()).isEqualTo(Long.MAX_VALUE);
  }

  @Test
  void aSupervisorThatIsGoneEndsNothing() {
    Map<String, String> environment = watchdog();
    environment.put("NOTIFY_SOCKET", directory.resolve("nobody").toString());
    Supervisor gone = new Supervisor(environment, PID, () -> now);
    gone.ready();
    gone.alive();
    assertThat(gone.patience().toNanos()).isEqualTo(PAUSE_NANOS);
  }

  private static Map<String, String> watchdog() {
    return new HashMap<>(Map.of("WATCHDOG_USEC", "60000000", "WATCHDOG_PID", "" + PID));
  }

  /** Of a loop that comes by at once, too soon, in time, and after it hung for an hour. */
  private List<String> said(String socket, Map<String, String> environment) throws Exception {
    environment.put("NOTIFY_SOCKET", socket);
    Process listener =
        new ProcessBuilder("python3", "-c", LISTENER, socket).redirectErrorStream(true).start();
    try (BufferedReader lines = listener.inputReader(StandardCharsets.UTF_8)) {
      assertThat(lines.readLine()).isEqualTo("listens");
      Supervisor supervisor = new Supervisor(environment, PID, () -> now);
      supervisor.ready();
      for (long pause : List.of(0L, PAUSE_NANOS - 1, 1L, 240 * PAUSE_NANOS)) {
        now += pause;
        supervisor.alive();
      }
      supervisor.ready();
      return lines.lines().toList();
    } finally {
      listener.destroyForcibly();
    }
  }
}
