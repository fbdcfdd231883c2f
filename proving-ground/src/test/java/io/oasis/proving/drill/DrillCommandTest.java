package io.oasis.proving.drill;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;

/** Shows what the drill plays, and how it is chosen from. */
class DrillCommandTest {
  /** They are not to be lost. */
  @Test
  void whatOnceWorkedIsPlayed() {
    assertThat(DrillCommand.attacks())
        .extracting(Attack::name)
        .doesNotHaveDuplicates()
        .contains(
            "trap: another user's leftovers for the janitor",
            "trap: a command in the journal for the guardian",
            "trap: a link where the adapter locks",
            "broker: nobody says settings",
            "file: another user enters the data directory",
            "setting: one of the last epoch there is",
            "setting: one of a second manager, of another application id",
            "record: an operator's word of revision 9223372036854775807",
            "record: a rate of 1.8e308",
            "record: 60,000 made-up queues of one host",
            "rest: a name of strangers for our address, /api/v1/domains",
            "brick: a client without a certificate",
            "brick: a client with a certificate of strangers");
  }

  @Test
  void wordsThatNoAttackHasAreAMistake() {
    StringWriter said = new StringWriter();
    CommandLine drill = new CommandLine(new DrillCommand()).setErr(new PrintWriter(said, true));
    assertThat(drill.execute("--only", "earthquake")).isEqualTo(CommandLine.ExitCode.USAGE);
    assertThat(said.toString()).contains("--only: no attack is called earthquake");
  }
}
