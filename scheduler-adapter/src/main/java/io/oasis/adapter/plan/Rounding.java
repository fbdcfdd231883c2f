package io.oasis.adapter.plan;

import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.Grain;
import io.oasis.protocol.Iops;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Moves a limit to what a target can hold.
 *
 * <p>Law: up to the next step, never down, because who is limited must not have less than was
 * decided, and at least the target's least, because who could not be limited would be free. An
 * operator's cap holds all the same: what would be above it goes down to the step below it, or to
 * the least when there is none. A limit is never below the reserve.
 *
 * <p>Worked, steps of 1,000: 639 becomes 1,000 and 1,200 becomes 2,000; under a cap of 1,500, 1,200
 * becomes 1,000; under a cap of 700, 639 becomes 1,000, which is said. With steps of 1 MiB/s too
 * and I/Os of 4 KiB, 639 operations are 2.5 steps: three of them, 768 operations.
 */
final class Rounding {
  /** Part of a step that is no reason for another one: what was measured is not that exact. */
  private static final double EXACT = 0.01;

  /** Part of a limit by which what is held may differ unsaid: less than demand varies by. */
  private static final double UNSAID = 0.05;

  /**
   * What is held.
   *
   * @param iops 0 for none
   * @param bytes 0 for none
   * @param allows in the units asked for
   */
  record Rounded(long iops, long bytes, RateBound allows, String shortfall) {}

  private final Setting setting;
  private final Grain grain;
  private final double meanBytes;
  private final List<String> shortfalls = new ArrayList<>();

  private Rounding(Setting setting, Grain grain, double meanBytes) {
    this.setting = setting;
    this.grain = grain;
    this.meanBytes = meanBytes;
  }

  /**
   * @param setting with a limit
   * @param meanBytes of the queue's I/Os, 0 where it is not known
   */
  static Rounded of(Setting setting, Grain grain, double meanBytes) {
    return new Rounding(setting, grain, meanBytes).rounded();
  }

  /** What is asked of a target that holds whole numbers: no less than the reserve and its least. */
  static RateBound raised(Setting setting, Grain grain) {
    Rounding of = new Rounding(setting, grain, 0);
    RateBound limit = setting.limit().orElseThrow();
    return new RateBound(
        limit
            .iops()
            .map(rate -> new Iops(Math.max(grain.leastIops(), of.withReserve(rate.perSecond())))),
        limit
            .bytesPerSecond()
            .map(
                rate ->
                    new BytesPerSecond(
                        Math.max(grain.leastBytes(), of.withByteReserve(rate.perSecond())))));
  }

  private Rounded rounded() {
    RateBound limit = setting.limit().orElseThrow();
    Optional<Double> asked = limit.iops().map(Iops::perSecond).map(this::withReserve);
    Optional<Double> askedBytes =
        limit.bytesPerSecond().map(BytesPerSecond::perSecond).map(this::withByteReserve);
    double cap = iops(setting.cap()).orElse(Double.MAX_VALUE);
    double byteCap = bytes(setting.cap()).orElse(Double.MAX_VALUE);
    long bytes =
        askedBytes
            .map(rate -> held(rate, byteCap, grain.stepBytes(), grain.leastBytes()))
            .orElse(0L);
    long iops = asked.map(rate -> held(rate, cap, grain.stepIops(), grain.leastIops())).orElse(0L);
    double allows = iops;
    if (asked.isPresent() && bytes == 0 && grain.operationsByBytes() && meanBytes > 0) {
      long byBytes =
          held(
              asked.get() * meanBytes,
              Math.min(cap * meanBytes, byteCap),
              grain.stepBytes(),
              grain.leastBytes());
      if (isBetter(byBytes / meanBytes, iops, asked.get(), cap)) {
        bytes = byBytes;
        allows = byBytes / meanBytes;
        iops = guard(iops, allows, cap);
      }
    }
    double passing = allows;
    long passingBytes = bytes;
    asked.ifPresent(rate -> say(rate, passing, cap, "IOPS"));
    askedBytes.ifPresent(rate -> say(rate, passingBytes, byteCap, "bytes/s"));
    return new Rounded(
        iops,
        bytes,
        new RateBound(
            asked.map(_ -> new Iops(passing)),
            askedBytes.map(_ -> new BytesPerSecond(passingBytes))),
        String.join("; ", shortfalls));
  }

