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
  void theHelpShowsTheKeysOfAll() {
    assertThat(oasis.execute("config", "--help")).isZero();
    assertThat(out.toString())
        .contains("oasis agent", "--source", "oasis manager", "--policy", "--volume.NAME.size");
  }

  @Test
  void aFileIsReadAsItsComponentWould() throws IOException {
    Path right = Files.writeString(directory.resolve("agent.yaml"), "interval-ms: 500\n");
    assertThat(oasis.execute("config", "check", "" + right)).isZero();
    assertThat(out.toString()).contains("right for agent");

    assertRefused("intervall-ms", "agent.yaml", "intervall-ms: 500\n");
    assertRefused("interval-ms = 5", "manager.yaml", "interval-ms: 5\n");
    assertRefused("--component = site", "site.yaml", "interval-ms: 500\n");
  }

  private void assertRefused(String key, String name, String text) throws IOException {
    err.getBuffer().setLength(0);
    Path file = Files.writeString(directory.resolve(name), text);
    assertThat(oasis.execute("config", "check", "" + file)).isEqualTo(2);
    assertThat(err.toString().lines()).singleElement().asString().contains(key);
  }
}
