package io.oasis.manager.core.receipt;

/**
 * Where the time of an I/O went, in microseconds, and sums of such times; the package tells the
 * law.
 *
 * @param device serving the I/O itself
 * @param neighbours waiting for I/O of other queues
 * @param limit held back by our limit; above the counters nobody measures it
 * @param application waiting for I/O of its own that was sent before
 * @param unexplained what is left
 */
public record Parts(
    double device, double neighbours, double limit, double application, double unexplained) {
  public static final Parts NONE = new Parts(0, 0, 0, 0, 0);

  /** Divides what the agent measured of an I/O in an interval. */
  static Parts of(Interval did, Bottleneck bottleneck) {
    double inDomain = bottleneck.inDomainMicros(did);
    double held = did.measured().latencyMicros() - inDomain;
    double device = StrictMath.min(inDomain, did.baseMicros());
    double waiting = inDomain - device;
    double service = bottleneck.servicePerIoMicros();
    double own = did.ownAhead(inDomain) * service;
    double others = StrictMath.max(0, bottleneck.outstanding() - did.mean(inDomain)) * service;
    double most = StrictMath.max(others, (bottleneck.whenAny() - did.whenAny(inDomain)) * service);
    if (waiting <= own + others) {
      double byItself = own > 0 ? byItself(waiting, own, others, device - service) : 0;
      return new Parts(device, waiting - byItself, held, byItself, 0);
    }
    double byOthers = StrictMath.min(waiting - own, most);
    return new Parts(device, byOthers, held, own, waiting - own - byOthers);
  }

  /**
   * Its own are ahead for certain, others on average. For those that a device serves at one time
   * nobody waits, whosever they are.
   *
   * @param besides what those that are served beside an I/O would take one after the other
   */
  private static double byItself(double waiting, double own, double others, double besides) {
    double ahead = own + others;
    double part = StrictMath.max(waiting, ahead - StrictMath.max(0, besides)) / ahead;
    return StrictMath.min(waiting, part * own);
  }

  public Parts plus(Parts other, double times) {
    return new Parts(
        device + times * other.device,
        neighbours + times * other.neighbours,
        limit + times * other.limit,
        application + times * other.application,
        unexplained + times * other.unexplained);
  }

  /** Each, per I/O of so many; the limit held back so much more of them together. */
  Parts perIo(double ios, double heldAbove) {
    return new Parts(
        device / ios,
        neighbours / ios,
        (limit + heldAbove) / ios,
        application / ios,
        unexplained / ios);
  }

  public double sum() {
    return device + neighbours + limit + application + unexplained;
  }
}
