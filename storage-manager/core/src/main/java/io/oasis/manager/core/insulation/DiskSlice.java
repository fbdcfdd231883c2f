package io.oasis.manager.core.insulation;

/**
 * Section 3.5: "an analytical lower bound can be established on the efficiency for a given quantum
 * size".
 *
 * <p>What a quantum loses does not depend on its length. A stream loses the way to its first byte,
 * and an end that is too short for one more of the pieces its accesses are made of. Other workloads
 * pay the way of every request anyway, and lose what the first one may take longer because it comes
 * from far away, the draining of the last ones, and the end that is too short for one more request.
 */
final class DiskSlice {
  /** Of a piece of an access, as bricks read ahead. */
  private static final double PIECE_BYTES = 128 << 10;

  private DiskSlice() {}

  static double lostMicros(DiskTraits disk, Profile profile) {
    return switch (profile) {
      case Profile.Streaming _ ->
          disk.positioningMicros() + PIECE_BYTES / disk.streamingBytesPerSecond() * 1e6;
      case Profile.Random random -> {
        double alone = random.disk().micros(1);
        yield StrictMath.max(0, disk.positioningMicros() - alone)
            + random.disk().drainMicros(random.depth())
            + alone;
      }
    };
  }

  /** The shortest quantum with this efficiency. */
  static double leastMicros(DiskTraits disk, Profile profile, Efficiency efficiency) {
    return lostMicros(disk, profile) / (1 - efficiency.value());
  }

  /** At least this much of a quantum of this length is used. */
  static double efficiency(DiskTraits disk, Profile profile, double micros) {
    return StrictMath.max(0, 1 - lostMicros(disk, profile) / micros);
  }
}
