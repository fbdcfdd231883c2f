package io.oasis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.configuration.Component;
import io.oasis.configuration.Reference;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Shows that the reference is what the code reads, and what a check of a file says. */
class ConfigCommandTest {
  private static final Path REFERENCE = Path.of("../../docs/reference/configuration.md");

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine oasis =
      Oasis.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

  @TempDir private Path directory = Path.of("");

  @Test
  void theReferenceHasEveryKeyAsTheCodeReadsIt() throws IOException {
    assertThat(Reference.components())
        .extracting(Component::name)
        .containsExactly("adapter", "agent", "brick", "manager");
    assertThat(oasis.execute("config", "--markdown")).isZero();
    assertThat(out.toString())
        .as("docs/reference/configuration.md is made by: ./oasis config --markdown")
        .isEqualTo(Files.readString(REFERENCE));
  }

  @Test
  void everyKeyHasAUnitAndAMeaning() {
    assertThat(Reference.components())
        .flatExtracting(Component::keys)
        .allSatisfy(
            key -> {
              assertThat(key.unit()).as(key.name()).isNotBlank();
              assertThat(key.meaning()).as(key.name()).isNotBlank();
            });
  }

  @Test
  void theHelpShowsTheKeysOfAll() {
    assertThat(oasis.execute("config", "--help")).isZero();
    assertThat(out.toString())
        .contains("oasis agent", "--source", "oasis manager", "--policy", "--volume.NAME.size");
  }

  @Test
  void aFileIsReadAsItsComponentWould() throws IOException {
    Path right = Files.writeString(directory.resolve("agent.yaml"), "interval-ms: 500\n");
    assertThat(oasis.execute("config", "check", "" + right)).isZero();
    assertThat(out.toString())
        .contains("right for agent; it sets 1 keys")
        .contains("line 1: interval-ms = 500 (ms, default 1000): from one measurement");

    assertRefused("intervall-ms", "agent.yaml", "intervall-ms: 500\n");
    assertRefused("interval-ms = 5", "manager.yaml", "interval-ms: 5\n");
    assertRefused("--component = site", "site.yaml", "interval-ms: 500\n");
  }

  /** A roll-out wants all of it at once, each with its line and what would be right. */
  @Test
  void allThatIsWrongIsSaidAtOnce() throws IOException {
    Path file =
        Files.writeString(
            directory.resolve("manager.yaml"),
            "bootstrap: kafka:9092\nintervall-ms: 500\n\nhttp-port: 70000\n");
    assertThat(oasis.execute("config", "check", "" + file)).isEqualTo(2);
    assertThat(err.toString().lines())
        .containsExactly(
            "oasis: intervall-ms = 500: is not a key of manager; nearest is interval-ms (%s:2)"
                .formatted(file),
            "oasis: http-port = 70000: must be 0 to 65535 (%s:4)".formatted(file));

    assertThat(oasis.execute("config", "check", "--json", "" + file)).isEqualTo(2);
    JsonNode answer = new JsonMapper().readTree(out.toString());
    assertThat(answer.path("right").asBoolean()).isFalse();
    JsonNode first = answer.path("mistakes").path(0);
    assertThat(first.path("line").asInt()).isEqualTo(2);
    assertThat(first.path("key").asString()).isEqualTo("intervall-ms");
    assertThat(first.path("nearest").asString()).isEqualTo("interval-ms");
    assertThat(answer.path("mistakes").path(1).path("rule").asString())
        .isEqualTo("must be 0 to 65535");
    assertThat(answer.path("mistakes").path(1).has("nearest")).isFalse();
  }

  @Test
  void whatAFileMeansIsSaidInJson() throws IOException {
    Path file = Files.writeString(directory.resolve("site.yaml"), "metrics-port: 8531\n");
    assertThat(oasis.execute("config", "check", "--json", "--component", "agent", "" + file))
        .isZero();
    JsonNode answer = new JsonMapper().readTree(out.toString());
    assertThat(answer.path("right").asBoolean()).isTrue();
    assertThat(answer.path("component").asString()).isEqualTo("agent");
    JsonNode key = answer.path("keys").path(0);
    assertThat(key.path("key").asString()).isEqualTo("metrics-port");
    assertThat(key.path("value").asString()).isEqualTo("8531");
    assertThat(key.path("line").asInt()).isOne();
    assertThat(key.path("standard").asString()).isEqualTo("0");
  }

  private void assertRefused(String key, String name, String text) throws IOException {
    err.getBuffer().setLength(0);
    Path file = Files.writeString(directory.resolve(name), text);
    assertThat(oasis.execute("config", "check", "" + file)).isEqualTo(2);
    assertThat(err.toString().lines()).singleElement().asString().contains(key);
  }
}
