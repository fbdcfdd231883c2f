package io.oasis.manager.core.receipt;

import io.oasis.manager.core.receipt.Interval.Limit;

/**
 * Where the time of an I/O went, in microseconds, and sums of such times; the package tells the
 * law. What a limit holds back above the counters is not among them: nobody measures it.
 */
record Parts(double device, double neighbours, double cap, double application, double unexplained) {
  static final Parts NONE = new Parts(0, 0, 0, 0, 0);

  /** Divides what the agent measured of an I/O in an interval. */
  static Parts of(Interval did, Bottleneck bottleneck) {
    double held = did.limit() == Limit.BELOW ? heldBelow(did, bottleneck) : 0;
    double inDomain = did.latencyMicros() - held;
    double device = StrictMath.min(inDomain, did.baseMicros());
    double waiting = inDomain - device;
    double service = bottleneck.servicePerIoMicros();
    double whenAny = did.whenAny(inDomain);
    double own = StrictMath.max(0, whenAny - 1) * service;
    double mean = did.mean(inDomain);
    double others = StrictMath.max(0, bottleneck.outstanding() - mean) * service;
    double most = StrictMath.max(others, (bottleneck.whenAny() - whenAny) * service);
    if (waiting <= own + others) {
      double byItself = own > 0 ? waiting * own / (own + others) : 0;
      return new Parts(device, waiting - byItself, held, byItself, 0);
    }
    double byOthers = StrictMath.min(waiting - own, most);
    return new Parts(device, byOthers, held, own, waiting - own - byOthers);
  }

  /** What its latency exceeds that of the queues that no limit holds back. */
  private static double heldBelow(Interval did, Bottleneck bottleneck) {
    double free = bottleneck.responseMicros() > 0 ? bottleneck.responseMicros() : did.baseMicros();
    return StrictMath.max(0, did.latencyMicros() - free);
  }

  Parts plus(Parts other, double times) {
    return new Parts(
        device + times * other.device,
        neighbours + times * other.neighbours,
        cap + times * other.cap,
        application + times * other.application,
        unexplained + times * other.unexplained);
  }

  double sum() {
    return device + neighbours + cap + application + unexplained;
  }
}
