package io.oasis.agent.analyse;

import io.oasis.agent.sample.LunSample;
import io.oasis.agent.sample.QueueActivity;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunReport.Pressure;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Remembers each LUN and queue that was active in the last minute and judges each interval.
 *
 * <p>A queue that was not active in an interval is still reported, with nothing done, until a
 * minute has passed; a LUN likewise. No more than {@link #MAX_QUEUES} are kept: those that did
 * least lately are left out and counted.
 */
public final class Analyst {
  /** Of one host; as many as the largest decision speaks of. */
  public static final int MAX_QUEUES = 10_000;

  /** How long a queue without I/O is still reported. */
  static final long ACTIVE_SECONDS = 60;

  private static final Optional<Double> NOTHING_HELD = Optional.of(0.0);

  private static final QueueSample NOTHING =
      new QueueSample(Flow.NONE, Flow.NONE, 0, Optional.empty(), QueueSample.LatencySource.LUN);

  /** So many times the latency of one I/O alone is no sign of a limit below. */
  private static final double LATENCY_TOLERANCE = 2;

  /** Who is served less often than this, per second, may have I/Os that the device leaves. */
  private static final double SELDOM = 2;

  private static final class Queue {
    private final DemandEstimator demand = new DemandEstimator();
    private long activeAt;
    private boolean reported;
  }

  private static final class Lun {
    private final DeviceCurve curve = new DeviceCurve();
    private final Map<QueueId, Queue> queues = new TreeMap<>();
    private long activeAt;

    /** Its limits were seen to hold I/O before the LUN counts it. */
    private boolean holdsAbove;
  }

  private final Map<LunId, Lun> luns = new HashMap<>();
  private final int maxQueues;
  private int queueCount;
  private long leftOut;

  public Analyst() {
    this(MAX_QUEUES);
  }

  Analyst(int maxQueues) {
    this.maxQueues = maxQueues;
  }

  /**
   * @param limits the limit in force for a queue, as far as it is known
   * @param nowSeconds of a monotonic clock
   */
  public List<LunFinding> analyse(
      List<LunSample> samples, Function<QueueId, Optional<RateBound>> limits, long nowSeconds) {
    Set<LunId> present = new HashSet<>();
    List<LunFinding> findings = new ArrayList<>();
    for (LunSample sample : samples) {
      LunId id = sample.lun();
      if (!present.add(id)) {
        // Two devices with one identity, as two paths of a LUN: the first stands for both.
        continue;
      }
      Lun lun = luns.get(id);
      boolean active = sample.device().iops() > 0 || sample.device().outstanding() > 0;
      if (lun == null && !active) {
        continue;
      }
      if (lun == null) {
        lun = new Lun();
        luns.put(id, lun);
      }
      if (active) {
        lun.activeAt = nowSeconds;
      }
      findings.add(judge(lun, sample, limits, nowSeconds));
    }
    luns.values().removeIf(lun -> nowSeconds - lun.activeAt > ACTIVE_SECONDS);
    queueCount = luns.values().stream().mapToInt(lun -> lun.queues.size()).sum();
    return findings;
  }

  /** An interval whose counters could not be read: what was known last, as STALE. */
  public Map<LunId, List<QueueFinding>> notMeasured() {
    Map<LunId, List<QueueFinding>> findings = new TreeMap<>();
    luns.forEach(
        (id, lun) -> {
          List<QueueFinding> queues = new ArrayList<>();
          lun.queues.forEach(
              (queueId, queue) ->
                  queue
                      .demand
                      .notMeasured()
                      .ifPresent(
                          demand -> queues.add(new QueueFinding(queueId, NOTHING, demand, false))));
          findings.put(id, queues);
        });
    return findings;
  }

  /** How many queues were left out so far because there were too many. */
  public long leftOut() {
    return leftOut;
  }

  private LunFinding judge(
      Lun lun, LunSample sample, Function<QueueId, Optional<RateBound>> limits, long nowSeconds) {
    LunSample.Device device = sample.device();
    Pressure pressure = pressure(lun, device, nowSeconds);
    Map<QueueId, QueueSample> active = active(lun, sample, nowSeconds);
    double base = lun.curve.baseLatencyMicros();
    lun.holdsAbove |= active.values().stream().anyMatch(Analyst::isHeld);
    boolean told = lun.holdsAbove || !waitsUnexplained(device, base);
    double waiting = device.iops() > 0 ? 0 : device.outstanding() / lun.queues.size();
    forget(lun, device, nowSeconds);
    List<QueueFinding> findings = new ArrayList<>(lun.queues.size());
    lun.queues.forEach(
        (id, queue) -> {
          Optional<RateBound> limit = limits.apply(id);
          QueueSample counted = active.getOrDefault(id, NOTHING);
          Optional<Double> held = told ? counted.held() : Optional.empty();
          QueueSample did =
              counted
                  .withHeld(limit.isEmpty() ? NOTHING_HELD : held)
                  .withUnserved(unserved(counted, device));
          Observation seen =
              new Observation(
                  did.bandwidth(),
                  active.containsKey(id) ? did.outstanding() : waiting,
                  pressure,
                  base,
                  limit,
                  isMixed(device),
                  active.size() <= 1);
          findings.add(
              new QueueFinding(id, did, queue.demand.measure(seen, nowSeconds), !queue.reported));
          queue.reported = true;
        });
    return new LunFinding(sample, pressure, base, findings);
  }

  private static Pressure pressure(Lun lun, LunSample.Device device, long nowSeconds) {
    return lun.curve.measure(
        device.outstanding(), device.iops(), device.meanBytes(), device.utilisation(), nowSeconds);
  }

  /** Those that have gone. What the device does not get to may be of anybody who was active. */
  private static void forget(Lun lun, LunSample.Device device, long nowSeconds) {
    if (device.unserved() > 0) {
      lun.queues.values().forEach(queue -> queue.activeAt = nowSeconds);
    }
    lun.queues.values().removeIf(queue -> nowSeconds - queue.activeAt > ACTIVE_SECONDS);
  }

  private static boolean isHeld(QueueSample sample) {
    return sample.held().filter(count -> count > 0).isPresent();
  }

  /** What the device does not get to may be of who is hardly served. */
  private static double unserved(QueueSample sample, LunSample.Device device) {
    return sample.completionsPerSecond() < SELDOM ? device.unserved() : 0;
  }

  private Map<QueueId, QueueSample> active(Lun lun, LunSample sample, long nowSeconds) {
    Map<QueueId, QueueSample> active = new HashMap<>();
    for (QueueActivity activity : busiestFirst(sample.queues())) {
      if (admit(lun, activity.queue(), nowSeconds)) {
        active.put(activity.queue(), activity.sample());
      }
    }
    return active;
  }

  /** A limit below the LUN's counters shows as latency of the LUN, and holds nothing above. */
  private static boolean waitsUnexplained(LunSample.Device device, double baseMicros) {
    double alone = Math.max(1, device.iops() * baseMicros / 1e6);
    return device.outstanding() > LATENCY_TOLERANCE * alone;
  }

  /**
   * A server in use for a part u of the time has u / (1 - u) requests in it on average when they
   * come at random. With more, they came while it stood still, or all at once.
   */
  private static boolean isMixed(LunSample.Device device) {
    double idle = 1 - device.utilisation();
    return device.outstanding() * idle > device.utilisation();
  }

  /** In the usual case, far from the limit, the order does not matter and is kept. */
  private List<QueueActivity> busiestFirst(List<QueueActivity> queues) {
    if (queueCount + queues.size() <= maxQueues) {
      return queues;
    }
    List<QueueActivity> sorted = new ArrayList<>(queues);
    sorted.sort(
        Comparator.comparingDouble((QueueActivity q) -> -q.sample().completionsPerSecond())
            .thenComparing(QueueActivity::queue));
    return sorted;
  }

  private boolean admit(Lun lun, QueueId id, long nowSeconds) {
    Queue queue = lun.queues.get(id);
    if (queue == null) {
      if (queueCount >= maxQueues) {
        leftOut++;
        return false;
      }
      queue = new Queue();
      lun.queues.put(id, queue);
      queueCount++;
    }
    queue.activeAt = nowSeconds;
    return true;
  }
}
