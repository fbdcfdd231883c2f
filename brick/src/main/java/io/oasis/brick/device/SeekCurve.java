package io.oasis.brick.device;

/**
 * Seek time by distance.
 *
 * <p>Law: {@code a sqrt(d-1) + b (d-1) + c} for a distance of d cylinders, with a, b and c such
 * that the seek to the neighbour, the average over random pairs and the full stroke are those of
 * the data sheet (Lee and Katz, "An analytic performance model of disk arrays", 1993).
 */
final class SeekCurve {
  private final double a;
  private final double b;
  private final double c;

  SeekCurve(DiskParameters disk, int cylinders) {
    double least = disk.arm().trackToTrackMillis();
    double average = disk.arm().averageSeekMillis();
    double most = disk.arm().fullStrokeMillis();
    a = (-10 * least + 15 * average - 5 * most) / (3 * StrictMath.sqrt(cylinders));
    b = (7 * least - 15 * average + 8 * most) / (3.0 * cylinders);
    c = least;
  }

  double millis(int distance) {
    return distance == 0 ? 0 : a * StrictMath.sqrt(distance - 1) + b * (distance - 1) + c;
  }
}
