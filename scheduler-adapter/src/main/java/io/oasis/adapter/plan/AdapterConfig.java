package io.oasis.adapter.plan;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import java.time.Duration;

/**
 * How an adapter's core works.
 *
 * @param target the kind of scheduler it drives
 * @param placement where what it holds back waits
 * @param shape what it holds for a limit
 * @param grainIops it lets whole multiples of this many operations per second pass, and forgets the
 *     rest of a limit
 * @param steps it holds whole multiples of these
 * @param leastRaise a limit that grows by less than this part is left as it is, because a write
 *     itself lets something pass
 * @param lease the longest a limit stays without word from the manager
 */
public record AdapterConfig(
    AdapterId adapter,
    String target,
    Placement placement,
    Shape shape,
    int grainIops,
    Steps steps,
    double leastRaise,
    Duration lease) {
  /** How often an outcome in force is told again, and its limit examined. */
  static final Duration REPEAT = Duration.ofSeconds(5);

  /** How often each domain's heartbeat is sent. */
  static final Duration STATUS = Duration.ofSeconds(1);

  /** The kernel's throttle lets whole operations pass in slices of 100 ms; see {@link Split}. */
  public static final int KERNEL_GRAIN_IOPS = 10;

  /** What a scheduler holds for a limit over reads and writes. */
  public enum Shape {
    EACH_DIRECTION,
    BOTH_TOGETHER,
    /** Both together, and reserve and weight. */
    ARBITER,
    WEIGHT
  }

  public static AdapterConfig of(
      AdapterId adapter, String target, Placement placement, Duration lease) {
    return new AdapterConfig(
        adapter, target, placement, Shape.EACH_DIRECTION, 1, Steps.WHOLE, 0, lease);
  }

  /** The same, for a target that limits reads and writes together. */
  public AdapterConfig forBoth(Steps steps) {
    return new AdapterConfig(
        adapter, target, placement, Shape.BOTH_TOGETHER, grainIops, steps, leastRaise, lease);
  }

  /** The same, for a target that limits both together and arbitrates by reserve and weight. */
  public AdapterConfig forArbiter(Steps steps) {
    return new AdapterConfig(
        adapter, target, placement, Shape.ARBITER, grainIops, steps, leastRaise, lease);
  }

  /** The same, for a target that lets operations pass in slices of time. */
  public AdapterConfig withGrain(int iops) {
    return new AdapterConfig(adapter, target, placement, shape, iops, steps, leastRaise, lease);
  }

  /** The same, for a target whose writes let something pass. */
  public AdapterConfig withLeastRaise(double part) {
    return new AdapterConfig(adapter, target, placement, shape, grainIops, steps, part, lease);
  }

  /**
   * The same, for a target that divides a device by weights.
   *
   * @param step of these
   */
  public AdapterConfig forWeights(long step) {
    Steps ofWeight = new Steps(step, step);
    return new AdapterConfig(
        adapter, target, placement, Shape.WEIGHT, grainIops, ofWeight, leastRaise, lease);
  }

  /** What the target shall hold for a setting with a limit. */
  Split.Result split(Setting setting, Mix mix) {
    RateBound limit = setting.limit().orElseThrow();
    return switch (shape) {
      case EACH_DIRECTION -> Split.of(limit, setting.readShare(), grainIops, mix);
      case BOTH_TOGETHER -> Split.ofBoth(limit, steps);
      case ARBITER -> Split.ofArbiter(limit, setting.reserve(), setting.weight(), steps);
      case WEIGHT -> Split.ofWeight(limit, steps.iops());
    };
  }
}
