package io.oasis.manager.planners.insulation;

/**
 * What insulation has to know of a disk; measured, or read from a model of it.
 *
 * @param averageSeekMicros to a track anywhere
 * @param longestSeekMicros from one end to the other
 * @param rotationMicros one turn; 0 where nothing turns
 * @param streamingBytesPerSecond of one long access
 */
public record DiskTraits(
    double averageSeekMicros,
    double longestSeekMicros,
    double rotationMicros,
    double streamingBytesPerSecond) {
  private static final double MICROS_PER_SECOND = 1e6;

  public DiskTraits {
    require(averageSeekMicros >= 0, "averageSeekMicros", averageSeekMicros);
    require(longestSeekMicros >= averageSeekMicros, "longestSeekMicros", longestSeekMicros);
    require(rotationMicros >= 0, "rotationMicros", rotationMicros);
    require(streamingBytesPerSecond > 0, "streamingBytesPerSecond", streamingBytesPerSecond);
  }

  private static void require(boolean holds, String field, double value) {
    if (!holds || Double.isInfinite(value)) {
      throw new IllegalArgumentException(
          field + " = " + value + ": must be positive, the longest seek at least the average one");
    }
  }

  /** {@code T_seek + T_rot / 2} of section 3.3: until the first byte of an access far away. */
  public double positioningMicros() {
    return averageSeekMicros + rotationMicros / 2;
  }

  /** Until the first byte after the longest seek. */
  public double farthestMicros() {
    return longestSeekMicros + rotationMicros / 2;
  }

  /**
   * Section 3.3: the access that transfers data for the part {@code efficiency} of its time, for
   * prefetching and for writing back. For 0.9 the transfer takes 9 times as long as positioning.
   */
  public double accessBytes(Efficiency efficiency) {
    double transferMicros = positioningMicros() * efficiency.value() / (1 - efficiency.value());
    return transferMicros * streamingBytesPerSecond / MICROS_PER_SECOND;
  }
}
