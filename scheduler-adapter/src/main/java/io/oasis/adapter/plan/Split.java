package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.RateBound;
import java.util.Optional;

/**
 * Divides a limit over reads and writes together into one limit for each direction.
 *
 * <p>The kernel's throttle lets whole operations go in slices of 100 ms and forgets the rest of a
 * slice: a limit of 250 lets 250 pass, one of 249 lets 240, 93 lets 90, 15 lets 10. It forgets no
 * bytes (measured on kernel 6.18, direct 4 KiB reads: 15 operations' worth of bytes lets 14.8 pass,
 * 249's lets 249). So while a queue's I/Os are of one size, a limit in operations is held as bytes,
 * and the next number of operations that passes whole stands beside it, for the second in which
 * they become smaller.
 */
public final class Split {
  /** A direction that has less than this part of what passes is not in use. */
  static final double UNUSED = 0.02;

  /**
   * A direction that is not in use may begin with this part of the whole limit, which stays with
   * the other one: who only read begins to write at once. What passes beyond the limit before that
   * is seen is taken back.
   */
  private static final double TO_BEGIN_WITH = 0.5;

  /**
   * Part of the quieter direction by which either may run ahead: the busier one's bursts are those
   * moments in which the quieter one pauses, so it needs room only where that one has some.
   */
  private static final double LENT_TO_BOTH = 0.15;

  /** The smallest limit: one I/O per second in each direction. */
  public static final long MIN_IOPS = Target.LEAST_IOPS;

  /** The smallest limit in bytes: one page per second in each direction. */
  public static final long MIN_BYTES = Target.LEAST_BYTES;

  /** What a brick counts as one operation at most. */
  private static final double RUN_BYTES = 32 << 10;

  /** What a weight of 1 stands for; the largest weight is 10,000. */
  static final long IOPS_PER_WEIGHT = 10;

  static final long BYTES_PER_WEIGHT = IOPS_PER_WEIGHT * 4_096;

  /** The largest weight that the kernel takes for {@code io.weight}. */
  private static final long MAX_WEIGHT = 10_000;

  /** Beyond this the kernel's 32-bit IOPS limits mean "none". */
  private static final long MAX_IOPS = 4_294_967_294L;

  /** Per second, beyond any device; a quarter of a long, which no sum of parts exceeds. */
  private static final long MAX_BYTES = Long.MAX_VALUE / 4;

  private Split() {}

  /**
   * Divides by a share of reads alone.
   *
   * @param readShare part of the queue's cost that is reads, 0 to 1
   * @param grainIops the target lets whole multiples of this pass
   */
  public static Throttle of(RateBound limit, double readShare, int grainIops) {
    return of(limit, readShare, grainIops, new ReadWriteRatio());
  }

  /**
   * Whole numbers whose sum is at most the limit and what {@link ReadWriteRatio} lends, or the
   * limit and half of it where only one direction is used, and at least the smallest limit.
   *
   * @param readShare part of the queue's cost that is reads, 0 to 1, while the ratio has seen none
   * @param ratio what passed so far
   */
  static Throttle of(RateBound limit, double readShare, int grainIops, ReadWriteRatio ratio) {
    double iops = limit.iops().map(rate -> rate.perSecond()).orElse(0.0);
    double bytes = limit.bytesPerSecond().map(rate -> rate.perSecond()).orElse(0.0);
    Parts operations =
        parts(
            limit.iops().isPresent(),
            Math.min(iops, MAX_IOPS),
            readShare,
            ratio.operations,
            MIN_IOPS);
    Parts volume =
        parts(
            limit.bytesPerSecond().isPresent(),
            Math.min(bytes, MAX_BYTES),
            readShare,
            ratio.bytes,
            MIN_BYTES);
    if (grainIops > 1 && bytes == 0) {
      volume = new Parts(ratio.reads.of(operations.reads), ratio.writes.of(operations.writes));
      operations =
          new Parts(
              inGrains(operations.reads, volume.reads, iops, grainIops),
              inGrains(operations.writes, volume.writes, iops, grainIops));
    }
    return Throttle.ofEach(operations.reads, operations.writes, volume.reads, volume.writes);
  }

  /**
   * What a target that arbitrates holds beside a limit: a reserve is never above the limit, and one
   * in bytes is counted in runs, the largest I/Os that count as one operation.
   */
  static Throttle ofArbiter(Throttle limit, Optional<RateBound> reserve, Optional<Double> weight) {
    long most = limit.get(Throttle.Part.IOPS) == 0 ? MAX_IOPS : limit.get(Throttle.Part.IOPS);
    long least = reserve.map(Split::runs).orElse(0L);
    long share = StrictMath.round(weight.orElse(1.0) * Throttle.STANDARD_SHARE);
    return limit
        .with(Throttle.Part.RESERVE, Math.min(least, most))
        .with(Throttle.Part.SHARE, share == Throttle.STANDARD_SHARE ? 0 : share);
  }

  private static long runs(RateBound reserve) {
    double iops = reserve.iops().map(rate -> rate.perSecond()).orElse(0.0);
    double bytes = reserve.bytesPerSecond().map(rate -> rate.perSecond()).orElse(0.0);
    return (long) (reserve.iops().isPresent() ? iops : bytes / RUN_BYTES);
  }

  /**
   * For a target that divides a device by weights: in proportion to the limits, up to 100,000 IOPS;
   * what is larger has the largest weight.
   *
   * @param step weights are multiples of this
   */
  static Throttle ofWeight(RateBound limit, long step) {
    double weight =
        limit.iops().isPresent()
            ? limit.iops().get().perSecond() / IOPS_PER_WEIGHT
            : limit.bytesPerSecond().orElseThrow().perSecond() / BYTES_PER_WEIGHT;
    long whole = (long) Math.min(weight, MAX_WEIGHT) / step * step;
    return Throttle.ofWeight(Math.clamp(whole, step, MAX_WEIGHT));
  }

  private record Parts(long reads, long writes) {}

  private static Parts parts(
      boolean isLimited, double limit, double given, ReadWriteRatio.Unit ratio, long leastOfBoth) {
    if (!isLimited) {
      return new Parts(0, 0);
    }
    long least = leastOfBoth / 2;
    long whole = Math.max(leastOfBoth, (long) (Math.floor(limit) - ratio.payback()));
    double readShare = ratio.readShare(given);
    double quieter = Math.min(readShare, 1 - readShare);
    if (quieter < UNUSED) {
      long begins = Math.max(least, (long) (whole * TO_BEGIN_WITH));
      return readShare < 0.5 ? new Parts(begins, whole) : new Parts(whole, begins);
    }
    long quiet = Math.max(least, (long) (whole * quieter));
    long loud = whole - quiet;
    long lent = (long) ratio.surplus(quiet);
    long toBoth = Math.min(lent, (long) (LENT_TO_BOTH * quiet));
    quiet = Math.max(quiet + toBoth, Math.min(quiet + lent, loud));
    loud += toBoth;
    return readShare < 0.5 ? new Parts(quiet, loud) : new Parts(loud, quiet);
  }

  /**
   * Up to the next number that passes whole, where bytes hold the limit, or for the busier
   * direction when the limit allows it: the rest is lent.
   */
  private static long inGrains(long part, long bytes, double limit, int grain) {
    long up = (part + grain - 1) / grain * grain;
    return bytes > 0 || (part > limit / 2 && up <= limit) ? up : part;
  }
}
