package io.oasis.adapter.plan;

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
  /** The quieter direction's part, so that a stray write does not stop a reader for seconds. */
  static final double FLOOR = 0.02;

  /**
   * Part of the quieter direction by which either may run ahead: the busier one's bursts are those
   * moments in which the quieter one pauses, so it needs room only where that one has some.
   */
  private static final double LENT_TO_BOTH = 0.15;

  /** The smallest limit: one I/O per second in each direction. */
  public static final long MIN_IOPS = 2;

  /** The smallest limit in bytes: one page per second in each direction. */
  public static final long MIN_BYTES = 2 * 4_096;

  /** What a brick counts as one operation at most. */
  private static final double RUN_BYTES = 32 << 10;

  /** What a weight of 1 stands for; the largest weight is 10,000. */
  static final long IOPS_PER_WEIGHT = 10;

  private static final long BYTES_PER_WEIGHT = IOPS_PER_WEIGHT * 4_096;
  private static final long MAX_WEIGHT = 10_000;

  /** Beyond this the kernel's 32-bit IOPS limits mean "none". */
  private static final long MAX_IOPS = 4_294_967_294L;

  private static final long MAX_BYTES = Long.MAX_VALUE / 4;

  /** What became of a limit. */
  public sealed interface Result {
    /** Whole numbers whose sum is at most the limit and what {@link ReadWriteRatio} lends. */
    record Parts(Throttle throttle) implements Result {}

    /** Cannot be held, and why. */
    record Refused(String cause) implements Result {}
  }

  private Split() {}

  /**
   * Divides by a share of reads alone.
   *
   * @param readShare part of the queue's cost that is reads, 0 to 1
   * @param grainIops the target lets whole multiples of this pass
   */
  public static Result of(RateBound limit, double readShare, int grainIops) {
    return of(limit, readShare, grainIops, new ReadWriteRatio());
  }

  /**
   * @param readShare part of the queue's cost that is reads, 0 to 1, while the mix has seen none
   * @param mix what passed so far
   */
  static Result of(RateBound limit, double readShare, int grainIops, ReadWriteRatio mix) {
    double iops = limit.iops().map(rate -> rate.perSecond()).orElse(0.0);
    double bytes = limit.bytesPerSecond().map(rate -> rate.perSecond()).orElse(0.0);
    if (limit.iops().isPresent() && iops < MIN_IOPS) {
      return new Result.Refused(
          "limit of %s IOPS is under the target's minimum of %d".formatted(iops, MIN_IOPS));
    }
    if (limit.bytesPerSecond().isPresent() && bytes < MIN_BYTES) {
      return new Result.Refused(
          "limit of %s bytes/s is under the target's minimum of %d".formatted(bytes, MIN_BYTES));
    }
    Parts operations =
        parts((long) Math.min(iops, MAX_IOPS), readShare, mix.operations, MIN_IOPS / 2);
    Parts volume = parts((long) Math.min(bytes, MAX_BYTES), readShare, mix.bytes, MIN_BYTES / 2);
    if (grainIops > 1 && bytes == 0) {
      volume = new Parts(mix.reads.of(operations.reads), mix.writes.of(operations.writes));
      operations =
          new Parts(
              inGrains(operations.reads, volume.reads, iops, grainIops),
              inGrains(operations.writes, volume.writes, iops, grainIops));
    }
    return new Result.Parts(
        Throttle.ofEach(operations.reads, operations.writes, volume.reads, volume.writes));
  }

  /** For a target that limits both directions together. */
  public static Result ofBoth(RateBound limit, Steps steps) {
    return switch (of(limit, 1, 1)) {
      case Result.Refused refused -> refused;
      case Result.Parts(Throttle parts) ->
          inSteps(
              parts.get(Throttle.Part.READ_IOPS) + parts.get(Throttle.Part.WRITE_IOPS),
              parts.get(Throttle.Part.READ_BYTES) + parts.get(Throttle.Part.WRITE_BYTES),
              steps);
    };
  }

  /**
   * For a target that besides arbitrates: a reserve is never above the limit, and one in bytes is
   * counted in runs, the largest I/Os that count as one operation.
   */
  static Result ofArbiter(
      RateBound limit, Optional<RateBound> reserve, Optional<Double> weight, Steps steps) {
    return switch (ofBoth(limit, steps)) {
      case Result.Refused refused -> refused;
      case Result.Parts(Throttle held) -> {
        long most = held.get(Throttle.Part.IOPS) == 0 ? MAX_IOPS : held.get(Throttle.Part.IOPS);
        long least = reserve.map(Split::runs).orElse(0L);
        long share = StrictMath.round(weight.orElse(1.0) * Throttle.STANDARD_SHARE);
        yield new Result.Parts(
            held.with(Throttle.Part.RESERVE, Math.min(least, most))
                .with(Throttle.Part.SHARE, share == Throttle.STANDARD_SHARE ? 0 : share));
      }
    };
  }

  private static long runs(RateBound reserve) {
    double iops = reserve.iops().map(rate -> rate.perSecond()).orElse(0.0);
    double bytes = reserve.bytesPerSecond().map(rate -> rate.perSecond()).orElse(0.0);
    return (long) (reserve.iops().isPresent() ? iops : bytes / RUN_BYTES);
  }

  private static Result inSteps(long iops, long bytes, Steps steps) {
    Throttle held = Throttle.ofBoth(iops - iops % steps.iops(), bytes - bytes % steps.bytes());
    if (iops != 0 && held.get(Throttle.Part.IOPS) == 0) {
      return new Result.Refused(
          "limit of %d IOPS is under the target's step of %d".formatted(iops, steps.iops()));
    }
    if (bytes != 0 && held.get(Throttle.Part.BYTES) == 0) {
      return new Result.Refused(
          "limit of %d bytes/s is under the target's step of %d".formatted(bytes, steps.bytes()));
    }
    return new Result.Parts(held);
  }

  /**
   * For a target that divides a device by weights: in proportion to the limits, up to 100,000 IOPS;
   * what is larger has the largest weight.
   *
   * @param step weights are multiples of this
   */
  static Result ofWeight(RateBound limit, long step) {
    return switch (of(limit, 1, 1)) {
      case Result.Refused refused -> refused;
      case Result.Parts(Throttle parts) -> {
        long iops =
            (parts.get(Throttle.Part.READ_IOPS) + parts.get(Throttle.Part.WRITE_IOPS))
                / IOPS_PER_WEIGHT;
        long bytes =
            (parts.get(Throttle.Part.READ_BYTES) + parts.get(Throttle.Part.WRITE_BYTES))
                / BYTES_PER_WEIGHT;
        long weight = limit.iops().isPresent() ? iops : bytes;
        yield new Result.Parts(
            Throttle.ofWeight(Math.clamp(weight / step * step, step, MAX_WEIGHT)));
      }
    };
  }

  private record Parts(long reads, long writes) {}

  private static Parts parts(long limit, double given, ReadWriteRatio.Unit mix, long least) {
    if (limit == 0) {
      return new Parts(0, 0);
    }
    long whole = Math.max(2 * least, (long) (limit - mix.payback()));
    double readShare = mix.readShare(given);
    double quieter = Math.max(FLOOR, Math.min(readShare, 1 - readShare));
    long quiet = Math.max(least, (long) (whole * quieter));
    long loud = whole - quiet;
    long lent = (long) mix.surplus(quiet);
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
