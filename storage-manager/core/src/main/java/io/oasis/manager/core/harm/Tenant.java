package io.oasis.manager.core.harm;

import io.oasis.protocol.QueueId;

/**
 * What one queue does with limits in force, beside what it did without: its baseline. Throughput in
 * cost per second.
 */
public final class Tenant {
  /** A baseline of fewer intervals says nothing. */
  static final int KNOWN_INTERVALS = 60;

  /** Older intervals count less: a baseline follows within ten minutes or so. */
  private static final int MEMORY_INTERVALS = 300;

  /** An I/O size that differs by more than this factor is another kind of I/O. */
  private static final double OTHER_SIZE = 1.5;

  /** Doing more than this part of what it did is a change of its own. */
  private static final double OWN_GROWTH = 1.2;

  /** Doing less than this part is one too; chosen low, as harm lowers what it does as well. */
  private static final double OWN_DECLINE = 0.5;

  /** What is granted may be so much less than what it did and still ask nothing of it. */
  private static final double GIVES_UP_NOTHING = 0.95;

  final QueueId queue;
  private final LatencyCounts usual = new LatencyCounts();
  private final LatencyCounts window = new LatencyCounts();
  private int learned;
  private double usualCost;
  private double usualBytes;
  private int watched;
  private double windowCost;
  private double windowBytes;
  private double windowIos;
  private double target;

  private double cost;
  private double completions;
  private double bytes;
  private double latencyMicros;

  public Tenant(QueueId queue) {
    this.queue = queue;
  }

  /**
   * What it did in the interval that is judged next.
   *
   * @param newTarget what the policy wants it to have
   * @param newLatencyMicros mean of the interval
   */
  public void did(
      double newCost,
      double newTarget,
      double newCompletions,
      double bytesPerSecond,
      double newLatencyMicros) {
    cost = newCost;
    target = newTarget;
    completions = newCompletions;
    bytes = bytesPerSecond;
    latencyMicros = newLatencyMicros;
  }

  /** It is not there in the interval that is judged next. */
  public void isGone() {
    did(0, target, 0, 0, 0);
  }

  /** The interval belongs to the baseline. */
  void learn() {
    if (learned == 0 && completions == 0) {
      return;
    }
    learned++;
    double weight = 1.0 / StrictMath.min(learned, MEMORY_INTERVALS);
    usualCost += weight * (cost - usualCost);
    if (completions > 0) {
      double size = bytes / completions;
      usualBytes += usualBytes == 0 ? size : weight * (size - usualBytes);
    }
    usual.add(latencyMicros, completions);
    if (learned % MEMORY_INTERVALS == 0) {
      usual.halve();
    }
  }

  /** The interval belongs to the window. */
  void watch() {
    watched++;
    windowCost += cost;
    windowBytes += bytes;
    windowIos += completions;
    window.add(latencyMicros, completions);
  }

  void clearWindow() {
    watched = 0;
    windowCost = 0;
    windowBytes = 0;
    windowIos = 0;
    window.clear();
  }

  /** What the window saw is the baseline from now on. */
  void rebase() {
    if (watched > 0 && windowIos > 0) {
      usualCost = windowCost / watched;
      usualBytes = windowBytes / windowIos;
      usual.become(window);
    }
  }

  boolean isKnown() {
    return learned >= KNOWN_INTERVALS;
  }

  boolean isActive() {
    return completions > 0;
  }

  double latencyMicros() {
    return latencyMicros;
  }

  boolean wasActive() {
    return windowIos > 0;
  }

  double usualCost() {
    return usualCost;
  }

  double usualP99() {
    return usual.p99();
  }

  double windowCost() {
    return watched == 0 ? 0 : windowCost / watched;
  }

  double windowP99() {
    return window.p99();
  }

  /** Whether it does I/O of another size than it did. */
  boolean isOtherKind() {
    double size = windowBytes / windowIos;
    return size > OTHER_SIZE * usualBytes || usualBytes > OTHER_SIZE * size;
  }

  /**
   * Whether its latency may be held against the baseline: it does about what it did, and nothing is
   * taken from it. Who had more than its share waits longer on purpose.
   */
  boolean isComparable() {
    return isKnown()
        && wasActive()
        && !isOtherKind()
        && !usual.isEmpty()
        && target >= GIVES_UP_NOTHING * usualCost
        && windowCost() <= OWN_GROWTH * usualCost
        && windowCost() >= OWN_DECLINE * usualCost;
  }
}
