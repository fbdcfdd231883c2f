package io.oasis.manager.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How often one client may call: a bucket of calls that fills at a steady rate, for each name that
 * is known and for each address that is not.
 *
 * <p>Who is known and who is not never share a bucket, so that nobody without a proof can keep
 * those with one out. The least recently used buckets are forgotten, so that made-up names cost
 * nothing.
 */
final class RateLimit {
  /** Calls per second of who is known: a page and a few scripts make ten. */
  static final int RATE = 50;

  /** Calls at once of who is known: a page that opens makes forty. */
  static final int BURST = 200;

  /** Calls per second of an address that shows no valid proof. */
  static final int STRANGER_RATE = 2;

  /** Calls at once of an address that shows no valid proof. */
  static final int STRANGER_BURST = 40;

  /** Buckets that are kept. */
  private static final int MOST_BUCKETS = 10_000;

  private static final double NANOS_PER_SECOND = 1e9;

  private final InstantSource clock;
  private final Map<String, Bucket> buckets =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Bucket> eldest) {
          return size() > MOST_BUCKETS;
        }
      };

  private record Bucket(double calls, Instant at) {}

  RateLimit(InstantSource clock) {
    this.clock = clock;
  }

  /** Whether who is known may call now. */
  boolean admits(String name) {
    return take("name " + name, RATE, BURST);
  }

  /** Whether an address may be answered another time without a proof. */
  boolean admitsStranger(String address) {
    return take("address " + address, STRANGER_RATE, STRANGER_BURST);
  }

  private synchronized boolean take(String who, int rate, int burst) {
    Instant now = clock.instant();
    Bucket last = buckets.getOrDefault(who, new Bucket(burst, now));
    double seconds = Math.max(0, Duration.between(last.at(), now).toNanos() / NANOS_PER_SECOND);
    double calls = Math.min(burst, last.calls() + seconds * rate);
    boolean admitted = calls >= 1;
    buckets.put(who, new Bucket(admitted ? calls - 1 : calls, now));
    return admitted;
  }
}
