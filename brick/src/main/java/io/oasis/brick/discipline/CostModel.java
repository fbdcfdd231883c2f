package io.oasis.brick.discipline;

import java.util.Arrays;

/** What an I/O is reckoned to cost the device, in a unit that only ratios matter of. */
public interface CostModel {
  double costOf(Io io);

  /** The I/O has been served. */
  default void observe(Io io, long now) {}

  /** Whether virtual time also follows what was served, as the isolation study has it. */
  default boolean servedMovesTime() {
    return false;
  }

  /**
   * One positioning plus a transfer: 1 + bytes / 512 KiB. On a disk of 10 ms random access and 63
   * MB/s a transfer takes as long as the positioning at about 640 KB; flash is nearer to this than
   * to bytes alone.
   */
  final class Affine implements CostModel {
    private static final double BYTES_PER_POSITIONING = 512 << 10;

    @Override
    public double costOf(Io io) {
      return 1 + io.lengthBytes() / BYTES_PER_POSITIONING;
    }
  }

  /**
   * The isolation study's: "the I/O cost is dynamically approximated, by profiling", a moving
   * average of the time that the session's I/Os took at the device. Where that time is mostly
   * waiting behind others, or scatters as seeks do, the estimate is wrong and the shares with it.
   */
  final class Study implements CostModel {
    /** Of a session of which nothing was seen; chosen: half of what a disk takes at random. */
    private static final double FIRST_MILLIS = 5;

    /** Of a new time; chosen, as the study gives none: about ten I/Os count. */
    private static final double WEIGHT = 0.1;

    private static final double NANOS_PER_MILLI = 1e6;

    private double[] averageMillis = {};

    @Override
    public double costOf(Io io) {
      int number = io.session().number();
      return number < averageMillis.length && averageMillis[number] > 0
          ? averageMillis[number]
          : FIRST_MILLIS;
    }

    @Override
    public void observe(Io io, long now) {
      int number = io.session().number();
      if (number >= averageMillis.length) {
        averageMillis = Arrays.copyOf(averageMillis, 2 * number + 1);
      }
      double took = Math.max((now - io.dispatchedNanos()) / NANOS_PER_MILLI, 1e-6);
      double before = averageMillis[number];
      averageMillis[number] = before == 0 ? took : before + WEIGHT * (took - before);
    }

    @Override
    public boolean servedMovesTime() {
      return true;
    }
  }
}
