package io.oasis.lab;

import static org.assertj.core.api.Assertions.assertThat;

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

/** Shows what {@code oasis lab} prints, and what it refuses. */
class LabCommandTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int execute(String... arguments) {
    return new CommandLine(new LabCommand())
        .setOut(new PrintWriter(out))
        .setErr(new PrintWriter(err))
        .execute(arguments);
  }

  @Test
  void listNamesEveryExperiment() {
    assertThat(execute("list")).isZero();
    assertThat(out.toString()).contains("oasis-responsiveness", "closed-loop-starvation");
  }

  @Test
  void runGivesTheJsonOfTheContract() {
    assertThat(execute("run", "oasis-responsiveness", "--seed", "1", "--json")).isZero();
    JsonNode json = JsonMapper.builder().build().readTree(out.toString());
    assertThat(json.propertyNames())
        .contains(
            "experiment", "source", "policy", "seeds", "metrics", "paper", "references", "bars");
    assertThat(json.get("counts").propertyNames()).containsExactly("held", "missed", "excused");
    assertThat(json.get("held").asBoolean()).isTrue();
    assertThat(json.get("sha256").asString()).hasSize(64);
    assertThat(err.toString()).contains("oasis-responsiveness capacity");
  }

  @Test
  void withoutAPolicyAnExperimentIsRunUnderItsFirst() {
    assertThat(execute("run", "zygaria-transient", "--seed", "1")).isZero();
    assertThat(out.toString()).contains("### zygaria: held (bars: 5 held, 0 missed, 0 excused)");
  }

  @Test
  void aWrongTraceIsNamedInOneLine(@TempDir Path directory) throws IOException {
    Path trace = directory.resolve("trace");
    assertRefused("there is no such file", trace);
    Files.write(trace, new byte[] {(byte) 0xff, 0, (byte) 0xc3});
    assertRefused("is not text", trace);
    Files.writeString(trace, "nonsense\n");
    assertRefused("FILE = " + trace, trace);
    assertRefused("FILE = " + directory, directory);
  }

  private void assertRefused(String said, Path trace) {
    err.getBuffer().setLength(0);
    assertThat(execute("trace", trace.toString())).isEqualTo(2);
    assertThat(err.toString().lines().findFirst().orElse("")).contains(said);
  }

  @Test
  void aWrongExperimentPolicyOrSeedCountIsNamedWithWhatThereIs() {
    assertThat(execute("run", "nonsense")).isEqualTo(2);
    assertThat(err.toString()).contains("nonsense", "oasis-competing-bandwidth");
    assertThat(execute("run", "oasis-responsiveness", "--policy", "nobody")).isEqualTo(2);
    assertThat(err.toString()).contains("nobody", "capacity, oasis");
    assertThat(execute("run", "oasis-responsiveness", "--seeds", "0")).isEqualTo(2);
    assertThat(err.toString()).contains("seeds = 0");
  }
}
