package io.oasis.protocol;

import java.util.Optional;

/** A bound in operations per second, in bytes per second, or in both; at least one is given. */
public record RateBound(Optional<Iops> iops, Optional<BytesPerSecond> bytesPerSecond) {
  public RateBound {
    if (iops.isEmpty() && bytesPerSecond.isEmpty()) {
      throw Check.invalid("rateBound", "{}", "must give iops, bytesPerSecond or both");
    }
  }

  public static RateBound ofIops(double iops) {
    return new RateBound(Optional.of(new Iops(iops)), Optional.empty());
  }

  public static RateBound ofBytesPerSecond(double bytesPerSecond) {
    return new RateBound(Optional.empty(), Optional.of(new BytesPerSecond(bytesPerSecond)));
  }
}
