package io.oasis.lab.zoo.site;

import java.util.List;

/**
 * A law of control by itself, without protocol, messages or delays: told what can be seen of one
 * device in an interval, it answers with limits. For ideas that are to be compared before they are
 * built.
 */
public interface Law {
  double intervalSeconds();

  /**
   * Limits for the next interval.
   *
   * @return I/Os a second for each queue, in the order in which they were told; infinite for none
   */
  double[] decide(Sight sight);

  /**
   * What can be seen of a device.
   *
   * @param second since the beginning
   * @param seconds of the interval
   * @param completed by the device in the interval
   * @param inFlight of all LUNs on the device, now
   * @param latencySeconds mean of what completed, as the LUNs saw it; 0 of nothing
   */
  record Sight(
      double second,
      double seconds,
      double completed,
      long inFlight,
      double latencySeconds,
      List<Queue> queues) {
    public Sight {
      queues = List.copyOf(queues);
    }
  }

  /**
   * What can be seen of a queue, in the interval.
   *
   * @param issued by the application, before any throttle
   * @param bytes of these
   * @param writes part of them
   * @param completed for it; where the kernel limits, what was issued less the change of what is
   *     held
   * @param held behind its limit now; below the counters nobody tells, and it is 0
   */
  record Queue(
      String application,
      double weight,
      double issued,
      double bytes,
      double writes,
      double completed,
      long held) {}
}
