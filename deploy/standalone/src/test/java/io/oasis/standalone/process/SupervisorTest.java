package io.oasis.standalone.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.standalone.MissingException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Services are kept running, and end when their supervisor does, however that ends. */
@Tag("slow")
class SupervisorTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @TempDir Path directory;
  private final List<String> events = new CopyOnWriteArrayList<>();

  @Test
  void aServiceThatIsKilledIsStartedAgainAndCounted() {
    try (DataDirectory data = DataDirectory.open(directory);
        Supervisor supervisor = new Supervisor(data, events::add)) {
      supervisor.start(sleeper());
      long first = supervisor.pid("sleeper").orElseThrow();
      ProcessHandle.of(first).orElseThrow().destroyForcibly();
      assertThat(Wait.until(PATIENCE, () -> supervisor.status().getFirst().restarts() == 1))
          .isTrue();
      assertThat(Wait.until(PATIENCE, () -> supervisor.pid("sleeper").isPresent())).isTrue();
      assertThat(supervisor.pid("sleeper").orElseThrow()).isNotEqualTo(first);
      assertThat(events).singleElement().asString().contains("sleeper", "137", "restart 1");
    }
    assertThat(directory.resolve("run/sleeper.pid")).doesNotExist();
  }

  @Test
  void aWrongConfigurationIsNotStartedAgain() {
    try (DataDirectory data = DataDirectory.open(directory);
        Supervisor supervisor = new Supervisor(data, events::add)) {
      supervisor.start(
          new JvmService("sleeper", Sleeper.class.getName(), 16, List.of(ended().toString(), "2")));
      assertThat(
              Wait.until(
                  PATIENCE,
                  () -> supervisor.status().getFirst().state() == Supervisor.State.FAILED))
          .isTrue();
      assertThat(supervisor.status().getFirst().restarts()).isZero();
      assertThat(events).singleElement().asString().contains("stays down");
    }
  }

  @Test
  void aServiceEndsInItsOrderlyWayWhenItsSupervisorIsKilled() throws IOException {
    ChildProcess parent =
        ChildProcess.start(
            new JvmService(
                "parent",
                Parent.class.getName(),
                32,
                List.of(directory.toString(), ended().toString())),
            directory.resolve("parent.log"));
    Path pidFile = directory.resolve("run/sleeper.pid");
    Path log = directory.resolve("log/sleeper.log");
    assertThat(Wait.until(PATIENCE, () -> Files.exists(pidFile) && contains(log, "sleeping")))
        .isTrue();
    long child = Long.parseLong(Files.readString(pidFile).strip());
    parent.kill();
    assertThat(Wait.until(PATIENCE, () -> ProcessHandle.of(child).isEmpty())).isTrue();
    assertThat(ended()).exists();
  }

  @Test
  void aSecondInstanceOnTheSameDataIsRefusedInOneLine() {
    try (DataDirectory data = DataDirectory.open(directory)) {
      assertThatThrownBy(() -> DataDirectory.open(data.root()))
          .isInstanceOf(MissingException.class)
          .hasMessageContaining("in use by the Oasis with pid " + ProcessHandle.current().pid());
    }
    DataDirectory.open(directory).close();
  }

  private JvmService sleeper() {
    return new JvmService("sleeper", Sleeper.class.getName(), 16, List.of(ended().toString()));
  }

  private Path ended() {
    return directory.resolve("ended");
  }

  private static boolean contains(Path log, String text) {
    try {
      return Files.exists(log) && Files.readString(log).contains(text);
    } catch (IOException e) {
      return false;
    }
  }
}
