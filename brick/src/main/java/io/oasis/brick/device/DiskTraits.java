package io.oasis.brick.device;

/**
 * What a planner of slices has to know of a disk.
 *
 * @param averageSeekMicros to a track anywhere
 * @param longestSeekMicros from one end to the other
 * @param rotationMicros one turn; 0 where nothing turns, or where half a turn is in the seeks
 * @param streamingBytesPerSecond of one long access
 */
public record DiskTraits(
    double averageSeekMicros,
    double longestSeekMicros,
    double rotationMicros,
    double streamingBytesPerSecond) {
  private static final double MICROS_PER_MILLI = 1e3;

  public DiskTraits {
    boolean sound =
        averageSeekMicros >= 0
            && longestSeekMicros >= averageSeekMicros
            && rotationMicros >= 0
            && streamingBytesPerSecond > 0
            && longestSeekMicros + rotationMicros + streamingBytesPerSecond
                < Double.POSITIVE_INFINITY;
    if (!sound) {
      throw new IllegalArgumentException(
          "averageSeekMicros = %s, longestSeekMicros = %s, rotationMicros = %s,"
                  .formatted(averageSeekMicros, longestSeekMicros, rotationMicros)
              + " streamingBytesPerSecond = %s: must be positive, the longest seek not the shorter"
                  .formatted(streamingBytesPerSecond));
    }
  }

  /** Of a disk that is modelled. */
  public static DiskTraits of(DiskParameters disk) {
    return new DiskTraits(
        disk.arm().averageSeekMillis() * MICROS_PER_MILLI,
        disk.arm().fullStrokeMillis() * MICROS_PER_MILLI,
        disk.rotationMillis() * MICROS_PER_MILLI,
        disk.outerMediaBytesPerSecond());
  }
}
