package io.oasis.manager.planners.insulation;

import io.oasis.manager.planners.cache.HitCurve;

/** What has been learned of a workload while it was on trial. */
public sealed interface Profile {
  String name();

  /** Its share of the disk's time, relative to the others. */
  double weight();

  /** The same with another share. */
  default Profile weighing(double other) {
    return switch (this) {
      case Unknown(String name, double _) -> new Unknown(name, other);
      case Streaming(String name, double _) -> new Streaming(name, other);
      case Random random ->
          new Random(
              random.name(),
              other,
              random.depth(),
              random.disk(),
              random.hits(),
              random.hitMicros());
    };
  }

  /** On trial: nothing is known of it yet. */
  record Unknown(String name, double weight) implements Profile {
    public Unknown {
      check(weight);
    }
  }

  /** Reads or writes one byte after the other; its cache is a buffer. */
  record Streaming(String name, double weight) implements Profile {
    public Streaming {
      check(weight);
    }
  }

  /**
   * Anything else.
   *
   * @param depth requests it keeps outstanding when it is alone
   * @param disk times of those that go to the disk
   * @param hits part of its requests that do not, by the cache it has
   * @param hitMicros time of these
   */
  record Random(
      String name, double weight, int depth, ServiceTimes disk, HitCurve hits, double hitMicros)
      implements Profile {
    public Random {
      check(weight);
      if (depth < 1) {
        throw new IllegalArgumentException("depth = " + depth + ": must be 1 or more");
      }
      if (!(hitMicros > 0 && hitMicros < disk.micros(depth))) {
        throw new IllegalArgumentException(
            "hitMicros = " + hitMicros + ": must be above 0 and less than the disk takes");
      }
    }
  }

  private static void check(double weight) {
    if (!(weight > 0) || Double.isInfinite(weight)) {
      throw new IllegalArgumentException("weight = " + weight + ": must be above 0");
    }
  }
}
