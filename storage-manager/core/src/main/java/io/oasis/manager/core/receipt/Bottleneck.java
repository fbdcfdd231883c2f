package io.oasis.manager.core.receipt;

import io.oasis.manager.core.receipt.Interval.Limit;
import java.util.Collection;

/**
 * What the queues of a domain wait for in an interval, together.
 *
 * @param servicePerIoMicros how long the domain takes from one completion to the next, when it has
 *     enough to do
 * @param outstanding I/Os in the domain on average, of all queues, below every limit
 * @param whenAny the same if all queues that have any have theirs at one time
 * @param responseMicros mean time there of an I/O that no limit below the counters held back; 0
 *     while unknown
 */
public record Bottleneck(
    double servicePerIoMicros, double outstanding, double whenAny, double responseMicros) {

  /** Those that a limit holds back spend as long in the domain as the others do. */
  public static Bottleneck of(Collection<Interval> queues, double servicePerIoMicros) {
    double completions = 0;
    double weighted = 0;
    for (Interval each : queues) {
      if (each.limit() != Limit.BELOW) {
        completions += each.perSecond();
        weighted += each.perSecond() * each.latencyMicros();
      }
    }
    double response = completions > 0 ? weighted / completions : 0;
    double outstanding = 0;
    double whenAny = 0;
    for (Interval each : queues) {
      double inDomain =
          each.limit() == Limit.BELOW
              ? StrictMath.min(response > 0 ? response : each.baseMicros(), each.latencyMicros())
              : each.latencyMicros();
      outstanding += each.mean(inDomain);
      whenAny += each.whenAny(inDomain);
    }
    return new Bottleneck(servicePerIoMicros, outstanding, whenAny, response);
  }
}
