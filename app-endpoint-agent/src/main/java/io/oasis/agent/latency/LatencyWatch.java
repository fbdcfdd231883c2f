package io.oasis.agent.latency;

import io.oasis.protocol.Flow;
import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Request;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Watches the latency of every queue of a host, and adds to its requests what has shifted.
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

  /** The messages of an interval; queues that are not among them are forgotten. */
  public List<Message> add(List<Message> messages) {
    Set<QueueId> present = new HashSet<>();
    List<Message> watched =
        messages.stream()
            .map(message -> message instanceof Request request ? add(request, present) : message)
            .toList();
    detectors.keySet().retainAll(present);
    return watched;
  }

  private Message add(Request request, Set<QueueId> present) {
    present.add(request.queue());
    Flow reads = request.sample().reads();
    if (reads.completionsPerSecond() <= 0 || reads.meanLatencyMicros() <= 0) {
      return request;
    }
    Verdict verdict =
        detectors
            .computeIfAbsent(request.queue(), queue -> new LatencyShiftDetector(CONFIG))
            .add(reads.meanLatencyMicros());
    return switch (verdict) {
      case Verdict.Raised raised -> raised(request, raised);
      case Verdict.Collecting _, Verdict.FirstBase _, Verdict.Unchanged _, Verdict.NewBase _ ->
          request;
    };
  }

  private static Request raised(Request request, Verdict.Raised raised) {
    return new Request(
        request.queue(),
        request.domain(),
        request.host(),
        request.sequence(),
        request.at(),
        request.intervalMillis(),
        request.sample(),
        request.demand(),
        request.requested(),
        Optional.of(new LatencyShift(raised.currentMicros(), raised.wantedMicros())));
  }
}
