package io.oasis.lab.insulation;

import io.oasis.lab.sim.Chance;

/** Where an application reads and writes next. */
@FunctionalInterface
public interface Pattern {
  Access next();

  /** Whether a cache can have what comes, from before: then it is warmed with some of it. */
  default boolean repeats() {
    return true;
  }

  /** One read after the other through a range, again from its beginning when it ends. */
  static Pattern stream(long firstByte, long rangeBytes, int bytes) {
    long[] read = {0};
    return () -> {
      long offset = firstByte + read[0];
      read[0] = (read[0] + bytes) % (rangeBytes / bytes * bytes);
      return new Access(false, offset, bytes);
    };
  }

  /** Writes where another pattern reads. */
  static Pattern written(Pattern pattern) {
    return () -> {
      Access read = pattern.next();
      return new Access(true, read.offset(), read.bytes());
    };
  }

  /**
   * Reads of blocks that are spread evenly over a range: of every so many blocks the first.
   *
   * @param every 1 for all of them; more make a smaller working set with the same seeks
   */
  static Pattern random(Chance chance, long firstByte, long rangeBytes, int bytes, int every) {
    long step = (long) bytes * every;
    long steps = rangeBytes / step;
    return () -> new Access(false, firstByte + chance.below(steps) * step, bytes);
  }

  /** A pattern that sometimes follows another one instead. */
  static Pattern mixed(Chance chance, Pattern pattern, Pattern other, double part) {
    return () -> chance.happens(part) ? other.next() : pattern.next();
  }
}
