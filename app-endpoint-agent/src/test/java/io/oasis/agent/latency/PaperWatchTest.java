package io.oasis.agent.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows when the paper's detector asks for the latency that a queue had, and for how long. */
class PaperWatchTest {
  private static final QueueId QUEUE = new QueueId(new ApplicationId("h:/a"), new LunId("wwid:a"));

  private final PaperWatch watch = new PaperWatch();
  private long now;

  /** What is asked for is the latency of the base. */
  @Test
  void aShiftIsAskedForUntilAPeriodShowsNone() {
    assertThat(seconds(60, 5_000)).isEmpty();
    assertThat(seconds(59, 20_000)).as("not a period yet").isEmpty();
    LatencyShift shift = second(20_000).orElseThrow();
    assertThat(shift.currentMicros()).isEqualTo(20_000);
    assertThat(shift.wantedMicros()).isCloseTo(5_000, within(0.01));
    assertThat(seconds(59, 5_000)).contains(shift);
    assertThat(second(5_000)).isEmpty();
  }

  /** Seconds of hits alone fit a lower base best, though on the mean the period is slower. */
  @Test
  void aPeriodThatIsSlowerOnTheMeanIsNoBase() {
    seconds(60, 150);
    for (int second = 0; second < 60; second++) {
      second(second % 6 == 0 ? 100 : 1_000 + 150 * second);
    }
    seconds(59, 3_000);
    assertThat(second(3_000).orElseThrow().wantedMicros()).isCloseTo(150, within(0.01));
  }

  @Test
  void secondsWithoutReadsAreNoPoints() {
    seconds(60, 5_000);
    seconds(59, 20_000);
    assertThat(seconds(5, 0)).isEmpty();
    assertThat(second(20_000)).isPresent();
  }

  @Test
  void shorterIntervalsMakeAPointTogether() {
    seconds(60, 5_000);
    seconds(59, 20_000);
    for (int quarter = 0; quarter < 3; quarter++) {
      assertThat(add(20_000, 0.25)).isEmpty();
    }
    assertThat(add(20_000, 0.25)).isPresent();
  }

  /** After two minutes without a word it is a new one, that has no base. */
  @Test
  void aQueueThatIsGoneForTwoMinutesIsForgotten() {
    seconds(60, 5_000);
    now += 119;
    seconds(59, 20_000);
    assertThat(second(20_000)).as("120 s later").isPresent();
    now += 120;
    assertThat(second(20_000)).as("121 s later").isEmpty();
  }

  private Optional<LatencyShift> seconds(int count, double micros) {
    Optional<LatencyShift> last = Optional.empty();
    for (int i = 0; i < count; i++) {
      last = second(micros);
    }
    return last;
  }

  private Optional<LatencyShift> second(double micros) {
    now++;
    watch.begin(now);
    return add(micros, 1);
  }

  private Optional<LatencyShift> add(double micros, double seconds) {
    double rate = micros > 0 ? 100 : 0;
    QueueSample sample =
        new QueueSample(
            new Flow(rate, rate, rate * 4_096, micros),
            Flow.NONE,
            1,
            Optional.empty(),
            QueueSample.LatencySource.LUN);
    return watch.add(QUEUE, sample, seconds, Optional.empty());
  }
}
