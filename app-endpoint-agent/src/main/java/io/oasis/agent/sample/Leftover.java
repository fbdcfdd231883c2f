package io.oasis.agent.sample;

/**
 * What a LUN did and no cgroup can be charged with.
 *
 * <p>A cgroup counts an I/O when it enters, the LUN when it is done, and the two are not read at
 * the same instant. So single intervals differ either way; only what remains of the smoothed
 * difference above {@link #LEAST_SHARE} is reported. What entered and waits, in the LUN or behind a
 * limit, is done later: when 500 of an application leave a throttle at once, nobody else did them.
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
  private double held;

  /**
   * @param total what the LUN did
   * @param readsIn reads in the LUN that were not there an interval ago; fewer: below zero
   * @param nowHeld I/Os behind limits
   */
  Work of(
      Work total,
      Work attributed,
      double readsIn,
      double writesIn,
      double nowHeld,
      double seconds) {
    double heldMore = Math.min(0, nowHeld - held);
    held = nowHeld;
    double operations = attributed.operations();
    double readsHeld = operations > 0 ? heldMore * attributed.reads() / operations : 0;
    double writesHeld = operations > 0 ? heldMore - readsHeld : 0;
    double readBytesIn =
        (Math.min(0, readsIn) + readsHeld) * mean(total.readBytes(), total.reads());
    double writeBytesIn =
        (Math.min(0, writesIn) + writesHeld) * mean(total.writeBytes(), total.writes());
    double reads = total.readBytes() + readBytesIn - attributed.readBytes();
    double writes = total.writeBytes() + writeBytesIn - attributed.writeBytes();
    readBytes += SMOOTHING * (reads - readBytes);
    writeBytes += SMOOTHING * (writes - writeBytes);
    allBytes += SMOOTHING * (total.bytes() - allBytes);
    double readPart = part(readBytes, total.readBytes(), seconds);
    double writePart = part(writeBytes, total.writeBytes(), seconds);
    return new Work(
        readPart * total.reads(),
        writePart * total.writes(),
        readPart * total.readBytes(),
        writePart * total.writeBytes());
  }

  private static double mean(double bytes, double operations) {
    return operations > 0 ? bytes / operations : 0;
  }

  /** The part of one direction's I/O that is left over, 0 to 1. */
  private double part(double left, double total, double seconds) {
    boolean counts =
        total > 0 && left > LEAST_SHARE * allBytes && left > LEAST_BYTES_PER_SECOND * seconds;
    return counts ? Math.min(1, left / total) : 0;
  }
}
