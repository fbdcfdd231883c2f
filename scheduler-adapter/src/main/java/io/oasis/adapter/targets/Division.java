package io.oasis.adapter.targets;

import java.util.Map;
import java.util.Optional;

/**
 * How a cache, and with it the time of the device behind it, is divided.
 *
 * @param sizes in bytes, by the name of the partition
 * @param slices of the device's time; absent: as they are
 */
public record Division(Map<String, Long> sizes, Optional<Slices> slices) {
  /**
   * @param accessBytes most that is read ahead of a stream
   * @param millis of the round, by the name of the partition
   */
  public record Slices(double roundMillis, long accessBytes, Map<String, Double> millis) {
    public Slices {
      millis = Map.copyOf(millis);
    }
  }

  public Division {
    sizes = Map.copyOf(sizes);
  }
}
