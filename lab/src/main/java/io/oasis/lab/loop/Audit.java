package io.oasis.lab.loop;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.sim.Timeline;
import io.oasis.manager.core.settle.Stability;
import io.oasis.manager.core.verify.Verifier;
import io.oasis.protocol.Decision;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Setting;
import io.oasis.protocol.Version;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What has to hold after every event of the loop, whatever fails.
 *
 * <ul>
 *   <li>no limit outlives the lease by more than a second after the manager's last word
 *   <li>every decision has a reason for every queue, and the independent verifier accepts it
 *   <li>limits and reserves of guard rails are kept, excluded and unattributed queues never limited
 *   <li>what is shared out does not exceed the upper bound of the capacity, nor the limits that by
 *       more than the declared headroom
 *   <li>the versions of one manager only grow
 * </ul>
 */
public final class Audit {
  private static final int MOST_FAULTS = 20;
  private static final double TOLERANCE = 1e-6;

  /**
   * Shared out beyond the capacity at most: for probing, and what observed demands leave unused.
   */
  private static final double SURPLUS = Stability.SURPLUS * Stability.HEADROOM + 0.04;

  private final Timeline time;
  private final long leaseNanos;
  private final List<String> faults = new ArrayList<>();
  private final Map<QueueId, Version> versions = new HashMap<>();
  private int decisions;
  private double kellySum;

  Audit(Timeline time, long leaseNanos) {
    this.time = time;
    this.leaseNanos = leaseNanos;
  }

  /** What did not hold, with the time; empty when everything did. */
  public List<String> faults() {
    return List.copyOf(faults);
  }

  public int decisions() {
    return decisions;
  }

  /** The paper's sum over all decisions told. */
  public double kellySum() {
    return kellySum;
  }

  /** A manager that lost everything begins with low versions; adapters fence it until it knows. */
  public void restarted() {
    versions.clear();
  }

  void check(List<AdapterNode> adapters) {
    for (AdapterNode adapter : adapters) {
      long silence = time.now() - adapter.lastWordNanos();
      if (silence <= leaseNanos + Timeline.SECOND || adapter.host().limits() == 0) {
        continue;
      }
      for (LabHost.Place place : adapter.host().places()) {
        if (!place.throttle().equals(Throttle.NONE)) {
          fault("%s outlives its lease: %.1f s", place.queue(), silence / 1e9);
        }
      }
    }
  }

  void told(Setting setting) {
    Version last = versions.put(setting.queue(), setting.version());
    if (last != null && !setting.version().isAfter(last)) {
      fault("%s: version %s after %s", setting.queue(), setting.version(), last);
    }
    if (setting.queue().isUnattributed() && setting.limit().isPresent()) {
      fault("%s is limited", setting.queue());
    }
  }

  void told(Decision decision) {
    decisions++;
    kellySum += decision.certificate().kellySum();
    for (Decision.QueueDecision queue : decision.queues()) {
      if (queue.why().reason().isBlank()) {
        fault("%s: no reason", queue.queue());
      }
      double has = queue.step().after().orElse(queue.step().target());
      if (has > queue.terms().limit().orElse(Double.POSITIVE_INFINITY) * (1 + TOLERANCE)) {
        fault(
            "%s: %f is above its limit %f", queue.queue(), has, queue.terms().limit().orElse(0.0));
      }
    }
    if (!decision.snapshot() || decision.certificate().price().isEmpty()) {
      return;
    }
    double upper = decision.capacity().upperCostPerSecond().orElse(Double.POSITIVE_INFINITY);
    Verifier.check(decision).forEach(found -> fault("%s", found));
    if (decision.certificate().available() > upper * (1 + SURPLUS)) {
      fault("%f shared out of at most %f", decision.certificate().available(), upper);
    }
  }

  private void fault(String format, Object... values) {
    if (faults.size() < MOST_FAULTS) {
      faults.add(
          String.format(Locale.ROOT, "%.3f s: ", time.seconds())
              + String.format(Locale.ROOT, format, values));
    }
  }
}
