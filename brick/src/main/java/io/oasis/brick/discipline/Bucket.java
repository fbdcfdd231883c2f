package io.oasis.brick.discipline;

/**
 * A token bucket, kept as the moment at which it next holds a token. Tokens come at a rate and
 * gather up to a number.
 */
final class Bucket {
  private static final double NANOS_PER_SECOND = 1e9;

  private final double mostTokens;

  private double nanosPerToken;
  private double tokenNanos;

  /**
   * @param mostTokens that may gather
   */
  Bucket(double tokensPerSecond, double mostTokens, long now) {
    this.mostTokens = mostTokens;

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

  /** Takes tokens; those that are not there are owed. */
  void take(double tokens, long now) {
    double credit = (mostTokens - 1) * nanosPerToken;
    tokenNanos = Math.max(tokenNanos, now - credit) + tokens * nanosPerToken;
  }

  /** Takes what there is of so many tokens; no debt arises but for the token that comes next. */
  void takeAvailable(double tokens, long now) {
    double owed = tokenNanos;
    take(tokens, now);
    tokenNanos = Math.max(owed, Math.min(tokenNanos, now + nanosPerToken));
  }
}
