package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.Grain;
import io.oasis.protocol.Iops;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import java.util.Optional;

/**
 * What a target holds for a limit.
 *
 * @param sliceIops it lets whole multiples of this many operations per second pass, and forgets the
 *     rest of a limit
 * @param grain how fine its limits are, and what a change costs
 */
public record Form(Shape shape, int sliceIops, Grain grain) {
  /** The kernel's throttle lets whole operations pass in slices of 100 ms; see {@link Split}. */
  private static final int KERNEL_SLICE_IOPS = 10;

  /** One I/O, or one page, per second in each direction; its limits change at no cost. */
  private static final Grain OF_EACH = Grain.from(Split.MIN_IOPS, Split.MIN_BYTES);

  /** Limits reads and writes apart, to the operation. */
  public static final Form OF_DIRECTIONS = new Form(Shape.EACH_DIRECTION, 1, OF_EACH);

  public static final Form OF_KERNEL = new Form(Shape.EACH_DIRECTION, KERNEL_SLICE_IOPS, OF_EACH);

  /** Where a write lets something pass, a limit that differs by less than this part stands. */
  private static final double LEAST_CHANGE = 0.05;

  /** What a scheduler holds for a limit over reads and writes. */
  enum Shape {
    EACH_DIRECTION,
    BOTH_TOGETHER,
    /** Both together, and reserve and weight. */
    ARBITER,
    WEIGHT
  }

  /** As the kernel does, at another cost. */
  public static Form ofKernel(Grain grain) {
    return new Form(Shape.EACH_DIRECTION, KERNEL_SLICE_IOPS, grain);
  }

  /** Limits reads and writes together. */
  public static Form ofBoth(Grain grain) {
    return new Form(Shape.BOTH_TOGETHER, 1, grain);
  }

  /** Limits both together and arbitrates by reserve and weight. */
  public static Form ofArbiter(Grain grain) {
    return new Form(Shape.ARBITER, 1, grain);
  }

  /** Divides a device by whole multiples of a weight. */
  public static Form ofWeights(long step) {
    long iops = step * Split.IOPS_PER_WEIGHT;
    long bytes = step * Split.BYTES_PER_WEIGHT;
    return new Form(Shape.WEIGHT, 1, new Grain(iops, bytes, iops, bytes, false, Grain.Change.FREE));
  }

  /**
   * What the target shall hold for a setting with a limit.
   *
   * @param meanBytes of the queue's I/Os, 0 where it is not known
   */
  Fit fit(Setting setting, ReadWriteRatio ratio, double meanBytes) {
    RateBound limit = setting.limit().orElseThrow();
    Rounding.Rounded rounded = Rounding.of(setting, grain, meanBytes);
    Throttle both = Throttle.ofBoth(rounded.iops(), rounded.bytes());
    return switch (shape) {
      case EACH_DIRECTION -> {
        RateBound raised = Rounding.raised(setting, grain);
        yield new Fit(
            Split.of(raised, setting.readShare(), sliceIops, ratio), raised, rounded.shortfall());
      }
      case BOTH_TOGETHER -> new Fit(both, rounded.allows(), rounded.shortfall());
      case ARBITER ->
          new Fit(
              Split.ofArbiter(both, setting.reserve(), setting.weight()),
              rounded.allows(),
              rounded.shortfall());
      case WEIGHT ->
          new Fit(Split.ofWeight(limit, grain.stepIops() / Split.IOPS_PER_WEIGHT), limit, "");
    };
  }

  /** Not where each write lets something pass, and what is in force is as good. */
  boolean isWorthWriting(Throttle next, Throttle inForce, Setting setting) {
    if (grain.change().passesSeconds() == 0) {
      return true;
    }
    for (Throttle.Part part : Throttle.Part.values()) {
      double now = inForce.get(part);
      boolean isNear = Math.abs(next.get(part) - now) <= LEAST_CHANGE * now;
      if (!isNear || !isWithinRails(part, now, setting)) {
        return true;
      }
    }
    return false;
  }

  private static boolean isWithinRails(Throttle.Part part, double rate, Setting setting) {
    return rate == 0
        || rate <= rail(part, setting.cap()).orElse(Double.MAX_VALUE)
            && rate >= rail(part, setting.reserve()).orElse(0.0);
  }

  private static Optional<Double> rail(Throttle.Part part, Optional<RateBound> rail) {
    return switch (part) {
      case IOPS -> rail.flatMap(RateBound::iops).map(Iops::perSecond);
      case BYTES -> rail.flatMap(RateBound::bytesPerSecond).map(BytesPerSecond::perSecond);
      case READ_IOPS, WRITE_IOPS, READ_BYTES, WRITE_BYTES, WEIGHT, SHARE, RESERVE, SETTING ->
          Optional.empty();
    };
  }
}
