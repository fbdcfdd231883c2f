package io.oasis.brick.discipline;

/**
 * What a session is promised and allowed. Each discipline heeds what it knows: shares are for
 * quanta, SFQ and lottery; latency targets for EDF and facade; reserve and pool for zygaria. Limits
 * hold under every discipline.
 *
 * @param share weight against other sessions, above 0; only ratios count
 * @param reserveIops least, in I/O runs per second, 0 for none
 * @param limitIops most, in I/Os per second (in runs under zygaria), 0 for none
 * @param limitBytesPerSecond most, in bytes per second, 0 for none
 * @param latencyNanos the time after arrival by which an I/O should have completed
 * @param pool name of the pool that the session belongs to
 */
public record Terms(
    double share,
    double reserveIops,
    double limitIops,
    double limitBytesPerSecond,
    long latencyNanos,
    String pool) {
  /** Sessions that name no pool share this one. */
  public static final String COMMON_POOL = "common";

  /** Where nobody said: a second, the default of {@code export.NAME.latency-ms}. */
  private static final long STANDARD_LATENCY_NANOS = 1_000_000_000L;

  public Terms {
    require(share > 0 && Double.isFinite(share), "share must be above 0", share);
    require(isRate(reserveIops), "reserveIops must be >= 0", reserveIops);
    require(isRate(limitIops), "limitIops must be >= 0", limitIops);
    require(isRate(limitBytesPerSecond), "limitBytesPerSecond must be >= 0", limitBytesPerSecond);
    require(latencyNanos > 0, "latencyNanos must be above 0", latencyNanos);
    require(
        limitIops == 0 || limitIops >= reserveIops,
        "limitIops must not be below reserveIops",
        limitIops);
  }

  public static Terms standard() {
    return new Terms(1, 0, 0, 0, STANDARD_LATENCY_NANOS, COMMON_POOL);
  }

  public Terms withShare(double next) {
    return new Terms(next, reserveIops, limitIops, limitBytesPerSecond, latencyNanos, pool);
  }

  public Terms withReserve(double next) {
    return new Terms(share, next, limitIops, limitBytesPerSecond, latencyNanos, pool);
  }

  public Terms withLimits(double iops, double bytesPerSecond) {
    return new Terms(share, reserveIops, iops, bytesPerSecond, latencyNanos, pool);
  }

  public Terms withLatencyNanos(long next) {
    return new Terms(share, reserveIops, limitIops, limitBytesPerSecond, next, pool);
  }

  public Terms withPool(String next) {
    return new Terms(share, reserveIops, limitIops, limitBytesPerSecond, latencyNanos, next);
  }

  private static boolean isRate(double value) {
    return value >= 0 && Double.isFinite(value);
  }

  private static void require(boolean holds, String rule, Object value) {
    if (!holds) {
      throw new IllegalArgumentException(rule + ", was " + value);
    }
  }
}
