package io.oasis.brick.discipline;

/**
 * Facade: earliest deadline first without work conservation, below a controller of how many I/Os
 * may be at the device.
 *
 * <p>Law: once in {@link #PERIOD_NANOS} the mean time at the device of each session's I/Os is
 * compared with what the session was promised. When the worst of them takes more than its promise
 * the depth is cut in that proportion; when none does and the depth was reached, it grows by a
 * tenth and at least by one. With 32 at a device that serves 100 a second an I/O takes 320 ms
 * there; promised 100 ms, the depth becomes 10.
 *
 * <p>Source: the isolation study, section 2, after Lumb, Merchant and Alvarez. The study gives no
 * numbers for the controller; these are the original's period and rule with a growth of a tenth.
 */
final class Facade extends Edf {
  /** From one look at the promises to the next: a second, as in the original. */
  private static final long PERIOD_NANOS = 1_000_000_000L;

  /** Part of the depth; chosen, as the study gives none: slow beside a cut. */
  private static final double GROWTH = 0.1;

  private final int most;
  private int depth;
  private boolean reached;
  private long periodEnd = Long.MIN_VALUE;
  private double worstRatio;

  Facade(int depth, int outstanding) {
    super(depth, outstanding, true);
    this.most = depth;
    this.depth = depth;
  }

  @Override
  int depth() {
    return depth;
  }

  @Override
  void completed(Io io, long now) {
    super.completed(io, now);
    reached |= outstanding() + 1 >= depth;
    double took = (double) now - io.dispatchedNanos;
    worstRatio = Math.max(worstRatio, averaged(io, took) / io.session().terms().latencyNanos());
    if (periodEnd == Long.MIN_VALUE) {
      periodEnd = now + PERIOD_NANOS;
    } else if (now >= periodEnd) {
      adjust();
      periodEnd = now + PERIOD_NANOS;
    }
  }

  private double averaged(Io io, double took) {
    Deadlines queue = queueOf(io.session());
    queue.deviceNanos += WEIGHT * (took - queue.deviceNanos);
    return queue.deviceNanos;
  }

  private void adjust() {
    if (worstRatio > 1) {
      depth = Math.max(1, (int) (depth / worstRatio));
    } else if (reached) {
      depth = Math.min(most, Math.max(depth + 1, (int) (depth * (1 + GROWTH))));
    }
    worstRatio = 0;
    reached = false;
  }
}
