package io.oasis.lab.insulation;

import io.oasis.lab.sim.Chance;
import org.jspecify.annotations.Nullable;

/**
 * Short transactions on a database: a record is read and then, half the time, written. Records are
 * nearer to the beginning the more popular they are.
 */
final class Transactions implements Pattern {
  private static final double WRITTEN = 0.5;

  /** 1 for none; with 3, half of the reads are of an eighth of the records. */
  private static final double SKEW = 3;

  private final Chance chance;
  private final long firstByte;
  private final long step;
  private final long records;
  private final int bytes;
  private @Nullable Access written;

  /**
   * @param every of every so many blocks the first is a record
   */
  Transactions(Chance chance, long firstByte, long rangeBytes, int bytes, int every) {
    this.chance = chance;
    this.firstByte = firstByte;
    this.bytes = bytes;
    step = (long) bytes * every;
    records = rangeBytes / step;
  }

  @Override
  public Access next() {
    Access write = written;
    written = null;
    if (write != null) {
      return write;
    }
    long record = (long) (records * StrictMath.pow(chance.even(), SKEW));
    long offset = firstByte + record * step;
    if (chance.happens(WRITTEN)) {
      written = new Access(true, offset, bytes);
    }
    return new Access(false, offset, bytes);
  }
}
