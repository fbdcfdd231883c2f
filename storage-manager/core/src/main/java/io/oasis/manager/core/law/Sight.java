package io.oasis.manager.core.law;

import io.oasis.protocol.QueueId;
import java.util.List;

/**
 * What was seen of one device in one interval.
 *
 * @param seconds when the interval ended, on any scale that only rises
 * @param length of the interval in seconds
 * @param queues that use it, with or without I/O in this interval
 * @param completed by the device, I/Os per second
 * @param inFlight mean number of I/Os in the device; what waits behind limits is not in it
 * @param latencySeconds mean time in the device of the I/Os that no limit held back
 */
public record Sight(
    double seconds,
    double length,
    List<Seen> queues,
    double completed,
    double inFlight,
    double latencySeconds) {
  public Sight {
    queues = List.copyOf(queues);
  }

  /**
   * What was seen of one queue.
   *
   * @param passed I/Os per second that its limit let into the device
   * @param arrived I/Os per second that the application sent
   * @param held I/Os that wait behind its limit at the end of the interval
   * @param isUnserved whether I/Os of it may be in the device, which does others first
   * @param rule what is to be kept with it
   */
  public record Seen(
      QueueId queue,
      double weight,
      Kind kind,
      double passed,
      double arrived,
      double held,
      boolean isUnserved,
      Rule rule) {
    public Seen(
        QueueId queue, double weight, Kind kind, double passed, double arrived, double held) {
      this(queue, weight, kind, passed, arrived, held, false, Rule.NONE);
    }
  }

  /**
   * What is to be kept with a queue, in I/Os per second.
   *
   * @param mayBeHeld whether it may be limited at all
   * @param least no limit is below it, and its share is not as far as it wants so much
   * @param most its share is not above it; whoever says so holds it to that by himself
   * @param mayFall whether its limit may fall: not before the last one has been in force
   */
  public record Rule(boolean mayBeHeld, double least, double most, boolean mayFall) {
    public static final Rule NONE = new Rule(true, 0, Double.POSITIVE_INFINITY, true);
  }

  /**
   * I/Os that cost a device about the same.
   *
   * @param sizeClass binary logarithm of the mean size in bytes
   * @param mostlyReads whether more than half are reads
   */
  public record Kind(int sizeClass, boolean mostlyReads) implements Comparable<Kind> {
    public static Kind of(double meanBytes, double readShare) {
      return new Kind(
          (int) StrictMath.round(StrictMath.log(StrictMath.max(1, meanBytes)) / StrictMath.log(2)),
          readShare > 0.5);
    }

    @Override
    public int compareTo(Kind other) {
      int bySize = Integer.compare(sizeClass, other.sizeClass);
      return bySize != 0 ? bySize : Boolean.compare(mostlyReads, other.mostlyReads);
    }
  }
}
