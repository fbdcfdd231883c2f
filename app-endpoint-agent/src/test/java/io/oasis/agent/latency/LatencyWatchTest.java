package io.oasis.agent.latency;

import static io.oasis.protocol.QueueSample.LatencySource.LUN;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of the latencies of an agent's requests. */
class LatencyWatchTest {
  private final LatencyWatch watch = new LatencyWatch();

  /**
   * Shows that a queue whose reads become slower asks for the latency it had, and only that one.
   */
  @Test
  void aQueueThatBecomesSlowerAsks() {
    List<LatencyShift> asked = new ArrayList<>();
    for (int interval = 0; interval < 3 * LatencyWatch.PERIOD; interval++) {
      double slow = interval < LatencyWatch.PERIOD ? 1_000 : 2_000;
      watch.begin(interval);
      watch.add(queue("slow"), reads(slow), 1).ifPresent(asked::add);
      assertThat(watch.add(queue("calm"), reads(1_000), 1)).isEmpty();
    }
    assertThat(asked).hasSize(2);
    assertThat(asked.getFirst().currentMicros()).isEqualTo(2_000);
    assertThat(asked.getFirst().wantedMicros()).isCloseTo(1_000, within(50.0));
  }

  /** Shows that a queue that goes is forgotten, and that one without reads says nothing. */
  @Test
  void whatIsGoneIsForgotten() {
    for (int interval = 0; interval < LatencyWatch.PERIOD; interval++) {
      watch.begin(interval);
      watch.add(queue("a"), reads(1_000), 1);
    }
    watch.begin(LatencyWatch.PERIOD + 121);
    for (int interval = 0; interval < 2 * LatencyWatch.PERIOD; interval++) {
      assertThat(watch.add(queue("a"), reads(5_000), 1)).isEmpty();
    }
    assertThat(
            watch.add(
                queue("a"), new QueueSample(Flow.NONE, Flow.NONE, 0.1, Optional.empty(), LUN), 1))
        .isEmpty();
  }

  /** Shows that a queue that is measured four times as often is judged over the same time. */
  @Test
  void shortIntervalsMakeOnePointASecond() {
    int asked = 0;
    for (int quarter = 0; quarter < 4 * 3 * LatencyWatch.PERIOD; quarter++) {
      double slow = quarter < 4 * LatencyWatch.PERIOD ? 1_000 : 2_000;
      watch.begin(quarter / 4);
      asked += watch.add(queue("slow"), reads(slow), 0.25).isPresent() ? 1 : 0;
    }
    assertThat(asked).isEqualTo(2);
  }

  private static QueueId queue(String application) {
    return new QueueId(new ApplicationId("h:" + application), new LunId("serial:x"));
  }

  private static QueueSample reads(double latencyMicros) {
    return new QueueSample(
        new Flow(100, 100, 409_600, latencyMicros), Flow.NONE, 0.1, Optional.empty(), LUN);
  }
}
