package io.oasis.configuration;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;

/** Shows what a service takes from its file while it runs, what not, and that it says which. */
class ReloadTest {
  private static final Pump PUMP =
      new Pump() {
        @Override
        public Settings configuration(Settings settings) {
          keys().stream().filter(key -> !key.name().contains("NAME")).forEach(settings::get);
          return settings;
        }
      };

  @TempDir private Path directory = Path.of("");

  private final Map<String, String> options = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();
  private final List<Settings> taken = new ArrayList<>();
  private final ListAppender<ILoggingEvent> said = new ListAppender<>();

  @BeforeEach
  void listen() {
    said.start();
    logger(Reload.class.getName()).addAppender(said);
  }

  @AfterEach
  void asBefore() {
    logger(Reload.class.getName()).detachAppender(said);
    new Reload<>(PUMP, Map.of(), Map.of(), Settings.of(PUMP, Map.of(), Map.of()));
  }

  @Test
  void whatMayChangeIsInForceAndWhatMayNotIsNamedUntilARestart() throws IOException {
    Reload<Settings> reload = started("speed: slow\nhost: a\n");

    write("speed: very-fast\nhost: b\nleak: 3\n");
    reload.again(taken::add);

    assertThat(taken.getFirst().get(Pump.SPEED)).isEqualTo(Pump.Speed.VERY_FAST);
    assertThat(taken.getFirst().get(Pump.HOST)).as("as it runs").isEqualTo("a");
    assertThat(said())
        .containsExactly(
            file() + " was read again; in force now: speed", "needs a restart: host, leak");
    reload.again(taken::add);
    assertThat(said().subList(2, 4))
        .containsExactly(
            file() + " was read again; in force now: nothing else than before",
            "needs a restart: host, leak");
    write("speed: very-fast\nhost: a\n");
    reload.again(taken::add);
    assertThat(said()).hasSize(5);
  }

  @Test
  void aKeyThatIsTakenOutIsAsByDefaultAgain() throws IOException {
    Reload<Settings> reload = started("speed: very-fast\n");
    write("");
    reload.again(taken::add);
    assertThat(taken.getFirst().get(Pump.SPEED)).isEqualTo(Pump.Speed.SLOW);
  }

  @Test
  void anOptionAndTheEnvironmentStillWin() throws IOException {
    options.put("speed", "slow");
    environment.put("OASIS_HOST", "environment");
    Reload<Settings> reload = started("speed: slow\n");
    write("speed: very-fast\nhost: b\n");
    reload.again(taken::add);
    assertThat(taken.getFirst().get(Pump.SPEED)).isEqualTo(Pump.Speed.SLOW);
    assertThat(said()).hasSize(1);
  }

  @Test
  void aWrongFileChangesNothingAndIsSaidWithItsLine() throws IOException {
    Reload<Settings> reload = started("speed: slow\n");
    write("speed: very-fast\nmetrics-port: 70000\n");
    reload.again(taken::add);
    write("speed: [");
    reload.again(taken::add);
    Files.delete(file());
    reload.again(taken::add);

    assertThat(taken).isEmpty();
    assertThat(said()).hasSize(3).allMatch(line -> line.startsWith("nothing is changed: "));
    assertThat(said().getFirst())
        .endsWith("metrics-port = 70000: must be 0 to 65535 (" + file() + ":2)");
  }

  @Test
  void theLevelOfALogMayChange() throws IOException {
    Logger some = logger("io.oasis.some.Thing");
    Reload<Settings> reload = started("");
    assertThat(some.isDebugEnabled()).isFalse();
    write("log-level: debug\n");
    reload.again(taken::add);
    assertThat(some.isDebugEnabled()).isTrue();
    write("");
    reload.again(taken::add);
    assertThat(some.isDebugEnabled()).isFalse();
  }

  private Reload<Settings> started(String text) throws IOException {
    write(text);
    environment.put("OASIS_CONFIG", file().toString());
    return new Reload<>(PUMP, options, environment, Settings.of(PUMP, options, environment));
  }

  private void write(String text) throws IOException {
    Files.writeString(file(), text);
  }

  private Path file() {
    return directory.resolve("pump.yaml");
  }

  private List<String> said() {
    return said.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
  }

  private static Logger logger(String name) {
    return (Logger) LoggerFactory.getLogger(name);
  }
}
