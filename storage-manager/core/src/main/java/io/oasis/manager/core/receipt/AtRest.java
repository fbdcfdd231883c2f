package io.oasis.manager.core.receipt;

import java.util.Optional;

/**
 * What an I/O takes where nothing waits, learned when about one I/O at a time is in the whole
 * domain: the least such latency, forgotten slowly. One LUN alone cannot tell, as its neighbours
 * may be on others.
 */
public final class AtRest {
  /** Outstanding in the domain, on average; a closed loop of depth 1 has 1. */
  private static final double ALONE = 1.1;

  /** Weight of an interval at rest that was slower. */
  private static final double FORGETTING = 0.05;

  private Optional<Double> micros = Optional.empty();

  /**
   * @param outstanding in the whole domain, also what limits hold back below the counters
   */
  public void measure(double outstanding, double latencyMicros) {
    if (outstanding > ALONE || latencyMicros <= 0) {
      return;
    }
    micros =
        Optional.of(
            micros
                .filter(least -> least <= latencyMicros)
                .map(least -> least + FORGETTING * (latencyMicros - least))
                .orElse(latencyMicros));
  }

  /** In microseconds; {@code otherwise} while the domain was never at rest. */
  public double microsOr(double otherwise) {
    return micros.orElse(otherwise);
  }
}
