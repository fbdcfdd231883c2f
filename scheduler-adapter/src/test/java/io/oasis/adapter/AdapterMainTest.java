package io.oasis.adapter;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.adapter.journal.Journal;
import io.oasis.configuration.Settings;
import io.oasis.messaging.trust.Gate;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that wrong options and a wrong environment end in one line and the right exit code. */
class AdapterMainTest {
  @TempDir Path directory;

  private record Ended(int code, String errors) {}

  private interface Command {
    int run() throws Exception;
  }

  private static Ended run(Command command) throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream errors = new ByteArrayOutputStream();
    System.setErr(new PrintStream(errors, true, StandardCharsets.UTF_8));
    try {
      return new Ended(command.run(), errors.toString(StandardCharsets.UTF_8));
    } finally {
      System.setErr(before);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "lease-ms, 5",
    "interval-ms, x",
    "target, cgroup-v3",
    "target, qmp:relative",
    "target, spdk:host:port",
    "queues, /nowhere",
    "bootstrap, nowhere",
    "metrics-port, 70000",
    "otlp-endpoint, 127.0.0.1:4318",
    "trust, /nowhere",
    "host-token, /nowhere",
    "no-such-key, 1"
  })
  void aWrongOptionNamesItsKey(String key, String value) throws Exception {
    Ended ended = run(() -> AdapterMain.run(List.of("--" + key, value)));

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.errors().strip()).contains(key).doesNotContain("\n");
  }

  @Test
  void aWrongFileOfQueuesIsSaidBeforeTheHostIsLookedAt() throws Exception {
    Ended ended =
        run(
            () ->
                AdapterMain.run(
                    List.of("--state-dir", "/proc/version/state", "--queues", "/nowhere")));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.errors()).contains("queues");
  }

  @Test
  void aBrokerElsewhereNeedsTheManagersKeysOrTheWordThatNoneIsAskedFor() throws Exception {
    Ended ended = run(() -> AdapterMain.run(List.of("--bootstrap", "127.0.0.1:9,kafka:9092")));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.errors()).contains("trust", "anybody");

    AdapterComponent component = new AdapterComponent();
    for (List<String> line :
        List.of(
            List.of("--bootstrap", "kafka:9092", "--trust", "anybody"),
            List.of("--bootstrap", "127.0.0.1:9,localhost:9092"))) {
      assertThat(component.configuration(Settings.of(component, line)).allowed().trust().gate())
          .isEqualTo(Gate.OPEN);
    }
  }

  @Test
  void aStateDirectoryThatCannotBeMadeIsTheEnvironmentsFault() throws Exception {
    Path file = Files.createFile(directory.resolve("file"));
    Ended ended =
        run(() -> AdapterMain.run(List.of("--state-dir", file.resolve("state").toString())));

    assertThat(ended.code()).isEqualTo(3);
    assertThat(ended.errors().strip()).contains("--state-dir").doesNotContain("\n");
  }

  @Test
  void releaseWithoutStateDirectorySaysSo() throws Exception {
    Ended ended =
        run(() -> ReleaseMain.run(List.of("--state-dir", directory.resolve("none").toString())));

    assertThat(ended.code()).isEqualTo(3);
    assertThat(run(() -> ReleaseMain.run(List.of("--nonsense"))).code()).isEqualTo(2);
  }

  /** Root would write whatever a journal says that anybody may have put there. */
  @Test
  void nothingIsRestoredFromWhereOthersMayWrite() throws Exception {
    Path open = Files.createDirectory(directory.resolve("open"));
    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwxrwxrwx"));
    Path journal = Files.writeString(open.resolve(Journal.FILE), "oasis-journal 1 7\n");
    String state = open.toString();
    for (Command command :
        List.<Command>of(
            () -> RestoreMain.run(List.of(state)),
            () -> ReleaseMain.run(List.of("--state-dir", state)),
            () -> ReleaseMain.run(List.of("--state-dir", state, "--resume")))) {
      Ended ended = run(command);
      assertThat(ended.code()).isEqualTo(3);
      assertThat(ended.errors().strip())
          .contains("others may write to " + open, "limits stay as they are")
          .doesNotContain("\n");
    }
    try (Stream<Path> content = Files.list(open)) {
      assertThat(content).as("neither a marker nor a lock is made").containsExactly(journal);
    }

    Files.setPosixFilePermissions(open, PosixFilePermissions.fromString("rwx------"));
    assertThat(run(() -> RestoreMain.run(List.of(state))).code()).isZero();
    assertThat(journal).doesNotExist();
  }

  @Test
  void restoreSaysInOneLineWhatItLacks() throws Exception {
    Ended ended = run(() -> RestoreMain.run(List.of()));
    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.errors().strip())
        .startsWith("oasis restore: ")
        .contains("STATE_DIR")
        .doesNotContain("\n");
    assertThat(run(() -> RestoreMain.run(List.of("--help"))).code()).isZero();
  }

  /** As the adapter does; else they would look into a directory where nothing is in force. */
  @Test
  void commandsLookWhereTheAdapterIsTold() throws Exception {
    Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
    Path config =
        Files.writeString(directory.resolve("adapter.yaml"), "state-dir: " + elsewhere + "\n");

    assertThat(ReleaseMain.run(List.of("--config", config.toString()))).isZero();
    assertThat(elsewhere.resolve("released")).exists();

    Map<String, String> variable = Map.of("OASIS_STATE_DIR", "/elsewhere");
    assertThat(AdapterComponent.stateDir(Optional.empty(), variable)).hasToString("/elsewhere");
    assertThat(AdapterComponent.stateDir(Optional.of(config), Map.of())).isEqualTo(elsewhere);
    assertThat(
            AdapterComponent.stateDir(Optional.empty(), Map.of("OASIS_CONFIG", config.toString())))
        .isEqualTo(elsewhere);
    assertThat(AdapterComponent.stateDir(Optional.empty(), Map.of()))
        .hasToString(AdapterComponent.STATE_DIR_STANDARD);
  }

  @Test
  void aConfigurationThatIsWrongIsSaidUnlessTheDirectoryIsNamed() throws Exception {
    String config =
        Files.writeString(directory.resolve("wrong.yaml"), "no-such-key: 1\n").toString();
    for (Command command :
        List.<Command>of(
            () -> ReleaseMain.run(List.of("--config", config)),
            () -> DoctorMain.run(List.of("--config", config)))) {
      Ended ended = run(command);
      assertThat(ended.code()).isEqualTo(2);
      assertThat(ended.errors().strip())
          .contains("state-dir: name it", "no-such-key", config)
          .doesNotContain("\n");
    }
    List<String> named = List.of("--config", config, "--state-dir", directory.toString());
    assertThat(ReleaseMain.run(named)).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--nonsense",
        "--seconds 2",
        "--seconds many",
        "--target tape",
        "--target qmp",
        "--socket /s",
        "--contract",
        "--desired sda:riops",
        "--cgroup"
      })
  void aWrongOptionOfTheDoctorIsNamedInOneLine(String line) throws Exception {
    List<String> words = List.of(line.split(" "));
    Ended ended = run(() -> DoctorMain.run(words));

    assertThat(ended.code()).isEqualTo(2);
    assertThat(ended.errors().strip())
        .startsWith("oasis doctor: ")
        .containsAnyOf(words.getFirst().substring(2), "socket")
        .doesNotContain("\n");
  }

  @Test
  void releaseTwiceIsAsReleaseOnceAndResumeEndsIt() throws Exception {
    List<String> release = List.of("--state-dir", directory.toString(), "--json");

    assertThat(ReleaseMain.run(release)).isZero();
    assertThat(ReleaseMain.run(release)).isZero();
    assertThat(directory.resolve("released")).exists();
    assertThat(ReleaseMain.run(List.of("--state-dir", directory.toString(), "--resume"))).isZero();
    assertThat(directory.resolve("released")).doesNotExist();
  }
}
