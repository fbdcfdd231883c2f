package io.oasis.agent.latency;

import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Watches the latency of every queue of a host and says which has shifted.
 *
 * <p>Counters give one mean over the reads of each interval; those means are the points, of shorter
 * intervals one over a second of them. Intervals in which a limit of ours held the queue back are
 * left out: what is waited for there is the limit.
 */
public final class LatencyWatch implements LatencyRequests {
  /** Points of the first base, and from one request for the same shift to the next. */
  static final int PERIOD = 60;

  /** A queue that was not added for so many seconds, two days, is forgotten. */
  private static final long FORGET_SECONDS = 172_800;

  /** No more queues are remembered: at 9 KB each a quarter of an agent's 96 MB. */
  static final int MOST_QUEUES = 3_000;

  /** From this part of a limit on it may have held the queue back. */
  private static final double NEAR = 0.9;

  private static final class Watched {
    private final EvidenceDetector detector = new EvidenceDetector();
    private long addedAt;
    private final ReadSum sum = new ReadSum();
    private boolean limited;
  }

  private final Map<QueueId, Watched> queues = new HashMap<>();
  private long now;

  /** An interval begins to be told; queues that were not added for long are forgotten. */
  @Override
  public void begin(long nowSeconds) {
    now = nowSeconds;
    queues.values().removeIf(queue -> now - queue.addedAt > FORGET_SECONDS);
    if (queues.size() >= MOST_QUEUES) {
      forgetOldest();
    }
  }

  /** Makes room for a tenth: of those that are not there now. */
  private void forgetOldest() {
    queues.entrySet().stream()
        .filter(queue -> now - queue.getValue().addedAt > PERIOD)
        .sorted(
            Comparator.comparingLong(
                    (Map.Entry<QueueId, Watched> queue) -> queue.getValue().addedAt)
                .thenComparing(Map.Entry::getKey))
        .limit(MOST_QUEUES / 10)
        .map(Map.Entry::getKey)
        .toList()
        .forEach(queues::remove);
  }

  /** The same for a queue without a limit of ours. */
  public Optional<LatencyShift> add(QueueId queue, QueueSample sample, double seconds) {
    return add(queue, sample, seconds, Optional.empty());
  }

  /**
   * Takes what a queue did in an interval of so many seconds.
   *
   * @param limit the limit of ours that was in force
   * @return the latency it asks to have back; empty when it has not shifted
   */
  @Override
  public Optional<LatencyShift> add(
      QueueId queue, QueueSample sample, double seconds, Optional<RateBound> limit) {
    Watched watched = queues.get(queue);
    if (watched == null) {
      if (queues.size() >= MOST_QUEUES) {
        return Optional.empty();
      }
      watched = new Watched();
      queues.put(queue, watched);
    }
    watched.addedAt = now;
    watched.sum.add(sample.reads(), seconds);
    watched.limited |= isLimited(sample, limit);
    return watched.sum.isPoint() ? closed(watched) : Optional.empty();
  }

  private Optional<LatencyShift> closed(Watched watched) {
    Optional<LatencyShift> shift =
        watched.sum.isEmpty() || watched.limited
            ? Optional.empty()
            : watched.detector.add(
                new Point(
                    now,
                    watched.sum.meanMicros(),
                    watched.sum.perSecond(),
                    watched.sum.meanBytes()));
    watched.sum.clear();
    watched.limited = false;
    return shift;
  }

  private static boolean isLimited(QueueSample sample, Optional<RateBound> limit) {
    return limit.isPresent()
        && (sample.held().orElse(0.0) > 0
            || limit
                .get()
                .iops()
                .filter(iops -> sample.completionsPerSecond() >= NEAR * iops.perSecond())
                .isPresent()
            || limit
                .get()
                .bytesPerSecond()
                .filter(bytes -> sample.bytesPerSecond() >= NEAR * bytes.perSecond())
                .isPresent());
  }
}
