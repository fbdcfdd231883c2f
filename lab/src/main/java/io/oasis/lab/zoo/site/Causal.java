package io.oasis.lab.zoo.site;

import io.oasis.manager.core.law.CausalLaw;
import io.oasis.manager.core.law.Sight.Kind;
import io.oasis.manager.core.law.Sight.Seen;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The manager's causal law, by itself, before a device whose limits the kernel or an array has. */
public final class Causal implements Law {
  /** So often it decides while something is limited or asked, in seconds. */
  public static final double INTERVAL_SECONDS = 0.25;

  /** The kernel lets I/O in by slices of 100 ms: only tens per second are exact. */
  private static final double KERNEL_STEP = 10;

  /** Waiting below this part of what is outstanding is no limit's. */
  private static final double LEAST_PART_HELD = 0.1;

  /** Nor are fewer I/Os than this. */
  private static final double LEAST_HELD = 0.5;

  /** So many I/Os of those without a limit tell the latency of an interval. */
  private static final double LEAST_SEEN = 3;

  private final boolean isKernel;
  private final CausalLaw law = new CausalLaw();
  private Map<QueueId, Double> limits = Map.of();
  private final Map<QueueId, Outstanding> outstanding = new HashMap<>();
  private double latency;

  /**
   * @param isKernel whether limits act above the counters
   */
  public Causal(boolean isKernel) {
    this.isKernel = isKernel;
  }

  @Override
  public double intervalSeconds() {
    return INTERVAL_SECONDS;
  }

  @Override
  public double[] decide(Sight sight) {
    for (Queue queue : sight.queues()) {
      outstanding.merge(id(queue), Outstanding.NONE.then(queue), (before, _) -> before.then(queue));
    }
    latency = isKernel ? sight.latencySeconds() : latencyOfFree(sight);
    double perSecond = 1 / sight.seconds();
    List<Seen> seen = new ArrayList<>();
    for (Queue queue : sight.queues()) {
      double passed = StrictMath.max(0, queue.completed() * perSecond);
      double held = isKernel ? queue.held() : held(queue, passed);
      seen.add(
          new Seen(
              id(queue), queue.weight(), kind(queue), passed, queue.issued() * perSecond, held));
    }
    double completed = sight.completed() * perSecond;
    limits =
        law.step(
            new io.oasis.manager.core.law.Sight(
                sight.second(), sight.seconds(), seen, completed, completed * latency, latency));
    return sight.queues().stream()
        .mapToDouble(queue -> limits.getOrDefault(id(queue), Double.POSITIVE_INFINITY))
        .map(this::rounded)
        .toArray();
  }

  private static QueueId id(Queue queue) {
    return new QueueId(new ApplicationId(queue.application()), new LunId("device"));
  }

  private static Kind kind(Queue queue) {
    return queue.issued() > 0
        ? Kind.of(queue.bytes() / queue.issued(), 1 - queue.writes())
        : new Kind(0, 1);
  }

  /**
   * Below the counters, those that no limit holds back tell the device's latency; not in an
   * interval in which they begin or stop, as Little's law is one of means.
   */
  private double latencyOfFree(Sight sight) {
    double ios = 0;
    double seconds = 0;
    for (Queue queue : sight.queues()) {
      if (!limits.containsKey(id(queue)) && outstanding(queue).lasts()) {
        ios += queue.completed();
        seconds += outstanding(queue).mean() * sight.seconds();
      }
    }
    return ios >= LEAST_SEEN ? seconds / ios : latency;
  }

  /** What is outstanding for longer than the device takes waits behind a limit (Little's law). */
  private double held(Queue queue, double passed) {
    double mean = outstanding(queue).mean();
    double beyond = mean - passed * latency;
    boolean isHeld = beyond > StrictMath.max(LEAST_HELD, LEAST_PART_HELD * mean);
    return limits.containsKey(id(queue)) && isHeld ? beyond : 0;
  }

  private Outstanding outstanding(Queue queue) {
    return outstanding.getOrDefault(id(queue), Outstanding.NONE);
  }

  /** I/Os of a queue that were sent and not answered, when an interval began and when it ended. */
  private record Outstanding(double before, double now) {
    private static final Outstanding NONE = new Outstanding(0, 0);

    private Outstanding then(Queue queue) {
      return new Outstanding(now, StrictMath.max(0, now + queue.issued() - queue.completed()));
    }

    /** Whether there were some at both ends of the interval, or at neither. */
    private boolean lasts() {
      return before > 0 == now > 0;
    }

    private double mean() {
      return (before + now) / 2;
    }
  }

  private double rounded(double limit) {
    return isKernel && limit < Double.POSITIVE_INFINITY
        ? KERNEL_STEP * StrictMath.max(1, StrictMath.rint(limit / KERNEL_STEP))
        : limit;
  }
}
