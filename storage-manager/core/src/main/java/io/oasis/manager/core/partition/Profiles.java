package io.oasis.manager.core.partition;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.insulation.Profile;
import io.oasis.manager.planners.insulation.ServiceTimes;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheReport.AtDepth;
import io.oasis.protocol.CacheReport.Partition;
import io.oasis.protocol.CacheReport.Point;
import io.oasis.protocol.CacheReport.Service;
import io.oasis.protocol.QueueId;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** What a report says of its applications, in the words of the insulation planner. */
final class Profiles {
  /** Of the bytes it reads, from which on an application is a stream: the larger part. */
  private static final double STREAM_PART = 0.5;

  /** Below it an application whose curve is not known has no hits worth waiting for. */
  private static final double SOME_HITS = 0.02;

  /** What a hit takes where none was seen, as the planner's own standard. */
  private static final double HIT_MICROS = 100;

  /** A hit takes at most this part of what the disk takes. */
  private static final double MOST_HIT_PART = 0.5;

  private Profiles() {}

  /** Queues of one application are one workload: they share a partition. */
  static String name(QueueId queue) {
    return queue.application().value();
  }

  /**
   * @param weights of queues
   */
  static List<Profile> of(CacheReport report, ToDoubleFunction<QueueId> weights) {
    Map<String, Profile> profiles = new LinkedHashMap<>();
    for (Partition part : report.partitions()) {
      profiles.putIfAbsent(name(part.queue()), profile(part, weights.applyAsDouble(part.queue())));
    }
    return List.copyOf(profiles.values());
  }

  private static Profile profile(Partition part, double weight) {
    String name = name(part.queue());
    if (part.service().isEmpty()) {
      return new Profile.Unknown(name, weight);
    }
    Service service = part.service().get();
    if (service.streamPart() >= STREAM_PART) {
      return new Profile.Streaming(name, weight);
    }
    boolean warming = part.curve().isEmpty() && part.hits().ratio() >= SOME_HITS;
    if (warming || service.service().isEmpty() || service.service().getFirst().depth() != 1) {
      return new Profile.Unknown(name, weight);
    }
    ServiceTimes times = times(service.service());
    int depth = (int) StrictMath.max(1, StrictMath.round(service.depth()));
    double hitMicros =
        StrictMath.min(
            part.hits().hitMicros().filter(micros -> micros > 0).orElse(HIT_MICROS),
            MOST_HIT_PART * times.micros(depth));
    return new Profile.Random(name, weight, depth, times, hits(part), hitMicros);
  }

  /** More at the disk are never served slower each; where it looks so, that is noise. */
  private static ServiceTimes times(List<AtDepth> measured) {
    SortedMap<Integer, Double> micros = new TreeMap<>();
    double last = Double.POSITIVE_INFINITY;
    for (AtDepth at : measured) {
      last = StrictMath.min(last, at.micros());
      micros.put(at.depth(), last);
    }
    return new ServiceTimes(micros);
  }

  private static HitCurve hits(Partition part) {
    return part.curve().isEmpty()
        ? HitCurve.NONE
        : HitCurve.of(
            HitCurve.Shape.STEPS,
            part.curve().stream().mapToDouble(Point::sizeBytes).toArray(),
            part.curve().stream().mapToDouble(Point::hitRatio).toArray());
  }
}
