package io.oasis.manager.core.law;

/**
 * How the cost of limits grows on the way from none to where they are: with a power of the part of
 * that way. The power is 1 until it is seen, under limits that were eased, that they cost less than
 * that: the cost grows faster the lower a limit is. As it is the same power whatever way it is a
 * part of, it holds for other limits, too, as long as the device completes as much without.
 */
final class CostCurve {
  /** What eased limits cost is a mean of so many seconds at least. */
  private static final double LEAST_SECONDS = 5;

  /** Limits have taken effect after so long, in seconds. */
  private static final double SETTLED_SECONDS = 2;

  /** The device completes as much as before when it differs by less than this part. */
  private static final double ALIKE = 0.1;

  /** Less than this part of the price is not told from nothing. */
  private static final double LITTLE = 0.3;

  /** The cost grows no faster than with this power. */
  private static final double MOST = 4;

  private final Situation at;
  private double power = 1;

  /** What completed without limits, what part of it they cost, and to what part they were eased. */
  private double total;

  private double cost;
  private double part;

  private double accepted;
  private double begunAt;
  private double work;
  private double seconds;

  CostCurve(Situation at) {
    this.at = at;
  }

  /** An interval is over. */
  void follow() {
    if (part > 0 && at.seconds() - begunAt >= SETTLED_SECONDS && areEased()) {
      work += at.work() * at.length();
      seconds += at.length();
    }
  }

  /** Whether some limit is where it is as it was eased. */
  boolean areEased() {
    return at.takers().stream().anyMatch(taker -> taker.isEased(at.seconds()));
  }

  /**
   * The part of the way to limits at which they would cost the price.
   *
   * @param free what completes without limits
   * @param costs the part of it that they cost, more than the price
   * @param areEased whether they are eased already: then the way is short, and even
   */
  double partOf(double free, double costs, boolean areEased) {
    learn();
    power = StrictMath.abs(free - total) < ALIKE * total ? power : 1;
    double next = StrictMath.pow(ReleaseCheck.PRICE / costs, areEased ? 1 : 1 / power);
    accepted = (1 - ReleaseCheck.PRICE) * free;
    total = free;
    cost = costs;
    part = areEased ? 0 : next;
    begunAt = at.seconds();
    work = 0;
    seconds = 0;
    return next;
  }

  /** What completes under limits has been found to be all there is. */
  void completes(double limited) {
    accepted = limited;
  }

  /** What is to complete under limits, as was found when they were checked; 0 before that. */
  double accepted() {
    return accepted;
  }

  private void learn() {
    if (part > 0 && seconds >= LEAST_SECONDS) {
      double chance = ReleaseCheck.DEVIATION / StrictMath.sqrt(work);
      double eased = 1 - work / seconds / total + chance;
      double least = LITTLE * ReleaseCheck.PRICE;
      double found = StrictMath.log(StrictMath.max(eased, least) / cost) / StrictMath.log(part);
      power = StrictMath.clamp(found, 1, MOST);
    }
  }
}
