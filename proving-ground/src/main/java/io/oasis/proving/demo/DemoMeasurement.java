package io.oasis.proving.demo;

import io.oasis.proving.FairShare;
import io.oasis.proving.LunWatch;
import io.oasis.proving.rig.LoadApplication;
import io.oasis.proving.rig.LoadWindow;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Collects what the phases of a demo give, and makes the result of it. */
final class DemoMeasurement {
  private final DemoPlan plan;
  private Optional<LoadWindow> alone = Optional.empty();
  private Map<LoadApplication, LoadWindow> unmanaged = Map.of();
  private Map<LoadApplication, LoadWindow> managed = Map.of();
  private String domain = "";
  private DemoResult.Interval capacity =
      new DemoResult.Interval(Optional.empty(), Optional.empty());
  private List<DemoResult.Enforcement> enforcement = List.of();
  private Allocations.@Nullable Summary allocations;
  private int restarts;
  private boolean released;

  DemoMeasurement(DemoPlan plan) {
    this.plan = plan;
  }

  void alone(LoadWindow window) {
    alone = Optional.of(window);
  }

  void unmanaged(List<LoadApplication> applications, long from, long to) {
    unmanaged = windows(applications, from, to);
  }

  /**
   * @param switched when the management was switched on, {@link System#nanoTime}
   */
  void managed(
      List<LoadApplication> applications, LunWatch watch, String domainId, long switched, long to) {
    long from = to - Duration.ofSeconds(plan.seconds()).toNanos();
    domain = domainId;
    capacity =
        watch
            .last()
            .map(seen -> new DemoResult.Interval(seen.lowerIops(), seen.upperIops()))
            .orElseGet(() -> new DemoResult.Interval(Optional.empty(), Optional.empty()));
    managed = windows(applications, from, to);
    long event = switched + Duration.ofSeconds(plan.lastEventSeconds()).toNanos();
    List<Allocations.Sample> samples = new ArrayList<>();
    for (LunWatch.Seen seen : watch.since(event)) {
      samples.add(
          new Allocations.Sample((seen.nanos() - event) / 1e9, granted(seen, applications)));
    }
    allocations =
        Allocations.summarise(
            samples,
            applications.stream().map(LoadApplication::name).toList(),
            (from - event) / 1e9);
    enforcement = enforced(watch.since(from));
  }

  void restarts(int count) {
    restarts = count;
  }

  void released(boolean all) {
    released = all;
  }

  DemoResult result() {
    DemoResult.Phase before = phase(unmanaged);
    DemoResult.Phase after = phase(managed);
    double ratio = before.totalIops() > 0 ? after.totalIops() / before.totalIops() : 0;
    Optional<Double> seconds =
        Optional.ofNullable(allocations).flatMap(Allocations.Summary::convergedSeconds);
    Optional<Long> intervals = seconds.map(s -> (long) Math.ceil(s / DemoPlan.INTERVAL_SECONDS));
    return new DemoResult(
        new DemoResult.Device(
            plan.on(), plan.capacityIops(), domain, capacity, alone.map(LoadWindow::iops)),
        before,
        after,
        ratio,
        new DemoResult.Rest(
            seconds,
            intervals,
            allocations == null ? 0 : allocations.reversals(),
            allocations == null ? 0 : allocations.largestMove()),
        enforcement,
        new DemoResult.End(restarts, released),
        DemoBars.of(plan, before, after, ratio, intervals, enforcement, released));
  }

  private static Map<LoadApplication, LoadWindow> windows(
      List<LoadApplication> applications, long from, long to) {
    Map<LoadApplication, LoadWindow> windows = new LinkedHashMap<>();
    applications.forEach(application -> windows.put(application, application.window(from, to)));
    return windows;
  }

  private static Map<String, Double> granted(
      LunWatch.Seen seen, List<LoadApplication> applications) {
    Map<String, Double> granted = new HashMap<>();
    for (LoadApplication application : applications) {
      QueueState.of(seen, application.id())
          .granted()
          .ifPresent(iops -> granted.put(application.name(), iops));
    }
    return granted;
  }

  private List<DemoResult.Enforcement> enforced(List<LunWatch.Seen> seen) {
    List<DemoResult.Enforcement> list = new ArrayList<>();
    managed.forEach(
        (application, window) -> {
          List<QueueState> states =
              seen.stream()
                  .map(s -> QueueState.of(s, application.id()))
                  .filter(state -> state.limit().isPresent())
                  .toList();
          // A mean over a stretch in which it was limited only now and then would mean nothing.
          boolean limited = states.size() * 2 > seen.size();
          Optional<Double> setting =
              limited
                  ? Optional.of(
                      states.stream()
                          .mapToDouble(state -> state.limit().orElseThrow())
                          .average()
                          .orElseThrow())
                  : Optional.empty();
          list.add(
              new DemoResult.Enforcement(
                  application.name(),
                  setting,
                  window.iops(),
                  setting.map(limit -> window.iops() / limit),
                  limited ? states.getLast().state() : ""));
        });
    return List.copyOf(list);
  }

  private DemoResult.Phase phase(Map<LoadApplication, LoadWindow> windows) {
    double total = windows.values().stream().mapToDouble(LoadWindow::iops).sum();
    Map<String, Double> shares = fairShares(windows);
    List<DemoResult.App> apps = new ArrayList<>();
    windows.forEach(
        (application, window) -> {
          double share = shares.getOrDefault(application.name(), 0.0);
          apps.add(
              new DemoResult.App(
                  application.name(),
                  application.load().depth(),
                  window.iops(),
                  window.meanLatencyMs(),
                  window.p99LatencyMs(),
                  share,
                  share > 0 ? window.iops() / share : 0));
        });
    return new DemoResult.Phase(
        List.copyOf(apps),
        total,
        FairShare.jain(apps.stream().map(DemoResult.App::iops).toList()),
        FairShare.jain(apps.stream().map(DemoResult.App::ofFairShare).toList()));
  }

  /** Of the unmanaged throughput; those as shallow as the one measured alone reach no more. */
  private Map<String, Double> fairShares(Map<LoadApplication, LoadWindow> windows) {
    double total = unmanaged.values().stream().mapToDouble(LoadWindow::iops).sum();
    int shallowest =
        plan.applications().stream().mapToInt(a -> a.load().depth()).min().orElseThrow();
    Map<String, Double> reachable = new LinkedHashMap<>();
    for (LoadApplication application : windows.keySet()) {
      boolean shallow = application.load().depth() == shallowest;
      reachable.put(
          application.name(), shallow ? alone.map(LoadWindow::iops).orElse(total) : total);
    }
    return FairShare.of(total, reachable);
  }
}
