package io.oasis.adapter.plan;

/** How large somebody's I/Os are, while they are of one size. */
final class MeanSize {
  /** Weight of a new reading: the one by which {@link ReadWriteRatio} smooths the ratio. */
  private static final double SMOOTHING = 0.3;

  /** A reading whose mean differs by more than this part is not like those before. */
  private static final double LIKE = 0.1;

  /** So many readings in a row that are alike: one kind of I/O, not a moment of it. */
  private static final int STEADY = 3;

  private double mean;
  private int steady;

  /** What passed since the last reading. */
  void look(double ios, double bytes) {
    if (ios <= 0) {
      return;
    }
    double size = bytes / ios;
    boolean isLike = Math.abs(size - mean) <= LIKE * mean;
    steady = isLike ? steady + 1 : 0;
    mean = isLike ? mean + SMOOTHING * (size - mean) : size;
  }

  /** The bytes of one; 0 while their size is not steady. */
  double bytes() {
    return steady >= STEADY ? mean : 0;
  }

  /** The bytes of so many operations; 0 while their size is not steady. */
  long of(long operations) {
    return Math.round(operations * bytes());
  }
}
