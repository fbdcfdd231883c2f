package io.oasis.manager.planners.insulation;

import java.util.Locale;

/**
 * What is planned for besides the workloads: a disk, its cache and what is to be kept.
 *
 * @param cacheBytes to be divided
 * @param r what each workload is to keep
 * @param mostSliceMicros longest quantum: so long others wait
 * @param ends what the brick's discipline does with them
 */
public record SharedDisk(
    DiskTraits disk, double cacheBytes, Efficiency r, double mostSliceMicros, SliceEnds ends) {
  /** What each workload keeps where nobody says: as in the paper. */
  public static final Efficiency R = new Efficiency(0.9);

  /** So long others wait for a slice at most; beyond it latency counts more than efficiency. */
  public static final double MOST_SLICE_MICROS = 1e6;

  /** A disk that is measured again is the same one when no figure is another by this part. */
  private static final double SAME_DISK = 0.05;

  /** Where nobody asks for anything else; bricks carry the ends of slices over. */
  public SharedDisk(DiskTraits disk, double cacheBytes) {
    this(disk, cacheBytes, R, MOST_SLICE_MICROS, SliceEnds.CARRIED_OVER);
  }

  /** Plans in the manager and plans that are asked for are all made by this one. */
  public InsulationPlanner planner() {
    return new InsulationPlanner(disk, ends, cacheBytes, r, mostSliceMicros);
  }

  /** What is another, in words; empty when nothing is that counts. */
  String change(SharedDisk next) {
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
