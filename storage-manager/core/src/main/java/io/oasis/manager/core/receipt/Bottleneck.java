package io.oasis.manager.core.receipt;

import java.util.Collection;

/**
 * What the queues of a domain wait for in an interval, together.
 *
 * @param servicePerIoMicros how long the domain takes from one completion to the next, when it has
 *     enough to do
 * @param outstanding I/Os in the domain on average, of all queues, below every limit
 * @param whenAny the same if all queues that have any have theirs at one time
 * @param responseMicros mean time there of an I/O that comes at any moment, as a limit lets it in
 */
public record Bottleneck(
    double servicePerIoMicros, double outstanding, double whenAny, double responseMicros) {

  public static Bottleneck of(Collection<Interval> queues, double servicePerIoMicros) {
    double response = responseMicros(queues, servicePerIoMicros);
    double outstanding = 0;
    double whenAny = 0;
    for (Interval each : queues) {
      double inDomain = inDomainMicros(each, response);
      outstanding += each.mean(inDomain);
      whenAny += each.whenAny(inDomain);
    }
    return new Bottleneck(servicePerIoMicros, outstanding, whenAny, response);
  }

  /** How long an I/O of this queue is in the domain. */
  double inDomainMicros(Interval did) {
    return inDomainMicros(did, responseMicros);
  }

  private static double inDomainMicros(Interval did, double response) {
    return did.tellsItsResponse()
        ? did.responseMicros()
        : StrictMath.min(response, did.measured().latencyMicros());
  }

  /** From what the queues find that tell; where none does, from that all come evenly. */
  private static double responseMicros(Collection<Interval> queues, double service) {
    double load = StrictMath.min(1, perSecond(queues) * service / 1e6);
    double telling = 0;
    double micros = 0;
    for (Interval each : queues) {
      if (each.tellsItsResponse()) {
        double response = each.responseMicros();
        double unseen = (1 - load / 2) * each.unseenByItself(response);
        telling += each.measured().perSecond();
        micros += each.measured().perSecond() * (response + unseen * service);
      }
    }
    return telling > 0 ? micros / telling : pacedMicros(queues, service, load);
  }

  private static double perSecond(Collection<Interval> queues) {
    return queues.stream().mapToDouble(each -> each.measured().perSecond()).sum();
  }

  /**
   * Of n evenly paced streams whose phases are at random. The work that has come less that which is
   * done wanders like a Brownian bridge over a period with so much to spare; its height, in
   * services, is (n - 1) / (spare + sqrt(spare^2 + 8 (n - 1) / pi)). With 2 more to spare, as a
   * service counts when it has come whole, that is within 12 % of what such streams wait for.
   */
  private static double pacedMicros(Collection<Interval> queues, double service, double load) {
    double perSecond = perSecond(queues);
    if (perSecond <= 0 || load <= 0) {
      return 0;
    }
    double squares = 0;
    double base = 0;
    for (Interval each : queues) {
      squares += each.measured().perSecond() * each.measured().perSecond();
      base += each.measured().perSecond() / perSecond * each.baseMicros();
    }
    double streams = perSecond * perSecond / squares;
    double others = StrictMath.max(0, streams - 1);
    double spare = streams * (1 / load - 1) + 2;
    double height = others / (spare + StrictMath.sqrt(spare * spare + 8 * others / StrictMath.PI));
    return base + height * service;
  }
}
