package io.oasis.manager.planners.insulation;

/**
 * Section 3.5: "an analytical lower bound can be established on the efficiency for a given quantum
 * size".
 *
 * <p>What a quantum loses does not depend on its length. A stream loses the way to its first byte,
 * and up to one of the pieces its accesses are made of at the end, where they go one by one. Other
 * workloads pay the way of every request anyway, and lose what the first one may take longer
 * because it comes from far away, the draining of the last ones, and the end that is too short for
 * one more request, unless that is carried over.
 *
 * <p>How far the way is depends on where the data of the workload lies that comes before, and how
 * short the end is on chance. Quanta are made long enough for the longest seek and the longest end;
 * what is expected of them is reckoned with the average seek and half of that end.
 */
record DiskSlice(DiskTraits disk, SliceEnds ends) {
  /** Of a piece of an access, as bricks read ahead. */
  private static final double PIECE_BYTES = 128 << 10;

  /** The shortest quantum that has this efficiency in any case; long enough for a request. */
  double leastMicros(Profile profile, Efficiency efficiency) {
    double needed = lostMicros(profile, disk.farthestMicros(), 1) / (1 - efficiency.value());
    return switch (profile) {
      case Profile.Unknown _ -> 0;
      case Profile.Streaming _ -> needed;
      case Profile.Random random -> StrictMath.max(needed, random.disk().micros(1));
    };
  }

  /** This much of a quantum of this length is expected to be used. */
  double efficiency(Profile profile, double micros) {
    return StrictMath.max(0, 1 - lostMicros(profile, disk.positioningMicros(), 0.5) / micros);
  }

  private double lostMicros(Profile profile, double positioningMicros, double partOfEnd) {
    return switch (profile) {
      case Profile.Unknown _ -> 0;
      case Profile.Streaming _ ->
          positioningMicros + partOfEnd * PIECE_BYTES / disk.streamingBytesPerSecond() * 1e6;
      case Profile.Random random -> {
        double alone = random.disk().micros(1);
        yield StrictMath.max(0, positioningMicros - alone)
            + random.disk().drainMicros(random.depth())
            + (ends == SliceEnds.LOST ? partOfEnd * alone : 0);
      }
    };
  }
}
