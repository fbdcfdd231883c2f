package io.oasis.manager.planners.cache;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * F: hit ratio by cache size in bytes. It starts at (0, 0). Nothing is assumed of its shape, not
 * even that it rises: measurements are noisy.
 */
public final class HitCurve {
  /** What holds between two points. */
  public enum Shape {
    /** A straight line, and beyond the last point the last rising line goes on. */
    LINEAR,
    /** The hit ratio of the smaller size: never too hopeful about a staircase. */
    STEPS
  }

  /** No size is expected to hit. */
  public static final HitCurve NONE = new HitCurve(Shape.STEPS, new double[] {0}, new double[] {0});

  private final Shape shape;
  private final double[] sizesBytes;
  private final double[] hitRatios;

  private HitCurve(Shape shape, double[] sizesBytes, double[] hitRatios) {
    this.shape = shape;
    this.sizesBytes = sizesBytes;
    this.hitRatios = hitRatios;
  }

  /**
   * @param sizesBytes rising, above 0; the point (0, 0) is added
   * @param hitRatios of these sizes, from 0 to 1
   */
  public static HitCurve of(Shape shape, double[] sizesBytes, double[] hitRatios) {
    if (sizesBytes.length != hitRatios.length) {
      throw new IllegalArgumentException(
          "hitRatios = %d of them: must be as many as sizes, %d"
              .formatted(hitRatios.length, sizesBytes.length));
    }
    double[] sizes = new double[sizesBytes.length + 1];
    double[] ratios = new double[sizesBytes.length + 1];
    for (int i = 0; i < sizesBytes.length; i++) {
      if (!(sizesBytes[i] > sizes[i]) || sizesBytes[i] == Double.POSITIVE_INFINITY) {
        throw new IllegalArgumentException(
            "sizesBytes[%d] = %s: must be above %s and finite"
                .formatted(i, sizesBytes[i], sizes[i]));
      }
      if (!(hitRatios[i] >= 0 && hitRatios[i] <= 1)) {
        throw new IllegalArgumentException(
            "hitRatios[%d] = %s: must be between 0 and 1".formatted(i, hitRatios[i]));
      }
      sizes[i + 1] = sizesBytes[i];
      ratios[i + 1] = hitRatios[i];
    }
    return new HitCurve(shape, sizes, ratios);
  }

  /**
   * Nothing is known: every byte is taken to be worth the same, up to the whole cache. So a new
   * partition is tried with a fair share.
   */
  public static HitCurve unknown(double capacityBytes) {
    return of(Shape.LINEAR, new double[] {capacityBytes}, new double[] {1});
  }

  /** The hit ratio expected of a cache of this size. */
  public double hitRatio(double bytes) {
    int found = Arrays.binarySearch(sizesBytes, bytes);
    int at = found >= 0 ? found : -found - 2;
    if (at < 0) {
      return 0;
    }
    if (found >= 0 || shape == Shape.STEPS) {
      return hitRatios[at];
    }
    if (at == sizesBytes.length - 1) {
      return StrictMath.min(1, hitRatios[at] + lastSlope() * (bytes - sizesBytes[at]));
    }
    return hitRatios[at] + slope(at) * (bytes - sizesBytes[at]);
  }

  /** The smallest size expected to have this hit ratio; empty when none is. */
  public OptionalDouble bytesFor(double hitRatio) {
    for (int i = 0; i < sizesBytes.length; i++) {
      if (hitRatios[i] >= hitRatio) {
        boolean exact = i == 0 || shape == Shape.STEPS;
        return OptionalDouble.of(
            exact
                ? sizesBytes[i]
                : sizesBytes[i - 1] + (hitRatio - hitRatios[i - 1]) / slope(i - 1));
      }
    }
    int last = sizesBytes.length - 1;
    if (shape == Shape.STEPS || lastSlope() <= 0 || hitRatio > 1) {
      return OptionalDouble.empty();
    }
    return OptionalDouble.of(sizesBytes[last] + (hitRatio - hitRatios[last]) / lastSlope());
  }

  /** The size beyond which no more hits are expected. */
  public double usefulBytes() {
    double most = 0;
    for (double ratio : hitRatios) {
      most = StrictMath.max(most, ratio);
    }
    boolean goesOn = shape == Shape.LINEAR && lastSlope() > 0;
    double reached = goesOn ? 1 : most;
    return bytesFor(reached).orElse(sizesBytes[sizesBytes.length - 1]);
  }

  /** The sizes at which the curve bends or steps, without 0. */
  public double[] sizesBytes() {
    return Arrays.copyOfRange(sizesBytes, 1, sizesBytes.length);
  }

  private double slope(int piece) {
    return (hitRatios[piece + 1] - hitRatios[piece]) / (sizesBytes[piece + 1] - sizesBytes[piece]);
  }

  /** The slope of the last piece: "an estimate of the expected hit rate per unit cache size". */
  private double lastSlope() {
    int pieces = sizesBytes.length - 1;
    return pieces == 0 ? 0 : StrictMath.max(0, slope(pieces - 1));
  }
}
