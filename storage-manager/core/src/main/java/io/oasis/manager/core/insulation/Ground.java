package io.oasis.manager.core.insulation;

import java.util.Locale;

/**
 * What a plan stands on besides the workloads.
 *
 * @param cacheBytes to be divided
 * @param r what each workload is to keep
 * @param mostSliceMicros longest quantum: so long others wait
 * @param ends what the brick's discipline does with them
 */
public record Ground(
    DiskTraits disk, double cacheBytes, Efficiency r, double mostSliceMicros, SliceEnds ends) {
  /** A disk that is measured again is the same one when no figure is another by this part. */
  private static final double SAME_DISK = 0.05;

  public InsulationPlanner planner() {
    return new InsulationPlanner(disk, ends, cacheBytes, r, mostSliceMicros);
  }

  /** What is another, in words; empty when nothing is that counts. */
  String change(Ground next) {
    if (cacheBytes != next.cacheBytes) {
      return String.format(
          Locale.ROOT, "the cache has %.0f MB, not %.0f", next.cacheBytes / 1e6, cacheBytes / 1e6);
    }
    if (!r.equals(next.r) || mostSliceMicros != next.mostSliceMicros || ends != next.ends) {
      return "the operator asks for something else";
    }
    boolean same =
        isNear(disk.averageSeekMicros(), next.disk.averageSeekMicros())
            && isNear(disk.longestSeekMicros(), next.disk.longestSeekMicros())
            && isNear(disk.rotationMicros(), next.disk.rotationMicros())
            && isNear(disk.streamingBytesPerSecond(), next.disk.streamingBytesPerSecond());
    return same ? "" : "the disk is another one";
  }

  private static boolean isNear(double a, double b) {
    return StrictMath.abs(a - b) <= SAME_DISK * StrictMath.max(a, b);
  }
}
