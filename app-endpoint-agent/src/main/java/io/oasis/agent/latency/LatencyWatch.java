package io.oasis.agent.latency;

import io.oasis.protocol.Flow;
import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Watches the latency of every queue of a host and says which has shifted.
 *
 * <p>Counters give one mean over the reads of each interval; those means are the points. A period
 * is {@link #PERIOD} of them, a minute at one a second: shorter than where single latencies would
 * need 300, because a mean over many reads varies less than they do.
 */
public final class LatencyWatch {
  /** Intervals with reads that make a period. */
  static final int PERIOD = 60;

  private static final DetectorConfig CONFIG =
      new DetectorConfig(
          DetectorConfig.DEFAULT.bins(),
          PERIOD,
          DetectorConfig.DEFAULT.thresholdBins(),
          DetectorConfig.DEFAULT.lowerBaseBins(),
          DetectorConfig.DEFAULT.mostBins(),
          DetectorConfig.DEFAULT.blurBins());

  private final Map<QueueId, LatencyShiftDetector> detectors = new HashMap<>();
  private final Set<QueueId> present = new HashSet<>();

  /**
   * Takes what a queue did in an interval.
   *
   * @return the latency it asks to have back; empty when it has not shifted
   */
  public Optional<LatencyShift> add(QueueId queue, QueueSample sample) {
    present.add(queue);
    Flow reads = sample.reads();
    if (reads.completionsPerSecond() <= 0 || reads.meanLatencyMicros() <= 0) {
      return Optional.empty();
    }
    Verdict verdict =
        detectors
            .computeIfAbsent(queue, _ -> new LatencyShiftDetector(CONFIG))
            .add(reads.meanLatencyMicros());
    return switch (verdict) {
      case Verdict.Raised raised ->
          Optional.of(new LatencyShift(raised.currentMicros(), raised.wantedMicros()));
      case Verdict.Collecting _, Verdict.FirstBase _, Verdict.Unchanged _, Verdict.NewBase _ ->
          Optional.empty();
    };
  }

  /** Ends an interval: queues that were not added in it are forgotten. */
  public void endInterval() {
    detectors.keySet().retainAll(present);
    present.clear();
  }
}
