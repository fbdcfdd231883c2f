package io.oasis.agent.sample;

import io.oasis.protocol.Flow;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/**
 * Samples of the length that each LUN is to be measured at, made of shorter ones. A host's counters
 * are read together, as often as the LUN that is measured most often needs it; what the others did
 * in the meantime is added up here, so that nobody hears more of them than before.
 */
public final class Spans {
  /** A sample of nearly this part of the length is one: intervals differ by some milliseconds. */
  private static final double WHOLE = 0.9;

  private final Map<LunId, LunSample> open = new HashMap<>();

  /**
   * Takes samples; returns those of LUNs that are due.
   *
   * @param seconds that a LUN's sample is to last at least, as nearly as it can
   */
  public List<LunSample> take(List<LunSample> samples, ToDoubleFunction<LunSample> seconds) {
    List<LunSample> due = new ArrayList<>(samples.size());
    for (LunSample sample : samples) {
      LunSample before = open.remove(sample.lun());
      LunSample whole =
          before != null && before.domain().equals(sample.domain())
              ? joined(before, sample)
              : sample;
      if (whole.seconds() >= WHOLE * seconds.applyAsDouble(sample)) {
        due.add(whole);
      } else {
        open.put(sample.lun(), whole);
      }
    }
    return due;
  }

  private static LunSample joined(LunSample first, LunSample next) {
    double seconds = first.seconds() + next.seconds();
    double part = next.seconds() / seconds;
    LunSample.Device one = first.device();
    LunSample.Device other = next.device();
    return new LunSample(
        next.lun(),
        next.domain(),
        seconds,
        joined(first.reads(), next.reads(), part),
        joined(first.writes(), next.writes(), part),
        new LunSample.Device(
            mean(one.iops(), other.iops(), part),
            mean(one.bytesPerSecond(), other.bytesPerSecond(), part),
            mean(one.outstanding(), other.outstanding(), part),
            mean(one.utilisation(), other.utilisation(), part),
            other.unserved()),
        joined(first.queues(), next.queues(), part));
  }

  private static List<QueueActivity> joined(
      List<QueueActivity> first, List<QueueActivity> next, double part) {
    Map<QueueId, QueueSample> before = new TreeMap<>();
    first.forEach(did -> before.put(did.queue(), did.sample()));
    Map<QueueId, QueueSample> joined = new TreeMap<>();
    next.forEach(
        did -> {
          QueueSample earlier = before.remove(did.queue());
          joined.put(
              did.queue(),
              joined(earlier == null ? idle(did.sample()) : earlier, did.sample(), part));
        });
    before.forEach((queue, did) -> joined.put(queue, joined(did, idle(did), part)));
    return joined.entrySet().stream()
        .map(entry -> new QueueActivity(entry.getKey(), entry.getValue()))
        .toList();
  }

  /** Did nothing in its part of the time; what is held at the end is not known of it. */
  private static QueueSample idle(QueueSample like) {
    return new QueueSample(Flow.NONE, Flow.NONE, 0, Optional.empty(), like.latencySource());
  }

  private static QueueSample joined(QueueSample first, QueueSample next, double part) {
    return new QueueSample(
        joined(first.reads(), next.reads(), part),
        joined(first.writes(), next.writes(), part),
        mean(first.outstanding(), next.outstanding(), part),
        next.held(),
        next.latencySource());
  }

  private static Flow joined(Flow first, Flow next, double part) {
    double done = mean(first.completionsPerSecond(), next.completionsPerSecond(), part);
    double waited =
        mean(
            first.completionsPerSecond() * first.meanLatencyMicros(),
            next.completionsPerSecond() * next.meanLatencyMicros(),
            part);
    return new Flow(
        mean(first.arrivalsPerSecond(), next.arrivalsPerSecond(), part),
        done,
        mean(first.bytesPerSecond(), next.bytesPerSecond(), part),
        done > 0 ? waited / done : 0);
  }

  private static double mean(double first, double next, double part) {
    return first + part * (next - first);
  }
}
