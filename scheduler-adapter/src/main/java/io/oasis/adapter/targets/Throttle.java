package io.oasis.adapter.targets;

/**
 * What a kernel throttle holds for one place: four whole numbers, 0 meaning no limit.
 *
 * @param readIops reads per second
 * @param writeIops writes per second
 * @param readBytes bytes read per second
 * @param writeBytes bytes written per second
 */
public record Throttle(long readIops, long writeIops, long readBytes, long writeBytes) {
  /** No limit at all. */
  public static final Throttle NONE = new Throttle(0, 0, 0, 0);

  /** One of the four numbers. */
  public enum Part {
    READ_IOPS,
    WRITE_IOPS,
    READ_BYTES,
    WRITE_BYTES
  }

  public Throttle {
    if (readIops < 0 || writeIops < 0 || readBytes < 0 || writeBytes < 0) {
      throw new IllegalArgumentException(
          "throttle = %d, %d, %d, %d: must not be negative"
              .formatted(readIops, writeIops, readBytes, writeBytes));
    }
  }

  public long get(Part part) {
    return switch (part) {
      case READ_IOPS -> readIops;
      case WRITE_IOPS -> writeIops;
      case READ_BYTES -> readBytes;
      case WRITE_BYTES -> writeBytes;
    };
  }

  /** The same with one number replaced. */
  public Throttle with(Part part, long value) {
    return new Throttle(
        part == Part.READ_IOPS ? value : readIops,
        part == Part.WRITE_IOPS ? value : writeIops,
        part == Part.READ_BYTES ? value : readBytes,
        part == Part.WRITE_BYTES ? value : writeBytes);
  }

  public boolean isNone() {
    return equals(NONE);
  }

  @Override
  public String toString() {
    return "riops=%s wiops=%s rbps=%s wbps=%s"
        .formatted(shown(readIops), shown(writeIops), shown(readBytes), shown(writeBytes));
  }

  private static String shown(long value) {
    return value == 0 ? "max" : Long.toString(value);
  }
}
