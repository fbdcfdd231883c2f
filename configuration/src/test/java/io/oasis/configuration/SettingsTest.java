package io.oasis.configuration;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** Shows which of four layers wins, how texts become values, and how a mistake is told. */
class SettingsTest {
  private static final Pump PUMP = new Pump();

  @TempDir private Path directory = Path.of("");

  @Test
  void optionWinsOverEnvironmentThatOverFileThatOverDefault() throws IOException {
    Path file = file("interval-ms: 300\nmetrics-port: 3\nhost: file\n");
    Map<String, String> environment =
        Map.of("OASIS_CONFIG", file.toString(), "OASIS_INTERVAL_MS", "200", "OASIS_HOST", "env");

    Settings settings = Settings.of(PUMP, Map.of("interval-ms", "100"), environment);

    assertThat(settings.get(Pump.INTERVAL)).isEqualTo(Duration.ofMillis(100));
    assertThat(settings.get(Pump.HOST)).isEqualTo("env");
    assertThat(settings.get(Pump.PORT)).isEqualTo(3);
    assertThat(settings.get(Pump.SPEED)).isEqualTo(Pump.Speed.SLOW);
  }

  @Test
  void theFileOfTheOptionIsReadInPlaceOfTheEnvironments() throws IOException {
    Path file = file("host: right\n");
    assertThat(
            Settings.of(
                    PUMP,
                    Map.of("config", file.toString()),
                    Map.of("OASIS_CONFIG", "/nowhere", "OASIS_METRICS_PORT", " "))
                .get(Pump.HOST))
        .isEqualTo("right");
  }

  @Test
  void optionsAreWrittenInTwoWaysAndMayHaveTheOperatorsNames() {
    Settings settings =
        Settings.of(PUMP, List.of("--host", "-a b", "--loud=no", "--pipe.east.size=3M"));
    assertThat(settings.get(Pump.HOST)).isEqualTo("-a b");
    assertThat(settings.get(Pump.LOUD)).isFalse();
    assertThat(settings.get(Pump.SIZE.at("east"))).isEqualTo(3 << 20);
    assertThat(settings.get(Pump.SIZE.at("west"))).isEqualTo(2 << 20);
    assertThat(settings.names("pipe")).containsExactly("east");
  }

