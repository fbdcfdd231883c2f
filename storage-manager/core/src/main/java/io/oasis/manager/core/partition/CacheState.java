package io.oasis.manager.core.partition;

import io.oasis.manager.core.cache.CacheClaim;
import io.oasis.manager.core.cache.CachePolicy;
import io.oasis.manager.core.cache.HitRatioHistory;
import io.oasis.manager.core.cache.LatencyNeed;
import io.oasis.manager.core.hear.Rails;
import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheReport.Partition;
import io.oasis.protocol.CacheReport.Point;
import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.QueueId;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;

/** What a controller knows of one cache. */
final class CacheState {
  /** Sizes within this part of the cache are the same size to the hit-ratio history. */
  private static final double SAME_SIZE = 1.0 / 32;

  /** What a miss costs where nobody says: the same for all, so it decides nothing. */
  private static final double ANY_MISS_MICROS = 1_000;

  Instant decidedAt = Instant.EPOCH;
  Instant toldAt = Instant.EPOCH;
  private final Map<QueueId, HitRatioHistory> histories = new LinkedHashMap<>();
  private final Map<QueueId, Double> usedBytes = new HashMap<>();
  private Map<QueueId, Double> targets = Map.of();

  void take(CacheReport report, CachePolicy policy, Instant now) {
    for (Partition part : report.partitions()) {
      if (part.curve().isEmpty()) {
        learn(report, part, policy, now);
      }
    }
    if (histories.size() > report.partitions().size()) {
      List<QueueId> present = report.partitions().stream().map(Partition::queue).toList();
      histories.keySet().retainAll(present);
      usedBytes.keySet().retainAll(present);
    }
  }

  /**
   * What was in use had the hits of an interval, not what it may grow to; the mean of what was in
   * use at its ends, where that differs little, and nothing is learnt while a partition fills fast.
   * What a partition was told to give up it gave up at once.
   */
  private void learn(CacheReport report, Partition part, CachePolicy policy, Instant now) {
    double same = SAME_SIZE * report.totalBytes();
    double end = StrictMath.min(part.space().usedBytes(), part.space().sizeBytes());
    Double before = usedBytes.put(part.queue(), part.space().usedBytes());
    double begin = before == null ? end : StrictMath.min(before, part.space().sizeBytes());
    if (StrictMath.abs(end - begin) <= same) {
      double perSecond = part.hits().accessesPerSecond();
      histories
          .computeIfAbsent(part.queue(), queue -> new HitRatioHistory(same))
          .add(
              (begin + end) / 2,
              part.hits().ratio(),
              perSecond * report.intervalMillis() / 1_000,
              policy.memoryAccesses(perSecond * HitRatioHistory.PERIOD.toSeconds()),
              now);
    }
  }

  CacheClaim claim(
      CacheReport report, Partition part, Optional<LatencyShift> wish, Rails rails, Instant now) {
    HitCurve curve = curve(part, report.totalBytes(), now);
    double size = part.space().sizeBytes();
    double missMicros =
        part.hits().missMicros().orElse(ANY_MISS_MICROS) - part.hits().hitMicros().orElse(0.0);
    return new CacheClaim(
        rails.weight(),
        rails.exclude() ? size : 0,
        rails.exclude() ? size : Double.POSITIVE_INFINITY,
        size,
        size == 0
            ? part.space()
                .initialBytes()
                .or(() -> Optional.of(report.totalBytes() / report.partitions().size()))
            : wish.flatMap(shift -> wanted(part, curve, shift)),
        curve,
        part.hits().accessesPerSecond(),
        missMicros > 0 ? missMicros : ANY_MISS_MICROS);
  }

  /** "Convert request to hit ratio requirement; determine extra cache C required to meet it." */
  private static Optional<Double> wanted(Partition part, HitCurve curve, LatencyShift shift) {
    double used = StrictMath.min(part.space().usedBytes(), part.space().sizeBytes());
    OptionalDouble hitRatio =
        LatencyNeed.hitRatio(
            curve.hitRatio(used),
            shift.currentMicros(),
            shift.wantedMicros(),
            part.hits().hitMicros().orElse(0.0));
    if (hitRatio.isEmpty()) {
      return Optional.empty();
    }
    return Optional.of(curve.bytesFor(hitRatio.getAsDouble()).orElse(curve.usefulBytes()));
  }

  private HitCurve curve(Partition part, double totalBytes, Instant now) {
    if (!part.curve().isEmpty()) {
      return HitCurve.of(
          HitCurve.Shape.STEPS,
          part.curve().stream().mapToDouble(Point::sizeBytes).toArray(),
          part.curve().stream().mapToDouble(Point::hitRatio).toArray());
    }
    HitRatioHistory history = histories.get(part.queue());
    return history != null && history.knows(now) ? history.curve() : HitCurve.unknown(totalBytes);
  }

  /** The last targets of the partitions reported; what they have where there were none. */
  double[] targets(CacheReport report) {
    return report.partitions().stream()
        .mapToDouble(part -> targets.getOrDefault(part.queue(), part.space().sizeBytes()))
        .toArray();
  }

  void keepTargets(CacheReport report, double[] sizes) {
    Map<QueueId, Double> kept = new LinkedHashMap<>();
    for (int i = 0; i < sizes.length; i++) {
      kept.put(report.partitions().get(i).queue(), sizes[i]);
    }
    targets = kept;
  }
}