  /** A limit below the reserve is not heard. */
  private double withReserve(double asked) {
    return Math.max(asked, iops(setting.reserve()).orElse(0.0));
  }

  private double withByteReserve(double asked) {
    return Math.max(asked, bytes(setting.reserve()).orElse(0.0));
  }

  private Optional<Double> iops(Optional<RateBound> bound) {
    Optional<Double> given = bound.flatMap(RateBound::iops).map(Iops::perSecond);
    Optional<Double> byBytes =
        bound
            .flatMap(RateBound::bytesPerSecond)
            .filter(_ -> meanBytes > 0)
            .map(rate -> rate.perSecond() / meanBytes);
    return given.isPresent() && byBytes.isPresent()
        ? Optional.of(Math.min(given.get(), byBytes.get()))
        : given.or(() -> byBytes);
  }

  private Optional<Double> bytes(Optional<RateBound> bound) {
    Optional<Double> given =
        bound.flatMap(RateBound::bytesPerSecond).map(BytesPerSecond::perSecond);
    Optional<Double> byIops =
        bound
            .flatMap(RateBound::iops)
            .filter(_ -> meanBytes > 0)
            .map(rate -> rate.perSecond() * meanBytes);
    return given.isPresent() && byIops.isPresent()
        ? Optional.of(Math.min(given.get(), byIops.get()))
        : given.or(() -> byIops);
  }

  private static long held(double asked, double cap, long step, long least) {
    double steps = Math.min(asked / step, Long.MAX_VALUE / 4.0 / step);
    long up = (long) Math.ceil(steps - EXACT * Math.min(1, steps)) * step;
    long lowest = (least + step - 1) / step * step;
    long below = (long) Math.min(cap / step, Long.MAX_VALUE / 4.0 / step) * step;
    return Math.max(lowest, up <= cap ? up : Math.min(up, below));
  }

  /** Within the cap, then not below what was asked, then near it. */
  private static boolean isBetter(double one, double other, double asked, double cap) {
    if (one <= cap != other <= cap) {
      return one <= cap;
    }
    boolean isEnough = one >= asked * (1 - EXACT);
    boolean isOtherEnough = other >= asked * (1 - EXACT);
    if (isEnough != isOtherEnough) {
      return isEnough;
    }
    return Math.abs(one - asked) < Math.abs(other - asked);
  }

  /**
   * The limit in operations beside one in bytes, for the moment in which they become smaller: the
   * step that holds the cap, or none where that would be the tighter one.
   */
  private long guard(long iops, double allows, double cap) {
    long next = (long) Math.ceil(Math.max(iops, allows) / grain.stepIops()) * grain.stepIops();
    return next <= cap ? next : iops >= allows && iops <= cap ? iops : 0;
  }

  private void say(double asked, double held, double cap, String unit) {
    if (held > cap) {
      shortfalls.add(
          String.format(
              Locale.ROOT,
              "the operator's cap of %.0f %s cannot be held: the least here is %.0f",
              cap,
              unit,
              held));
    } else if (held < asked * (1 - UNSAID)) {
      shortfalls.add(
          String.format(
              Locale.ROOT,
              "limit of %.0f %s is held at %.0f: the next step would be above the operator's cap of"
                  + " %.0f",
              asked,
              unit,
              held,
              cap));
    } else if (held > asked * (1 + UNSAID)) {
      shortfalls.add(
          String.format(
              Locale.ROOT,
              "limit of %.0f %s is held at %.0f, the next that can be held here",
              asked,
              unit,
              held));
    }
  }
}
