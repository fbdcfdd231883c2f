package io.oasis.agent.sample;

/**
 * What a LUN did and no cgroup can be charged with.
 *
 * <p>A cgroup counts an I/O when it enters, the LUN when it is done, and the two are not read at
 * the same instant. So single intervals differ either way; only what remains of the smoothed
 * difference above {@link #LEAST_SHARE} is reported.
 */
final class Leftover {
  /** Less than this part of the LUN's bytes is the difference of two clocks. */
  static final double LEAST_SHARE = 0.03;

  /** Bytes per second below which nothing is reported: one page. */
  private static final double LEAST_BYTES_PER_SECOND = 4_096;

  /** Weight of the present interval. */
  private static final double SMOOTHING = 0.4;

  private double readBytes;
  private double writeBytes;
  private double allBytes;

  Work of(Work total, Work attributed, double seconds) {
    readBytes += SMOOTHING * (total.readBytes() - attributed.readBytes() - readBytes);
    writeBytes += SMOOTHING * (total.writeBytes() - attributed.writeBytes() - writeBytes);
    allBytes += SMOOTHING * (total.bytes() - allBytes);
    double reads = part(readBytes, total.readBytes(), seconds);
    double writes = part(writeBytes, total.writeBytes(), seconds);
    return new Work(
        reads * total.reads(),
        writes * total.writes(),
        reads * total.readBytes(),
        writes * total.writeBytes());
  }

  /** The part of one direction's I/O that is left over, 0 to 1. */
  private double part(double left, double total, double seconds) {
    boolean counts =
        total > 0 && left > LEAST_SHARE * allBytes && left > LEAST_BYTES_PER_SECOND * seconds;
    return counts ? Math.min(1, left / total) : 0;
  }
}
