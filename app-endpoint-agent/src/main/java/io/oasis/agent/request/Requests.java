package io.oasis.agent.request;

import io.oasis.agent.analyse.LunFinding;
import io.oasis.agent.analyse.QueueFinding;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.Grant;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LatencyShift;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Writes the messages of one interval. */
public final class Requests {
  /** Counts of an interval agree within this with what was allocated. */
  private static final double LAG = 0.97;

  /**
   * What was allocated, as a part of the limit that a grant tells and that exceeds it by three
   * hundredths; arrivals that are counted in an interval may be a hundredth more.
   */
  private static final double ALLOCATED = 1.01 / 1.03;

  private Requests() {}

  /** The latency that a queue asks to have back, after an interval of so many seconds. */
  @FunctionalInterface
  public interface Shifts {
    Optional<LatencyShift> of(QueueId queue, QueueSample sample, double seconds);
  }

  /**
   * @param grants the newest grant of a queue
   * @param shifts the latency that a queue asks to have back
   * @param at when the interval ended
   */
  public static List<Message> of(
      List<LunFinding> findings,
      HostId host,
      long sequence,
      Instant at,
      Function<QueueId, Optional<Grant>> grants,
      Shifts shifts) {
    List<Message> messages = new ArrayList<>();
    for (LunFinding finding : findings) {
      long millis = Math.clamp(Math.round(finding.sample().seconds() * 1_000), 1, 3_600_000);
      List<Request> requests = new ArrayList<>(finding.queues().size());
      for (QueueFinding queue : finding.queues()) {
        requests.add(
            new Request(
                queue.queue().application(),
                queue.sample(),
                queue.demand(),
                requested(queue, grants.apply(queue.queue())),
                shifts.of(queue.queue(), queue.sample(), finding.sample().seconds())));
      }
      LunInterval interval =
          new LunInterval(
              finding.sample().domain(), finding.sample().lun(), host, sequence, at, millis);
      messages.addAll(RequestBatch.of(interval, requests));
      messages.add(report(finding, interval));
    }
    return messages;
  }

  private static LunReport report(LunFinding finding, LunInterval interval) {
    return new LunReport(
        interval,
        finding.sample().reads(),
        finding.sample().writes(),
        finding.sample().device().outstanding(),
        finding.sample().device().utilisation(),
        finding.baseLatencyMicros(),
        finding.pressure(),
        finding.queues().size());
  }

  /**
   * What the paper's protocol end-point asks for (OASIS, section 3.3.1): the total at first; later
   * D x S when the arrivals exceed the allocation, or when the completions lag behind the
   * allocation although the demand does not. A queue without a grant has an allocation of nothing,
   * one with a grant without bound has all it may want.
   */
  static Optional<Bandwidth> requested(QueueFinding finding, Optional<Grant> grant) {
    if (finding.demand().quality() == Demand.Quality.STALE) {
      return Optional.empty();
    }
    QueueSample sample = finding.sample();
    double done = sample.completionsPerSecond();
    double arrived = sample.arrivalsPerSecond();
    double meanBytes = done == 0 ? 0 : sample.bytesPerSecond() / done;
    Bandwidth total = Bandwidth.of(arrived, arrived * meanBytes);
    if (finding.first()) {
      return Optional.of(total);
    }
    if (grant.isEmpty()) {
      return arrived > 0 ? Optional.of(total) : Optional.empty();
    }
    Optional<RateBound> allocation = grant.get().bound();
    if (allocation.isEmpty()) {
      return Optional.empty();
    }
    boolean exceeds = reaches(total, allocation.get(), ALLOCATED, false);
    boolean lags =
        reaches(total, allocation.get(), LAG, true)
            && !reaches(sample.bandwidth(), allocation.get(), LAG, true);
    return exceeds || lags ? Optional.of(total) : Optional.empty();
  }

  /** Whether a bandwidth comes up to (or above) a part of one of the bound's units. */
  private static boolean reaches(
      Bandwidth bandwidth, RateBound bound, double part, boolean orEqual) {
    return bound
            .iops()
            .map(iops -> above(bandwidth.iops().perSecond(), part * iops.perSecond(), orEqual))
            .orElse(false)
        || bound
            .bytesPerSecond()
            .map(
                bytes ->
                    above(
                        bandwidth.bytesPerSecond().perSecond(), part * bytes.perSecond(), orEqual))
            .orElse(false);
  }

  private static boolean above(double value, double bound, boolean orEqual) {
    return orEqual ? value >= bound : value > bound;
  }
}
