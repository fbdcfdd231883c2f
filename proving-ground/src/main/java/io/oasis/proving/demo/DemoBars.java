package io.oasis.proving.demo;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a demo has to show. */
final class DemoBars {
  /** Unmanaged, the deepest application takes at least so many times the shallowest one's rate. */
  private static final double TAKES = 4;

  /** That bar only speaks of depths so far apart. */
  private static final int FAR_APART = 8;

  /** Managed, each application has at least this part of its fair share. */
  private static final double OF_FAIR_SHARE = 0.9;

  /** Managed throughput of all, to unmanaged. */
  private static final double OF_THROUGHPUT = 0.95;

  private static final double ENFORCED_LEAST = 0.95;
  private static final double ENFORCED_MOST = 1.05;

  private DemoBars() {}

  static List<DemoResult.Bar> of(
      DemoPlan plan,
      DemoResult.Phase unmanaged,
      DemoResult.Phase managed,
      double totalRatio,
      Optional<Long> intervals,
      List<DemoResult.Enforcement> enforcement,
      boolean released) {
    List<DemoResult.Bar> bars = new ArrayList<>();
    takes(unmanaged).ifPresent(bars::add);
    double least = managed.apps().stream().mapToDouble(DemoResult.App::ofFairShare).min().orElse(0);
    bars.add(atLeast("least part of its fair share, managed", Optional.of(least), OF_FAIR_SHARE));
    boolean sameApplications = plan.lastEventSeconds() == 0;
    if (sameApplications) {
      bars.add(atLeast("throughput, managed to unmanaged", Optional.of(totalRatio), OF_THROUGHPUT));
    }
    Optional<Double> converged = intervals.map(Long::doubleValue);
    bars.add(
        new DemoResult.Bar(
            "intervals to converge",
            converged,
            "at most " + DemoPlan.SETTLE_INTERVALS,
            converged.filter(n -> n <= DemoPlan.SETTLE_INTERVALS).isPresent()));
    for (DemoResult.Enforcement e : enforcement) {
      // A limit above what the application asks for holds nothing back: it is no bar's matter.
      e.ratio()
          .filter(ratio -> ratio > ENFORCED_MOST)
          .ifPresent(
              ratio ->
                  bars.add(
                      new DemoResult.Bar(
                          e.app() + ", achieved to setting",
                          e.ratio(),
                          String.format(Locale.ROOT, "%.2f to %.2f", ENFORCED_LEAST, ENFORCED_MOST),
                          false)));
    }
    bars.add(
        new DemoResult.Bar("limits gone at the end", Optional.empty(), "all of them", released));
    return List.copyOf(bars);
  }

  private static Optional<DemoResult.Bar> takes(DemoResult.Phase unmanaged) {
    Comparator<DemoResult.App> byDepth = Comparator.comparingInt(DemoResult.App::depth);
    Optional<DemoResult.App> deepest = unmanaged.apps().stream().max(byDepth);
    Optional<DemoResult.App> shallowest = unmanaged.apps().stream().min(byDepth);
    if (deepest.isEmpty()
        || shallowest.isEmpty()
        || deepest.get().depth() < FAR_APART * shallowest.get().depth()) {
      return Optional.empty();
    }
    double least = Math.max(shallowest.get().iops(), 1e-9);
    return Optional.of(
        atLeast(
            "deepest to shallowest, unmanaged", Optional.of(deepest.get().iops() / least), TAKES));
  }

  private static DemoResult.Bar atLeast(String name, Optional<Double> value, double bar) {
    return new DemoResult.Bar(
        name,
        value,
        String.format(Locale.ROOT, "at least %.2f", bar),
        value.filter(v -> v >= bar).isPresent());
  }
}