  @Test
  void aFileHasLevelsListsAndLinesThatSayNothing() throws IOException {
    Path file =
        file(
            """
            # all of it
            host: [a, "b"]
            interval-ms:
            speed: very-fast
            leak: 0.75
            pipe:
              east: {size: 1T}
            pipe.east.tap.t1.flow: 4K
            """);
    Settings settings = Settings.of(PUMP, Map.of("config", file.toString()), Map.of());
    assertThat(settings.get(Pump.HOST)).isEqualTo("a,b");
    assertThat(settings.get(Pump.INTERVAL)).isEqualTo(Duration.ofSeconds(1));
    assertThat(settings.get(Pump.SPEED)).isEqualTo(Pump.Speed.VERY_FAST);
    assertThat(settings.get(Pump.LEAK)).isEqualTo(0.75);
    assertThat(settings.get(Pump.SIZE.at("east"))).isEqualTo(1L << 40);
    assertThat(settings.get(Pump.FLOW.at("east", "t1"))).isEqualTo(4096);
    assertThat(Settings.of(PUMP, Map.of("config", file("").toString()), Map.of()).names("pipe"))
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "interval-ms, 99, must be 100 to 60000 ms",
    "interval-ms, 1s, must be 100 to 60000 ms",
    "metrics-port, 99999999999999999999, must be 0 to 65535",
    "loud, maybe, must be true or false",
    "speed, fast, 'must be slow, very-fast'",
    "leak, 0.4, must be 0.5 or more",
    "leak, NaN, must be 0.5 or more",
    "pipe.a.size, 1023K, 'must be a size like 4096, 64K, 100M or 2G, 1M to 1T'",
    "pipe.a.size, 9999999999T, 'must be a size like 4096, 64K, 100M or 2G, 1M to 1T'",
  })
  void aWrongValueIsToldWithWhatWouldBeRight(String key, String value, String rule) {
    refused(Map.of(key, value), Map.of(), key + " = " + value + ": " + rule);
  }

  @Test
  void aWrongValueOfFileOrEnvironmentIsToldWithItsPlace() throws IOException {
    Path file = file("host: a\n\nloud: perhaps\n");
    refused(
        Map.of("config", file.toString()),
        Map.of(),
        "loud = perhaps: must be true or false (" + file + ":3)");
    refused(
        Map.of(),
        Map.of("OASIS_LOUD", "perhaps"),
        "loud = perhaps: must be true or false (OASIS_LOUD)");
  }

  @Test
  void anUnknownKeyIsToldWithTheNearest() throws IOException {
    Path file = file("intervall-ms: 500\n");
    refused(
        Map.of("config", file.toString()),
        Map.of(),
        "intervall-ms = 500: is not a key of pump; nearest is interval-ms (" + file + ":1)");
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> Settings.of(PUMP, List.of("--metric-port=1")))
        .withMessage("metric-port: is not a key of pump; nearest is metrics-port");
    refused(
        Map.of("pipe.a b.size", "1M"),
        Map.of(),
        "pipe.a b.size = 1M: is not a key of pump; nearest is pipe.NAME.size");
  }

  /** Whoever upgrades has it in a file; an option is given by hand. */
  @Test
  void aKeyOfAnEarlierReleaseIsReadPastInAFileAndRefusedAsAnOption() throws IOException {
    Path file = file("valve: open\nhost: a\n");
    Logger log = (Logger) LoggerFactory.getLogger(Settings.class);
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    log.addAppender(lines);
    try {
      Settings settings = Settings.of(PUMP, Map.of("config", file.toString()), Map.of());
      assertThat(settings.get(Pump.HOST)).isEqualTo("a");
    } finally {
      log.detachAppender(lines);
    }
    String word = "is no key of pump any more: a pump has none";
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .containsExactly("valve = open: " + word + " (" + file + ":1)");
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> Settings.of(PUMP, List.of("--valve=open")))
        .withMessage("valve: " + word);
  }

  @ParameterizedTest
  @CsvSource({
    "'--host', host: a value must follow",
    "'--host --loud=no', host: a value must follow",
    "'--host a --host b', host: is given twice",
    "'host a', argument = host: options are written --key value",
  })
  void aWrongArgumentIsTold(String line, String message) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> Settings.of(PUMP, List.of(line.split(" "))))
        .withMessage(message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "a",
        "- a",
        "host: [a",
        "host: a\nhost: b",
        "? [a]\n: b",
        "host: [[a]]",
        "&x host: &y {a: *y}",
        "config: other.yaml",
        "host: a\n---\nhost: b",
        "host: \u0000",
      })
  void aFileThatIsNotRightIsToldInOneLine(String text) throws IOException {
    Path file = file(text);
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> Settings.of(PUMP, Map.of("config", file.toString()), Map.of()))
        .satisfies(e -> assertThat(e.getMessage()).contains(file.toString()).doesNotContain("\n"));
  }

  @Test
  void aFileThatIsNotThereIsTold() {
    refused(Map.of("config", "/nowhere"), Map.of(), "config = /nowhere: there is no such file");
  }

  @Test
  void theHelpHasEveryKeyWithRangeAndDefault() {
    assertThat(new Arguments(PUMP, List.of("--help", "--host=a")).isHelpWanted()).isTrue();
    assertThat(new Arguments(PUMP, List.of()).help())
        .contains("--config=PATH", "--interval-ms=MS", "100 to 60000 ms [1000]", "50%", "L/S")
        .contains("--pipe.NAME.size=BYTES");
  }

  private Path file(String text) throws IOException {
    return Files.writeString(directory.resolve("pump.yaml"), text);
  }

  private static void refused(
      Map<String, String> options, Map<String, String> environment, String message) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(
            () -> {
              Settings settings = Settings.of(PUMP, options, environment);
              PUMP.keys().forEach(settings::get);
              settings.names("pipe").forEach(name -> settings.get(Pump.SIZE.at(name)));
            })
        .withMessage(message);
  }
}
