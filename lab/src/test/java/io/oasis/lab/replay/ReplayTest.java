package io.oasis.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.lab.experiment.Experiment;
import io.oasis.lab.experiment.Experiments;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows that a recording is decided again bit for bit. */
class ReplayTest {
  private static String recording(String experiment, String policy) {
    StringBuilder text = new StringBuilder();
    Experiment found = Experiments.named(experiment).orElseThrow();
    ScopedValue.where(Recording.CURRENT, new Recording(text)).run(() -> found.run(policy, 1));
    return text.toString();
  }

  private static Replay.Result replay(String text, Optional<String> policy) throws IOException {
    return Replay.of(new BufferedReader(new StringReader(text)), policy);
  }

  @ParameterizedTest
  @ValueSource(strings = {"proportional-fair", "capacity", "oasis"})
  void theSamePolicyGivesEveryDecisionBitForBit(String policy) throws IOException {
    Replay.Result result = replay(recording("oasis-competing-bandwidth", policy), Optional.empty());
    assertThat(result.recorded()).isNotEmpty();
    assertThat(result.isSame()).isTrue();
  }

  @Test
  void anotherPolicyShowsWhatWouldHaveDiffered() throws IOException {
    String text = recording("oasis-competing-bandwidth", "capacity");
    assertThat(replay(text, Optional.of("oasis")).isSame()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nonsense\n",
        "tick 5\n",
        "oasis-recording 9\n",
        "oasis-recording 2\nin x oasis.requests {}\n",
        "oasis-recording 2\nin 5 oasis.requests {}\n",
        "oasis-recording 2\nstart 5 oasis.journal {}\n"
      })
  void whatIsNoRecordingIsRefusedWithTheLine(String text) {
    assertThatThrownBy(() -> replay(text, Optional.empty()))
        .isInstanceOf(Replay.FormatException.class)
        .hasMessageStartingWith("line ");
  }
}
