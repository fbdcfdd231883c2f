package io.oasis.protocol;

/** The bandwidth commodity: operations and bytes per second of the same I/O. */
public record Bandwidth(Iops iops, BytesPerSecond bytesPerSecond) {
  public static final Bandwidth ZERO = new Bandwidth(Iops.ZERO, BytesPerSecond.ZERO);

  public static Bandwidth of(double iops, double bytesPerSecond) {
    return new Bandwidth(new Iops(iops), new BytesPerSecond(bytesPerSecond));
  }
}
