package io.oasis.brick.discipline;

/**
 * A token bucket, kept as the moment at which it next holds a token. Tokens come at a rate and
 * gather up to a number; those of somebody who waits for the device and could not spend them gather
 * for a time.
 */
final class Bucket {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double mostTokens;
  private final double waitingNanos;

  private double nanosPerToken;
  private double tokenNanos;

  /**
   * @param mostTokens that may gather
   * @param waitingNanos for how long tokens gather while somebody waits, when that is more
   */
  Bucket(double tokensPerSecond, double mostTokens, double waitingNanos, long now) {
    this.mostTokens = mostTokens;
    this.waitingNanos = waitingNanos;

    nanosPerToken = nanosPer(tokensPerSecond);
    tokenNanos = now;
  }

  private static double nanosPer(double tokensPerSecond) {
    return tokensPerSecond == 0 ? 0 : NANOS_PER_SECOND / tokensPerSecond;
  }

  /** False when the rate is 0: no reserve, or no limit. */
  boolean isThere() {
    return nanosPerToken > 0;
  }

  /** What was spent ahead of time stays spent, at the new rate. */
  void setRate(double tokensPerSecond, long now) {
    double next = nanosPer(tokensPerSecond);
    if (tokenNanos > now && nanosPerToken > 0) {
      tokenNanos = now + (tokenNanos - now) * next / nanosPerToken;
    }
    nanosPerToken = next;
  }

  /** When a token is there. */
  double tokenNanos() {
    return tokenNanos;
  }

  /** Nobody has waited until now: what gathered beyond the number of tokens is lost. */
  void rested(long now) {
    tokenNanos = Math.max(tokenNanos, now - credit());
  }

  private double credit() {
    return (mostTokens - 1) * nanosPerToken;
  }

  /** Takes tokens; those that are not there are owed. */
  void take(double tokens, long now) {
    double oldest = now - Math.max(credit(), waitingNanos);
    tokenNanos = Math.max(tokenNanos, oldest) + tokens * nanosPerToken;
  }

  /** Takes what there is of so many tokens; no debt arises but for the token that comes next. */
  void takeAvailable(double tokens, long now) {
    double owed = tokenNanos;
    take(tokens, now);
    tokenNanos = Math.max(owed, Math.min(tokenNanos, now + nanosPerToken));
  }
}
