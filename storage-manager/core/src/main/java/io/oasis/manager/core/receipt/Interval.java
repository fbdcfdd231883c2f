package io.oasis.manager.core.receipt;

/**
 * What one queue did in an interval.
 *
 * @param baseMicros what an I/O takes when nothing waits; 0 while unknown
 * @param depth how many it keeps outstanding when nothing limits it; 0 while unknown
 */
public record Interval(Measured measured, double baseMicros, Held held, double depth) {
  /** Counts and limits are whole: rates that differ by no more than one I/O may be the same. */
  private static final double SAME = 1;

  /** A depth is a whole number, and measured to 1 %. */
  private static final double WHOLE = 0.99;

  /** What a limit does to a queue. */
  public enum Limit {
    /** None is in force. */
    NONE,
    /** It wants no more than it may have. */
    SLACK,
    /** Holds it back above the agent's counters, as the kernel's throttle does. */
    ABOVE,
    /** Holds it back below them: in an array, SPDK, QEMU or a brick. */
    BELOW
  }

  /**
   * What its agent measured.
   *
   * @param completions I/Os
   * @param outstanding in flight where the agent counts
   * @param busy part of the interval in which its LUN had any I/O in flight, there
   */
  public record Measured(
      double completions,
      double perSecond,
      double latencyMicros,
      double outstanding,
      double busy) {}

  /**
   * What our limit does to it.
   *
   * @param paceMicros from one of its I/Os to the next, as fast as a limit below the agent's
   *     counters lets them in; 0 without one
   * @param used the part of that pace which it uses up, over some intervals; 1 is all
   */
  public record Held(Limit limit, double paceMicros, double used) {}

  /**
   * How many a closed loop has that thinks and keeps so many outstanding: the next whole number.
   */
  static double whole(double outstanding) {
    return StrictMath.max(1, StrictMath.ceil(WHOLE * outstanding));
  }

  /** Its I/Os in the domain, on average, when each takes so long there (Little). */
  double mean(double inDomainMicros) {
    return measured.perSecond * inDomainMicros / 1e6;
  }

  /**
   * The same while there are any: those that come in bursts find the burst. A limit in an array
   * lets them in evenly, and hides when there are any.
   */
  double whenAny(double inDomainMicros) {
    double evenly =
        held.limit == Limit.BELOW || measured.busy <= 0 ? 1 : StrictMath.min(1, measured.busy);
    return mean(inDomainMicros) / evenly;
  }

  /**
   * How many of its own an I/O finds there: those while there are any, less itself. Of those that
   * are let in evenly it finds the mean of the time between two, less half of what comes and goes,
   * and never more than there are.
   */
  double ownAhead(double inDomainMicros) {
    double ahead =
        held.limit == Limit.BELOW
            ? StrictMath.min(turns() - 1, whenAny(inDomainMicros) - 0.5)
            : whenAny(inDomainMicros) - 1;
    return StrictMath.max(0, ahead);
  }

  /**
   * How many of its own others find there and itself does not: 1 for a closed loop that does not
   * think, whose next I/O comes when one is back; 0 for arrivals at random.
   */
  double unseenByItself(double inDomainMicros) {
    return StrictMath.clamp(mean(inDomainMicros) - ownAhead(inDomainMicros), 0, 1);
  }

  /**
   * Whether its figures tell how long its I/Os are in the domain. Under a limit below the counters
   * they do while they come slower than the limit lets them in, one after the other.
   */
  boolean tellsItsResponse() {
    return switch (held.limit) {
      case NONE, SLACK, ABOVE -> true;
      case BELOW -> isPaceTelling();
    };
  }

  /**
   * An application that thinks for half a pace at most has its I/Os take turns, and so has one with
   * a single I/O.
   */
  private boolean isPaceTelling() {
    double turns = turns();
    return (turns == 1 || turns - measured.outstanding <= 0.5)
        && measured.completions * (1 - held.used) > SAME
        && (held.paceMicros > 0 || held.limit != Limit.BELOW);
  }

  private double turns() {
    return StrictMath.max(whole(measured.outstanding), whole(depth));
  }

  /**
   * How long its I/Os are in the domain, where its figures tell. Of n that take turns each enters n
   * paces after it did last, or when it was back and the application had thought: the mean distance
   * is n / X = E[max(n pace, response + thinking)], and the mean of thinking is n / X - R. Nobody
   * measures more of it than its mean: it is taken to be exponential. Then the response is n pace -
   * thinking ln(thinking / (n / X - n pace)).
   */
  double responseMicros() {
    double pace = turns() * held.paceMicros;
    if (measured.latencyMicros >= pace || !isPaceTelling()) {
      return measured.latencyMicros;
    }
    double distance = pace / held.used;
    double thinking = distance - measured.latencyMicros;
    double response = pace - thinking * StrictMath.log(thinking / (distance - pace));
    return StrictMath.min(measured.latencyMicros, StrictMath.max(baseMicros, response));
  }
}
