package io.oasis.distribution;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The command line answers with the exit codes it promises. */
class OasisTest {

  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();
  private final CommandLine oasis =
      Oasis.commandLine().setOut(new PrintWriter(out, true)).setErr(new PrintWriter(err, true));

  @Test
  void versionIsPrinted() {
    assertThat(oasis.execute("version")).isZero();
    assertThat(out.toString()).startsWith("oasis ");
  }

  @Test
  void unknownCommandIsWrongUsage() {
    assertThat(oasis.execute("no-such-command")).isEqualTo(2);
    assertThat(err.toString()).contains("no-such-command");
  }

  @Test
  void noCommandIsWrongUsage() {
    assertThat(oasis.execute()).isEqualTo(2);
    assertThat(err.toString()).contains("Missing command");
  }

  @Test
  void wrongValuesAreRefusedInOneLineThatNamesTheOption() {
    assertRefused("--enforce", "up", "--no-adapter", "--enforce", "disk:a");
    assertRefused("--url", "top", "--url", "localhost");
    assertRefused(
        "bootstrap = localhost", "replay", "export", "--bootstrap", "localhost", "recording");
    assertRefused(
        "kafka-config = /nowhere", "replay", "export", "--kafka-config", "/nowhere", "recording");
    assertRefused("FILE", "replay");
    assertRefused("--seconds", "probe", "--seconds", "0", "/dev/null");
    assertRefused("--in-use", "probe", System.getProperty("java.home") + "/release");
  }

  @Test
  void whatProvesOasisIsNotInstalledAndSaysSoInOneLine() {
    for (String command : new String[] {"demo", "bench"}) {
      err.getBuffer().setLength(0);
      assertThat(oasis.execute(command, "chaos", "--seconds", "1")).isEqualTo(3);
      assertThat(err.toString().lines())
          .singleElement()
          .satisfies(
              line -> assertThat(line).contains(command + " needs the proving ground", "clone"));
    }
  }

  /** Shows the three ends of a plan: a schedule and its picture, a conflict, a bad file. */
  @Test
  void roundsArePlanned(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("cluster.json");
    Path picture = directory.resolve("round.svg");
    String text =
        "{\"servers\":%d,\"workloads\":[{\"name\":\"a\",\"servers\":2,\"share\":\"1/2\"}]}";

    Files.writeString(file, text.formatted(2));
    assertThat(oasis.execute("plan", "coschedule", "" + file, "--svg", "" + picture)).isZero();
    assertThat(out.toString()).contains("R_clustering 1.000", "server   1  0-1 a");
    assertThat(picture).content().startsWith("<svg");

    Files.writeString(file, text.formatted(1));
    assertThat(oasis.execute("plan", "coschedule", "" + file, "--json")).isEqualTo(1);
    assertThat(out.toString()).contains("\"IMPOSSIBLE\"", "a needs 2 servers and there are 1.");

    Files.writeString(file, text.formatted(0));
    assertRefused("servers = 0", "plan", "coschedule", "" + file);
    Files.writeString(file, text.formatted(1).replace("share", "part"));
    assertRefused("part", "plan", "coschedule", "" + file);
    Files.writeString(file, "{");
    assertRefused("FILE = ", "plan", "coschedule", "" + file);
    assertRefused("FILE = ", "plan", "coschedule", "" + directory.resolve("absent"));
  }

  /** Shows who is supported, who gets the best that is possible and why, and who is on trial. */
  @Test
  void insulationIsPlanned(@TempDir Path directory) throws IOException {
    Path file = directory.resolve("disk.json");
    String text =
        """
        {"disk":{"averageSeekMicros":8200,"longestSeekMicros":17000,"rotationMicros":8333,
        "streamingBytesPerSecond":65e6},"cacheBytes":128e6,"workloads":[
        {"name":"stream","stream":true},
        {"name":"oltp","depth":4,"serviceMicros":{"1":12400,"4":8700},
        "hits":[{"bytes":64e6,"ratio":0.5}]}%s]%s}\
        """;

    Files.writeString(file, text.formatted("", ""));
    assertThat(oasis.execute("plan", "insulation", "" + file)).isZero();
    assertThat(out.toString()).contains("SUPPORTED", "oltp needs").doesNotContain("BEST_EFFORT");
    out.getBuffer().setLength(0);
    assertThat(oasis.execute("plan", "insulation", "" + file, "--json")).isZero();
    String answer = out.toString();
    assertThat(answer).contains("\"kept\":false");

    out.getBuffer().setLength(0);
    Files.writeString(file, text.formatted("", ",\"before\":" + answer).replace("8700", "8690"));
    assertThat(oasis.execute("plan", "insulation", "" + file, "--json")).isZero();
    assertThat(out.toString()).contains("\"kept\":true");

    String late = ",{\"name\":\"late\",\"stream\":true,\"weight\":0.05},{\"name\":\"new\"}";
    Files.writeString(file, text.formatted(late, ",\"before\":" + answer));
    assertThat(oasis.execute("plan", "insulation", "" + file)).isEqualTo(1);
    assertThat(out.toString())
        .contains("BEST_EFFORT", "of its efficiency alone", "ON_TRIAL", "new has not been");

    Files.writeString(file, text.formatted("", "").replace("\"1\":12400,", ""));
    assertRefused("workloads[1].microsByDepth", "plan", "insulation", "" + file);
    Files.writeString(file, text.formatted("", ",\"r\":2"));
    assertRefused("r = 2.0", "plan", "insulation", "" + file);
    Files.writeString(file, "{}");
    assertRefused("workloads", "plan", "insulation", "" + file);
  }

  private void assertRefused(String option, String... arguments) {
    err.getBuffer().setLength(0);
    assertThat(oasis.execute(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .satisfies(line -> assertThat(line).contains(option));
  }
}
