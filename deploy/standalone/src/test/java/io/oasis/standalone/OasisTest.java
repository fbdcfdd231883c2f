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
}
