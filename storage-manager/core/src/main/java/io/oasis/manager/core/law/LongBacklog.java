package io.oasis.manager.core.law;

/**
 * What waits behind the limit of an open loop that asks for more than it may have. It would all
 * come at once if the limit were lifted, and everybody else would wait for it: such a limit is
 * raised bit by bit, or by what nobody uses. A shorter one may go: under a limit that is relaxed
 * only it is not seen whether the device could do more, and who is content would wait behind it for
 * ever.
 */
final class LongBacklog {
  /** More than the device does in so long is in everybody's way for long, in seconds. */
  private static final double SECONDS = 5;

  /**
   * How much faster such backlogs may leave at least: the device may do more than it was seen to.
   */
  private static final double RELAXED = 1.25;

  private LongBacklog() {}

  private static boolean isBehind(Situation at, Taker taker) {
    return taker.isLimited()
        && taker.arrived > CausalLaw.OVER * taker.limit()
        && taker.work(taker.held) > SECONDS * StrictMath.max(at.room, at.unlimited);
  }

  static boolean isBehindAny(Situation at) {
    return at.takers().stream().anyMatch(taker -> isBehind(at, taker));
  }

  /** Lifts all limits, but raises those with a long backlog. */
  static void lift(Situation at) {
    double factor = factor(at);
    for (Taker taker : at.takers()) {
      if (isBehind(at, taker)) {
        taker.hold(factor * taker.limit(), at.seconds());
      } else {
        taker.free();
      }
    }
  }

  /** What nobody uses is shared in proportion to their limits. */
  private static double factor(Situation at) {
    double limits = 0;
    for (Taker taker : at.takers()) {
      limits += isBehind(at, taker) ? taker.work(taker.limit()) : 0;
    }
    double unused = StrictMath.max(0, at.room - at.work());
    return limits > 0 ? StrictMath.max(RELAXED, 1 + unused / limits) : RELAXED;
  }
}
