package io.oasis.proving;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Oasis;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

/** The oasis command finds the proving ground's commands, and they refuse wrong values. */
class ProofCommandsTest {
  @Test
  void wrongValuesAreRefusedInOneLineThatNamesTheOption() {
    assertRefused("--depths", "demo", "--depths", "0");
    assertRefused("--names", "demo", "--names", "one");
    assertRefused("--seconds", "demo", "--seconds", "1");
    assertRefused("--capacity-iops", "demo", "--capacity-iops", "NaN");
    assertRefused("--rw", "demo", "--rw", "trim");
    assertRefused("--start-after", "demo", "--start-after", "nobody=5");
    assertRefused("--stop-after", "demo", "--stop-after", "deep=0x");
    assertRefused("--seconds", "bench", "insulation", "--seconds", "1");
    assertRefused("--only", "bench", "insulation", "--only", "nothing");
    assertRefused("r = 1.5", "bench", "insulation", "--r", "1.5");
  }

  private static void assertRefused(String option, String... arguments) {
    StringWriter err = new StringWriter();
    assertThat(Oasis.commandLine().setErr(new PrintWriter(err, true)).execute(arguments))
        .as(String.join(" ", arguments))
        .isEqualTo(2);
    assertThat(err.toString().lines())
        .singleElement()
        .satisfies(line -> assertThat(line).contains(option));
  }
}
