package io.oasis.adapter.plan;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import java.time.Duration;

/**
 * How an adapter's core works.
 *
 * @param target the kind of scheduler it drives
 * @param shape what it holds for a limit
 * @param grainIops it lets whole multiples of this many operations per second pass, and forgets the
 *     rest of a limit
 * @param steps it holds whole multiples of these
 * @param leastRaise a limit that grows by less than this part is left as it is, because a write
 *     itself lets something pass
 * @param lease the longest a limit stays without word from the manager
 * @param repeat how often an outcome in force is told again
 * @param status how often each domain's heartbeat is sent
 */
public record AdapterConfig(
    AdapterId adapter,
    String target,
    Shape shape,
    int grainIops,
    Steps steps,
    double leastRaise,
    Duration lease,
    Duration repeat,
    Duration status) {
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

  /** With the times that the protocol's documentation promises. */
  public static AdapterConfig of(AdapterId adapter, String target, Duration lease) {
    return new AdapterConfig(
        adapter,
        target,
        Shape.EACH_DIRECTION,
        1,
        Steps.WHOLE,
        0,
        lease,
        Duration.ofSeconds(5),
        Duration.ofSeconds(1));
  }

  /** The same, for a target that limits reads and writes together. */
  public AdapterConfig forBoth(Steps steps) {
    return new AdapterConfig(
        adapter, target, Shape.BOTH_TOGETHER, grainIops, steps, leastRaise, lease, repeat, status);
  }

  /** The same, for a target that limits both together and arbitrates by reserve and weight. */
  public AdapterConfig forArbiter(Steps steps) {
    return new AdapterConfig(
        adapter, target, Shape.ARBITER, grainIops, steps, leastRaise, lease, repeat, status);
  }

  /** The same, for a target that lets operations pass in slices of time. */
  public AdapterConfig withGrain(int iops) {
    return new AdapterConfig(
        adapter, target, shape, iops, steps, leastRaise, lease, repeat, status);
  }

  /** The same, for a target whose writes let something pass. */
  public AdapterConfig withLeastRaise(double part) {
    return new AdapterConfig(adapter, target, shape, grainIops, steps, part, lease, repeat, status);
  }

  /**
   * The same, for a target that divides a device by weights.
   *
   * @param step of these
   */
  public AdapterConfig forWeights(long step) {
    Steps ofWeight = new Steps(step, step);
    return new AdapterConfig(
        adapter, target, Shape.WEIGHT, grainIops, ofWeight, leastRaise, lease, repeat, status);
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
