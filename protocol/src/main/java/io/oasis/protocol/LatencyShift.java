package io.oasis.protocol;

/**
 * A request for lower latency: what it is, and what it was before it shifted (OASIS, section
 * 3.3.2).
 *
 * @param currentMicros mean latency of the current period
 * @param wantedMicros what it would be without the shift, below that
 */
public record LatencyShift(double currentMicros, double wantedMicros) {
  public LatencyShift {
    Check.positive("currentMicros", currentMicros);
    Check.positive("wantedMicros", wantedMicros);
    if (wantedMicros >= currentMicros) {
      throw Check.invalid(
          "wantedMicros", wantedMicros, "must be below currentMicros = " + currentMicros);
    }
  }
}
