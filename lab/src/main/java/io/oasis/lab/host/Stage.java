package io.oasis.lab.host;

import java.util.List;

/**
 * What a worker does for a time (OASIS, section 4.1: stages with sequentiality, block size,
 * duration and rate).
 *
 * @param seconds how long; infinite for ever
 * @param arrival when requests are made
 * @param blockBytes size of each
 * @param readShare part of them that are reads, 0 to 1
 * @param sequential part of them that follow the one before, 0 to 1
 * @param firstByte and {@code rangeBytes}: where on the LUN
 */
public record Stage(
    double seconds,
    Arrival arrival,
    int blockBytes,
    double readShare,
    double sequential,
    long firstByte,
    long rangeBytes) {
  /** When requests are made. */
  public sealed interface Arrival {
    /**
     * At a rate, whatever becomes of them; evenly spaced, or at random (Poisson).
     *
     * @param mostOutstanding requests beyond it wait inside the application
     */
    record Open(double perSecond, boolean poisson, int mostOutstanding) implements Arrival {}

    /**
     * At a rate, evenly spaced. One that may not be issued at its time is issued as soon as one
     * comes back; others that are due until then are not made.
     */
    record Periodic(double perSecond, int mostOutstanding) implements Arrival {
      Open open() {
        return new Open(perSecond, false, mostOutstanding);
      }
    }

    /**
     * Transactions at random (Poisson), each of so many I/Os one after the other.
     *
     * @param sessions transactions at a time; more of them wait inside the application
     */
    record Transactions(double perSecond, int sessions, int ios) implements Arrival {}

    /** Threads that each read a part of the range from end to end, one I/O at a time, for ever. */
    record Scan(int threads) implements Arrival {}

    /** So many at a time, each followed by the next after the think time. */
    record Closed(int depth, double thinkSeconds) implements Arrival {}

    /** At recorded times and places; size, reads and range of the stage do not count. */
    record Trace(List<Recorded> ios) implements Arrival {
      public Trace {
        ios = List.copyOf(ios);
      }
    }

    /** None. */
    record Idle() implements Arrival {}
  }

  /**
   * One recorded I/O.
   *
   * @param seconds since the first one
   */
  public record Recorded(double seconds, boolean write, long offset, int bytes) {}

  public Stage {
    if (blockBytes < 512 || rangeBytes < blockBytes || !(readShare >= 0 && readShare <= 1)) {
      throw new IllegalArgumentException(
          ("blockBytes = %d, rangeBytes = %d, readShare = %s: must be at least 512, at least one"
                  + " block, between 0 and 1")
              .formatted(blockBytes, rangeBytes, readShare));
    }
  }

  private static final long GIB = 1L << 30;

  /** Random reads of 4 KiB over the first 30 GiB, for ever. */
  public static Stage random(Arrival arrival) {
    return new Stage(Double.POSITIVE_INFINITY, arrival, 4_096, 1, 0, 0, 30 * GIB);
  }

  public static Arrival rate(double perSecond) {
    return new Arrival.Open(perSecond, false, Integer.MAX_VALUE);
  }

  public static Arrival closed(int depth) {
    return new Arrival.Closed(depth, 0);
  }

  public Stage lasting(double newSeconds) {
    return new Stage(newSeconds, arrival, blockBytes, readShare, sequential, firstByte, rangeBytes);
  }

  public Stage sequentially(double part) {
    return new Stage(seconds, arrival, blockBytes, readShare, part, firstByte, rangeBytes);
  }

  public Stage sized(int bytes) {
    return new Stage(seconds, arrival, bytes, readShare, sequential, firstByte, rangeBytes);
  }

  public Stage reading(double part) {
    return new Stage(seconds, arrival, blockBytes, part, sequential, firstByte, rangeBytes);
  }

  public Stage within(long newFirstByte, long newRangeBytes) {
    return new Stage(
        seconds, arrival, blockBytes, readShare, sequential, newFirstByte, newRangeBytes);
  }
}
