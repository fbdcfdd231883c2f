package io.oasis.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
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
    assertRefused("--depths", "demo", "--depths", "0");
    assertRefused("--names", "demo", "--names", "one");
    assertRefused("--seconds", "demo", "--seconds", "1");
    assertRefused("--capacity-iops", "demo", "--capacity-iops", "NaN");
    assertRefused("--rw", "demo", "--rw", "trim");
    assertRefused("--start-after", "demo", "--start-after", "nobody=5");
    assertRefused("--stop-after", "demo", "--stop-after", "deep=0x");
    assertRefused("--enforce", "up", "--no-adapter", "--enforce", "disk:a");
    assertRefused("--url", "top", "--url", "localhost");
  }

  private void assertRefused(String option, String... arguments) {
    err.getBuffer().setLength(0);
    assertThat(oasis.execute(arguments)).as(String.join(" ", arguments)).isEqualTo(2);
    assertThat(err.toString().lines().findFirst())
        .hasValueSatisfying(line -> assertThat(line).contains(option));
  }
}
