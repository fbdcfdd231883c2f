package io.oasis.distribution.probe;

import io.oasis.manager.planners.insulation.DiskTraits;
import java.io.IOException;
import java.util.random.RandomGenerator;

/** Measures a disk with a number of reads and a time that are known beforehand. See the package. */
final class DiskProbe {
  static final int BLOCK_BYTES = 4 << 10;

  /** Half a turn of 8.3 ms is known to 2 % of a positioning of 12 ms by so many. */
  static final int ANYWHERE = 128;

  static final int AT_ENDS = 64;

  /** As a brick reads ahead: the disk itself goes on reading while it is taken. */
  static final int PIECE_BYTES = 128 << 10;

  static final int PIECES = 512;

  /** With fewer of each kind there is nothing to tell. */
  private static final int LEAST = 16;

  /** Each end is so large a part of the disk. */
  private static final int PART_OF_END = 100;

  private static final double NANOS_PER_MICRO = 1_000;
  private static final double NANOS_PER_SECOND = 1e9;

  /** What is measured. */
  interface Readable {
    long sizeBytes();

    /** Reads and says how long it took. */
    long read(long offset, int bytes) throws IOException;
  }

  private final Readable disk;
  private final RandomGenerator chance;

  /** What is left of each third of the time. */
  private final long nanosOfEach;

  /**
   * @param disk of at least {@link #leastBytes}
   * @param mostNanos for all reads; one that has begun is waited for
   */
  DiskProbe(Readable disk, long mostNanos, RandomGenerator chance) {
    this.disk = disk;
    this.chance = chance;
    nanosOfEach = mostNanos / 3;
  }

  static long leastBytes() {
    return 2L * PIECES * PIECE_BYTES;
  }

  DiskTraits run() throws IOException {
    long blocks = disk.sizeBytes() / BLOCK_BYTES;
    long end = blocks / PART_OF_END;
    double average = meanNanos("anywhere", ANYWHERE, i -> chance.nextLong(blocks));
    double longest =
        meanNanos(
            "at both ends",
            AT_ENDS,
            i -> i % 2 == 0 ? chance.nextLong(end) : blocks - 1 - chance.nextLong(end));
    double piece = pieceNanos();
    double transfer = piece * BLOCK_BYTES / PIECE_BYTES;
    double averageMicros = Math.max(0, average - transfer) / NANOS_PER_MICRO;
    double longestMicros = Math.max(0, longest - transfer) / NANOS_PER_MICRO;
    return new DiskTraits(
        averageMicros,
        Math.max(averageMicros, longestMicros),
        0,
        PIECE_BYTES / (piece / NANOS_PER_SECOND));
  }

  /** Which block is read. */
  private interface Blocks {
    long of(int read);
  }

  private double meanNanos(String where, int most, Blocks blocks) throws IOException {
    long sum = 0;
    int reads = 0;
    // The way to the first one depends on where the heads were.
    disk.read(blocks.of(1) * BLOCK_BYTES, BLOCK_BYTES);
    while (reads < most && sum < nanosOfEach) {
      sum += disk.read(blocks.of(reads) * BLOCK_BYTES, BLOCK_BYTES);
      reads++;
    }
    if (reads < LEAST) {
      throw new IOException(
          "only %d reads %s were done in time; give it more seconds".formatted(reads, where));
    }
    return (double) sum / reads;
  }

  /** From the beginning on, where nothing was read before but a block now and then. */
  private double pieceNanos() throws IOException {
    long sum = 0;
    int pieces = 0;
    disk.read(0, PIECE_BYTES);
    while (pieces < PIECES && sum < nanosOfEach) {
      pieces++;
      sum += disk.read((long) pieces * PIECE_BYTES, PIECE_BYTES);
    }
    return Math.max(1, (double) sum / pieces);
  }
}
