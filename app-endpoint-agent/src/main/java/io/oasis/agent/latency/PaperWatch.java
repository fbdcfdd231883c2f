package io.oasis.agent.latency;

import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Watches the latency of every queue of a host with the paper's detector (OASIS, section 3.3.2):
 * what the lab repeats the paper's experiments with.
 *
 * <p>Counters give one mean over the reads of each interval; those means are the points, of shorter
 * intervals one over a second of them. A period is {@link #PERIOD} of them, a minute at one a
 * second: shorter than where single latencies would need 300, because a mean over many reads varies
 * less than they do. A shift is asked for in every interval until a period shows none: what the
 * application lacks does not change by itself, and who asks by turns is served by turns.
 *
 * <p>Means of few reads have no shape that shifts: a second without a miss lies far from all
 * others, and one shift fits it best. So shifts tell whether there is one, and means what it is: a
 * base is what "has lower latency", and what is asked for is the base's latency.
 */
public final class PaperWatch implements LatencyRequests {
  /** Intervals with reads that make a period. */
  static final int PERIOD = 60;

  /**
   * A factor of 350 at 5 % a bin: from reads that the disk has in its buffer, a tenth of a
   * millisecond, to misses that wait for others.
   */
  private static final int MOST_BINS = 120;

  private static final DetectorConfig CONFIG =
      new DetectorConfig(
          DetectorConfig.DEFAULT.bins(),
          PERIOD,
          DetectorConfig.DEFAULT.thresholdBins(),
          DetectorConfig.DEFAULT.lowerBaseBins(),
          MOST_BINS,
          DetectorConfig.DEFAULT.blurBins());

  /** A queue that was not added for so many seconds is forgotten: no interval is longer. */
  private static final long FORGET_SECONDS = 120;

  private static final class Watched {
    private final LatencyShiftDetector detector = new LatencyShiftDetector(CONFIG, true);
    private long addedAt;
    private final ReadSum sum = new ReadSum();
    private Optional<LatencyShift> standing = Optional.empty();
  }

  private final Map<QueueId, Watched> queues = new HashMap<>();
  private long now;

  @Override
  public void begin(long nowSeconds) {
    now = nowSeconds;
    queues.values().removeIf(queue -> now - queue.addedAt > FORGET_SECONDS);
  }

  @Override
  public Optional<LatencyShift> add(
      QueueId queue, QueueSample sample, double seconds, Optional<RateBound> limit) {
    Watched watched = queues.computeIfAbsent(queue, _ -> new Watched());
    watched.addedAt = now;
    watched.sum.add(sample.reads(), seconds);
    if (!watched.sum.isPoint()) {
      return watched.standing;
    }
    if (!watched.sum.isEmpty()) {
      watched.standing = judged(watched.detector.add(watched.sum.meanMicros()), watched.standing);
    }
    watched.sum.clear();
    return watched.standing;
  }

  private static Optional<LatencyShift> judged(Verdict verdict, Optional<LatencyShift> standing) {
    return switch (verdict) {
      case Verdict.Raised raised ->
          Optional.of(new LatencyShift(raised.currentMicros(), raised.wantedMicros()));
      case Verdict.Collecting _ -> standing;
      case Verdict.FirstBase _, Verdict.Unchanged _, Verdict.NewBase _ -> Optional.empty();
    };
  }
}
