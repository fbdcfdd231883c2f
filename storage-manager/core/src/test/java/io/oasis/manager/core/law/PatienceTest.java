package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The longer nobody gains, the later it is asked again: unless company or device is another. */
class PatienceTest {
  private static final double LATENCY = 0.01;

  private final Situation at = new Situation();
  private final Patience patience = new Patience(at);
  private double seconds;

  /** So many seconds pass, in which these have 100 I/Os a second each. */
  private void pass(double howMany, double latency, String... names) {
    double end = seconds + howMany;
    while (seconds < end - 1e-9) {
      seconds += 0.25;
      List<Seen> seen =
          Arrays.stream(names)
              .map(
                  name ->
                      new Seen(
                          new QueueId(new ApplicationId(name), new LunId("lun")),
                          1,
                          new Kind(12, true),
                          100,
                          100,
                          0))
              .toList();
      double completed = 100.0 * names.length;
      at.see(new Sight(seconds, 0.25, seen, completed, completed * latency, latency));
      patience.follow();
    }
  }

  private void refusedOften() {
    pass(1, LATENCY, "a", "b");
    for (double pause = 2; pause < 600; pause *= 2) {
      patience.refused();
      pass(pause - 0.25, LATENCY, "a", "b");
      assertThat(patience.isOver()).as("before %s s", pause).isFalse();
      pass(0.25, LATENCY, "a", "b");
      assertThat(patience.isOver()).as("after %s s", pause).isTrue();
    }
    patience.answered(1, LATENCY);
  }

  @Test
  void refusalsHoldLongerAndLongerUpToTenMinutes() {
    refusedOften();
    pass(595, LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
    pass(10, LATENCY, "a", "b");
    assertThat(patience.isOver()).isTrue();
  }

  /** An answer tells more than a question that came to nothing. */
  @Test
  void twoAnswersHoldForAMinuteThreeForTenMinutes() {
    pass(1, LATENCY, "a", "b");
    patience.answered(1, LATENCY);
    pass(2, LATENCY, "a", "b");
    assertThat(patience.isOver()).isTrue();
    patience.answered(1, LATENCY);
    pass(59, LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
    pass(1, LATENCY, "a", "b");
    assertThat(patience.isOver()).isTrue();
    patience.answered(1, LATENCY);
    pass(599, LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
  }

  @Test
  void aNewcomerIsSeenToAtOnce() {
    refusedOften();
    pass(10, LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
    pass(0.25, LATENCY, "a", "b", "c");
    assertThat(patience.isOver()).isTrue();
  }

  /** Nobody who was found content is known to be so on a device that is half as quick. */
  @Test
  void anotherLatencyVoidsWhatWasLearned() {
    refusedOften();
    pass(10, LATENCY, "a", "b");
    at.takers().getFirst().foundContent(100, seconds);
    pass(4, 1.2 * LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
    pass(4, 2 * LATENCY, "a", "b");
    assertThat(patience.isOver()).isTrue();
    assertThat(at.takers().getFirst().isUnknown()).isTrue();
  }
}
