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
   * @param reads the part of them that are reads
   */
  public record Kind(int sizeClass, double reads) implements Comparable<Kind> {
    /** Mixes whose parts of reads differ by less are alike: what they cost is not told apart. */
    private static final double UNLIKE = 0.3;

    /** A part of reads is smoothed over so long, in seconds: few I/Os have any mix by chance. */
    private static final double SMOOTHING_SECONDS = 3;

    /** A mix that differs by more than this, and by chance, is another one. */
    private static final double CHANGED = 0.1;

    /** Three standard deviations of the part of one I/O that is a read: half of them are. */
    private static final double CHANCE = 1.5;

    public static Kind of(double meanBytes, double readShare) {
      return new Kind(
          (int) StrictMath.round(StrictMath.log(StrictMath.max(1, meanBytes)) / StrictMath.log(2)),
          readShare);
    }

    /** Whether they are of about the same size, and about as many of them are reads. */
    boolean isLike(Kind other) {
      return sizeClass == other.sizeClass && StrictMath.abs(reads - other.reads) < UNLIKE;
    }

    /** What they are after so many more I/Os, of an interval of so many seconds. */
    Kind after(Kind seen, double ios, double seconds) {
      double differs = seen.reads - reads;
      boolean isOther = StrictMath.abs(differs) > CHANGED + CHANCE / StrictMath.sqrt(ios);
      return isOther || sizeClass != seen.sizeClass
          ? seen
          : new Kind(sizeClass, reads + differs * StrictMath.min(1, seconds / SMOOTHING_SECONDS));
    }

    @Override
    public int compareTo(Kind other) {
      int bySize = Integer.compare(sizeClass, other.sizeClass);
      return bySize != 0 ? bySize : Double.compare(reads, other.reads);
    }
  }
}
