package io.oasis.adapter.targets;

/** What passed the throttle of one place since the kernel began to count; each only grows. */
public record Counters(long readIos, long writeIos, long readBytes, long writeBytes) {
  public static final Counters ZERO = new Counters(0, 0, 0, 0);

  public Counters plus(Counters other) {
    return new Counters(
        readIos + other.readIos,
        writeIos + other.writeIos,
        readBytes + other.readBytes,
        writeBytes + other.writeBytes);
  }

  public long get(Throttle.Part part) {
    return switch (part) {
      case READ_IOPS -> readIos;
      case WRITE_IOPS -> writeIos;
      case READ_BYTES -> readBytes;
      case WRITE_BYTES -> writeBytes;
      case IOPS -> readIos + writeIos;
      case BYTES -> readBytes + writeBytes;
      case WEIGHT, SHARE, RESERVE, SETTING ->
          throw new IllegalArgumentException(part.label() + " is not counted");
    };
  }
}
