package io.oasis.manager.core.law;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Rule;
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
                          new Kind(12, 1),
                          100,
                          100,
                          0,
                          false,
                          new Rule(!name.equals("nobody"), 0, Double.POSITIVE_INFINITY, true)))
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
    pass(2, LATENCY, "a", "b");
    patience.answered(1, LATENCY);
  }

  /** A cut that was not in force says nothing of who was asked, whatever was answered before. */
  @Test
  void whatCameToNothingIsAskedAgainAfterAMinuteAlsoAfterAnAnswer() {
    pass(1, LATENCY, "a", "b");
    patience.answered(1, LATENCY);
    pass(2, LATENCY, "a", "b");
    patience.refused();
    pass(59, LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
    pass(1, LATENCY, "a", "b");
    assertThat(patience.isOver()).isTrue();
    patience.answered(1, LATENCY);
    pass(595, LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
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
  void oneAnswerHoldsForTwoSecondsTwoForTenMinutes() {
    pass(1, LATENCY, "a", "b");
    patience.answered(1, LATENCY);
    pass(2, LATENCY, "a", "b");
    assertThat(patience.isOver()).isTrue();
    patience.answered(1, LATENCY);
    pass(599, LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
    pass(1, LATENCY, "a", "b");
    assertThat(patience.isOver()).isTrue();
  }

  /** Who comes and goes all the time would else be the reason for a question every second. */
  @Test
  void questionsThatAreOvertakenWaitFourTimesAsLongEachTimeUntilSomebodyGains() {
    pass(1, LATENCY, "a", "b");
    for (double pause = 1; pause < 600; pause *= 4) {
      patience.overtaken();
      pass(pause - 0.25, LATENCY, "a", "b");
      assertThat(patience.isOver()).as("before %s s", pause).isFalse();
      pass(0.25, LATENCY, "a", "b");
      assertThat(patience.isOver()).as("after %s s", pause).isTrue();
    }
    patience.proven();
    patience.overtaken();
    pass(1, LATENCY, "a", "b");
    assertThat(patience.isOver()).isTrue();
  }

  @Test
  void aNewcomerIsSeenToAtOnce() {
    refusedOften();
    pass(10, LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
    pass(0.25, LATENCY, "a", "b", "c");
    assertThat(patience.isOver()).isTrue();
  }

  /** What belongs to nobody comes and goes; nobody is asked for it. */
  @Test
  void whoIsNotToBeLimitedIsNoNewcomer() {
    refusedOften();
    pass(10, LATENCY, "a", "b", "nobody");
    assertThat(patience.isOver()).isFalse();
  }

  /** A device that stalls for an interval is as quick as it was. */
  @Test
  void aStallIsNoOtherLatency() {
    refusedOften();
    pass(3, LATENCY, "a", "b");
    pass(0.25, 20 * LATENCY, "a", "b");
    pass(1, LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
  }

  /** Nobody who was found content is known to be so on a device that is half as quick. */
  @Test
  void anotherLatencyVoidsWhatWasLearned() {
    refusedOften();
    pass(10, LATENCY, "a", "b");
    at.takers().getFirst().wish.foundContent(100, seconds);
    pass(4, 1.2 * LATENCY, "a", "b");
    assertThat(patience.isOver()).isFalse();
    pass(4, 2 * LATENCY, "a", "b");
    assertThat(patience.isOver()).isTrue();
    assertThat(at.takers().getFirst().isUnknown()).isTrue();
  }
}
