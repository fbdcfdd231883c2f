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
import io.oasis.protocol.RateBound;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What becomes of the latencies of an agent's requests. */
class LatencyWatchTest {
  private static final int BASE = 10 * LatencyWatch.PERIOD;

  private final LatencyWatch watch = new LatencyWatch();

  /**
   * Shows that a queue whose reads become slower asks for the latency it had, soon and again every
   * period, and only that one.
   */
  @Test
  void aQueueThatBecomesSlowerAsks() {
    List<LatencyShift> asked = new ArrayList<>();
    int first = 0;
    for (int interval = 0; interval < 12 * LatencyWatch.PERIOD; interval++) {
      double slow = interval < BASE ? 1_000 : 2_000;
      watch.begin(interval);
      watch.add(queue("slow"), reads(slow), 1).ifPresent(asked::add);
      first = asked.isEmpty() ? interval : first;
      assertThat(watch.add(queue("calm"), reads(1_000), 1)).isEmpty();
    }
    assertThat(first).isLessThan(BASE + 20);
    assertThat(asked).hasSize(2);
    assertThat(asked.getFirst().currentMicros()).isEqualTo(2_000);
    assertThat(asked.getFirst().wantedMicros()).isCloseTo(1_000, within(50.0));
  }

  /** Shows that latency that fell and rises to what it was is no shift: the base is no ratchet. */
  @Test
  void aGoodHourDoesNotMakeTheNextOneBad() {
    for (int interval = 0; interval < 5 * 3_600; interval++) {
      boolean good = interval >= 4 * 3_600 && interval < 4 * 3_600 + 1_800;
      watch.begin(interval);
      assertThat(watch.add(queue("a"), reads(good ? 600 : 1_000), 1)).isEmpty();
    }
  }

  /** Shows that the base outlives a break, and not two days without the queue. */
  @Test
  void whatIsGoneForLongIsForgotten() {
    for (int interval = 0; interval < LatencyWatch.PERIOD; interval++) {
      watch.begin(interval);
      watch.add(queue("a"), reads(1_000), 1);
      watch.add(queue("b"), reads(1_000), 1);
    }
    assertThat(asks("a", 3_600)).isTrue();
    assertThat(asks("b", 60 + 172_800 + 3_600)).isFalse();
    assertThat(
            watch.add(
                queue("a"), new QueueSample(Flow.NONE, Flow.NONE, 0.1, Optional.empty(), LUN), 1))
        .isEmpty();
  }

  private boolean asks(String application, long from) {
    boolean asks = false;
    for (long interval = from; interval < from + LatencyWatch.PERIOD; interval++) {
      watch.begin(interval);
      asks |= watch.add(queue(application), reads(5_000), 1).isPresent();
    }
    return asks;
  }

  /** Shows that what waits for a limit of ours is not taken for a slow device. */
  @Test
  void aLimitIsNoShift() {
    Optional<RateBound> limit = Optional.of(RateBound.ofIops(105));
    for (int interval = 0; interval < 3 * LatencyWatch.PERIOD; interval++) {
      boolean limited = interval >= LatencyWatch.PERIOD;
      watch.begin(interval);
      assertThat(
              watch.add(
                  queue("a"),
                  reads(limited ? 5_000 : 1_000),
                  1,
                  limited ? limit : Optional.empty()))
          .isEmpty();
    }
  }

  /** Shows that a queue that is measured four times as often is judged by the same points. */
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

  /** Shows that more queues than there is room for are not watched until others have gone. */
  @Test
  void thereIsRoomForSoMany() {
    watch.begin(0);
    for (int i = 0; i < LatencyWatch.MOST_QUEUES; i++) {
      watch.add(queue("q" + i), reads(1_000), 1);
    }
    for (int interval = 100; interval < 100 + 3 * LatencyWatch.PERIOD; interval++) {
      watch.begin(interval);
      boolean slow = interval >= 100 + LatencyWatch.PERIOD;
      assertThat(watch.add(queue("new"), reads(slow ? 2_000 : 1_000), 1).isPresent())
          .isIn(false, slow);
    }
  }

  private static QueueId queue(String application) {
    return new QueueId(new ApplicationId("h:" + application), new LunId("serial:x"));
  }

  private static QueueSample reads(double latencyMicros) {
    return new QueueSample(
        new Flow(100, 100, 409_600, latencyMicros), Flow.NONE, 0.1, Optional.empty(), LUN);
  }
}
