package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows how options are read, and that each kind of mistake names its key in one line. */
class OptionsTest {
  private static final List<Option> KNOWN =
      List.of(
          new Option("bootstrap", "127.0.0.1:8521", "the broker"),
          new Option("interval-ms", "1000", "length of an interval, 100 to 60000 ms"),
          new Option("host", "", "name of this host"));

  @Test
  void standardValuesHoldWhenNothingIsGiven() {
    Options options = Options.parse(List.of(), KNOWN);
    assertThat(options.text("bootstrap")).isEqualTo("127.0.0.1:8521");
    assertThat(options.integer("interval-ms", 100, 60_000)).isEqualTo(1_000);
    assertThat(options.text("host")).isEmpty();
    assertThat(options.helpWanted()).isFalse();
  }

  @Test
  void commandLineWinsOverFile(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("a.properties"), "host = a\ninterval-ms=500\n");
    Options options =
        Options.parse(List.of("--config", file.toString(), "--host=b", "--help"), KNOWN);
    assertThat(options.text("host")).isEqualTo("b");
    assertThat(options.integer("interval-ms", 100, 60_000)).isEqualTo(500);
    assertThat(options.helpWanted()).isTrue();
  }

  @Test
  void everyMistakeNamesItsKeyInOneLine(@TempDir Path directory) throws IOException {
    Path file = Files.writeString(directory.resolve("b.properties"), "intervall-ms=500\n");
    refused("intervall-ms", "--intervall-ms", "500");
    refused("intervall-ms", "--config", file.toString());
    refused("config", "--config", directory.resolve("none").toString());
    refused("host", "--host");
    refused("host", "--host", "a", "--host", "b");
    refused("argument", "host", "a");
    refused("interval-ms", "--interval-ms", "1s");
    refused("interval-ms", "--interval-ms", "99");
    refused("interval-ms", "--interval-ms", "9999999999999999999999");
    refused("host", "--interval-ms", "100");
  }

  @Test
  void helpNamesEveryKeyAndItsStandardValue() {
    assertThat(Options.help("oasis agent", "Watches.", KNOWN))
        .contains("--bootstrap", "--interval-ms", "--host", "[1000]", "the broker");
  }

  @Test
  void bootstrapMustBeHostAndPort() {
    for (String wrong : List.of("", "localhost", "localhost:", ":1", "a:0", "a:65536", "a:1,b")) {
      assertThatExceptionOfType(UsageException.class)
          .isThrownBy(() -> LinkConfig.of(wrong, "agent"))
          .satisfies(e -> assertThat(e.key()).isEqualTo("bootstrap"));
    }
    assertThat(LinkConfig.of("a:1,[::1]:2", "agent").partitions()).isEqualTo(4);
  }

  private static void refused(String key, String... arguments) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(
            () -> {
              Options options = Options.parse(List.of(arguments), KNOWN);
              options.integer("interval-ms", 100, 60_000);
              options.required("host");
            })
        .satisfies(
            e -> {
              assertThat(e.key()).isEqualTo(key);
              assertThat(e.getMessage()).startsWith(key).doesNotContain("\n");
            });
  }
}
