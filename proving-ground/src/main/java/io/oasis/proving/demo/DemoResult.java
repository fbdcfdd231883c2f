package io.oasis.proving.demo;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What a demo measured; its JSON is a contract, to which fields may be added.
 *
 * @param totalRatio throughput of all, managed to unmanaged
 * @param bars what must hold, and whether it did
 */
record DemoResult(
    @JsonUnwrapped Device device,
    Phase unmanaged,
    Phase managed,
    double totalRatio,
    @JsonUnwrapped Rest rest,
    List<Enforcement> enforcement,
    @JsonUnwrapped End end,
    List<Bar> bars) {
  /**
   * What was shared.
   *
   * @param on whose device and limits they were
   * @param capacityIops what the device was built with
   * @param learnedCapacityIops what the manager found out, at the end of the managed phase
   * @param aloneIops what the shallowest application reached with the device for itself
   */
  record Device(
      On on,
      double capacityIops,
      String domain,
      Interval learnedCapacityIops,
      Optional<Double> aloneIops) {}

  /**
   * How the allocations came to rest.
   *
   * @param convergenceSeconds from the switch (or the last application that started or stopped)
   *     until every allocation stays within 5 % of its final mean; absent if it did not come to
   *     rest
   * @param reversals moves of more than 5 % against the direction of the last one
   * @param largestMove in the measured stretch of the managed phase, part of the mean allocation
   */
  record Rest(
      Optional<Double> convergenceSeconds,
      Optional<Long> convergenceIntervals,
      int reversals,
      double largestMove) {}

  /**
   * What was left.
   *
   * @param restarts of services that ended unasked
   * @param released whether every limit was gone after Oasis had stopped
   */
  record End(int restarts, boolean released) {}

  /** What the applications work on. */
  enum On {
    KERNEL,
    BRICK;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Absent where nothing is known. */
  record Interval(Optional<Double> lower, Optional<Double> upper) {}

  /** One phase; {@code jain} is over the rates, {@code jainOfFairShare} over rate / fair share. */
  record Phase(List<App> apps, double totalIops, double jain, double jainOfFairShare) {}

  /** An application in one phase. */
  record App(
      String name,
      int depth,
      double iops,
      double meanLatencyMs,
      double p99LatencyMs,
      double fairShareIops,
      double ofFairShare) {}

  /**
   * A limit and what came of it in the measured stretch of the managed phase.
   *
   * @param setting mean limit, IOPS; absent: it was not limited
   * @param achieved rate, IOPS
   * @param state what the adapter says of it
   */
  record Enforcement(
      String app,
      Optional<Double> setting,
      double achieved,
      Optional<Double> ratio,
      String state) {}

  /**
   * @param value what was measured; absent if it could not be
   * @param bar in words
   */
  record Bar(String name, Optional<Double> value, String bar, boolean met) {}

  boolean allMet() {
    return bars.stream().allMatch(Bar::met);
  }
}
