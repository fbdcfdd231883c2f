package io.oasis.manager.core.receipt;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The receipts of one queue: the minute of the clock that is being written, and those before it.
 */
public final class ReceiptBook {
  /** Minutes kept. */
  public static final int KEPT = 15;

  /** A depth that was seen without limits counts less with each interval. */
  private static final double SMOOTHING = 0.05;

  /** Weight of an interval in the part of a limit that is used up. */
  private static final double PRESENT = 0.1;

  private Instant minute = Instant.EPOCH;
  private double ios;
  private double measured;
  private double heldAbove;
  private Parts parts = Parts.NONE;
  private Optional<Double> freeDepth = Optional.empty();
  private double freePerSecond;
  private Optional<Double> used = Optional.empty();
  private List<Receipt> receipts = List.of();

  /** Receipts of whole minutes, the newest first. */
  public List<Receipt> receipts() {
    return receipts;
  }

  /** What it kept outstanding on average without a limit; 0 while never seen so. */
  public double freeDepth() {
    return freeDepth.orElse(0.0);
  }

  /** Notes which part of its limit it used up in an interval; empty when it had none. */
  public void use(Optional<Double> part) {
    used = part.map(now -> used.map(before -> before + PRESENT * (now - before)).orElse(now));
  }

  /** The part of its limit that it uses up, over some intervals; empty when it has none. */
  public Optional<Double> used() {
    return used;
  }

  /** Adds an interval that is over now; a minute that is over becomes a receipt. */
  public void add(Interval did, Bottleneck bottleneck, Instant now) {
    Instant present = now.truncatedTo(ChronoUnit.MINUTES);
    if (present.isAfter(minute)) {
      close();
      minute = present;
    }
    if (did.held().limit() == Interval.Limit.NONE) {
      double weight = freeDepth.isEmpty() ? 1 : SMOOTHING;
      freeDepth =
          Optional.of(
              freeDepth
                  .map(depth -> depth + SMOOTHING * (did.measured().outstanding() - depth))
                  .orElse(did.measured().outstanding()));
      freePerSecond += weight * (did.measured().perSecond() - freePerSecond);
    }
    if (did.measured().completions() > 0) {
      ios += did.measured().completions();
      measured += did.measured().completions() * did.measured().latencyMicros();
      heldAbove += did.measured().completions() * heldAbove(did);
      parts = parts.plus(Parts.of(did, bottleneck), did.measured().completions());
    }
  }

  /**
   * By Little's law: a closed loop keeps its depth, whole as it is; of an I/O that is not below the
   * throttle the application thinks as long as it did without a limit, and the others wait above
   * it. Of a single interval it may be less than nothing: a burst that was let go at its end is
   * below, and not yet completed.
   */
  private double heldAbove(Interval did) {
    if (did.held().limit() != Interval.Limit.ABOVE || freeDepth.isEmpty()) {
      return 0;
    }
    double free = freeDepth.get();
    double depth = StrictMath.max(free, Interval.whole(free));
    double thinking = freePerSecond > 0 ? (depth - free) / freePerSecond : 0;
    return (depth / did.measured().perSecond() - thinking) * 1e6 - did.measured().latencyMicros();
  }

  private void close() {
    if (ios > 0) {
      double above = StrictMath.max(0, heldAbove);
      List<Receipt> next = new ArrayList<>(KEPT);
      next.add(
          new Receipt(
              minute.plus(1, ChronoUnit.MINUTES),
              ios,
              measured / ios,
              (parts.sum() + above) / ios,
              parts.perIo(ios, above)));
      next.addAll(receipts.subList(0, StrictMath.min(KEPT - 1, receipts.size())));
      receipts = List.copyOf(next);
    }
    ios = 0;
    measured = 0;
    heldAbove = 0;
    parts = Parts.NONE;
  }
}
