package io.oasis.adapter.plan;

import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;

/**
 * What a target holds for a limit.
 *
 * @param grainIops it lets whole multiples of this many operations per second pass, and forgets the
 *     rest of a limit
 * @param steps it holds whole multiples of these
 * @param leastRaise a limit that grows by less than this part is left as it is, because a write
 *     itself lets something pass
 */
public record Form(Shape shape, int grainIops, Steps steps, double leastRaise) {
  /** The kernel's throttle lets whole operations pass in slices of 100 ms; see {@link Split}. */
  private static final int KERNEL_GRAIN_IOPS = 10;

  /** Limits reads and writes apart, to the operation. */
  public static final Form OF_DIRECTIONS = new Form(Shape.EACH_DIRECTION, 1, Steps.WHOLE, 0);

  public static final Form OF_KERNEL =
      new Form(Shape.EACH_DIRECTION, KERNEL_GRAIN_IOPS, Steps.WHOLE, 0);

  /** What a scheduler holds for a limit over reads and writes. */
  enum Shape {
    EACH_DIRECTION,
    BOTH_TOGETHER,
    /** Both together, and reserve and weight. */
    ARBITER,
    WEIGHT
  }

  /** Limits reads and writes together. */
  public static Form ofBoth(Steps steps, double leastRaise) {
    return new Form(Shape.BOTH_TOGETHER, 1, steps, leastRaise);
  }

  /** Limits both together and arbitrates by reserve and weight. */
  public static Form ofArbiter(Steps steps) {
    return new Form(Shape.ARBITER, 1, steps, 0);
  }

  /** Divides a device by whole multiples of a weight. */
  public static Form ofWeights(long step) {
    return new Form(Shape.WEIGHT, 1, new Steps(step, step), 0);
  }

  /** What the target shall hold for a setting with a limit. */
  Split.Result split(Setting setting, ReadWriteRatio mix) {
    RateBound limit = setting.limit().orElseThrow();
    return switch (shape) {
      case EACH_DIRECTION -> Split.of(limit, setting.readShare(), grainIops, mix);
      case BOTH_TOGETHER -> Split.ofBoth(limit, steps);
      case ARBITER -> Split.ofArbiter(limit, setting.reserve(), setting.weight(), steps);
      case WEIGHT -> Split.ofWeight(limit, steps.iops());
    };
  }
}
