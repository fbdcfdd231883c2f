package io.oasis.standalone.demo;

import io.oasis.standalone.ManagerClient;
import io.oasis.standalone.MissingException;
import io.oasis.standalone.Stack;
import io.oasis.standalone.lab.CgroupTree;
import io.oasis.standalone.lab.FioApplication;
import io.oasis.standalone.lab.Janitor;
import io.oasis.standalone.lab.LabCgroup;
import io.oasis.standalone.lab.LabLun;
import io.oasis.standalone.process.DataDirectory;
import io.oasis.standalone.process.Wait;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One demo: builds the device, starts Oasis in SHADOW, lets the applications run unmanaged,
 * switches the device's domain to ENFORCE, lets them run managed, and takes everything away again.
 */
final class DemoRun {
  private static final Duration FIO_START = Duration.ofSeconds(15);
  private static final Duration DOMAIN_KNOWN = Duration.ofSeconds(20);

  /** Until fio's queues are full and its first report, which covers its start, is behind. */
  private static final int WARM_UP_SECONDS = 3;

  private static final int ALONE_SECONDS = 4;

  private final DemoPlan plan;
  private final LiveTable table;
  private final Consumer<DemoResult> stay;
  private final CgroupTree tree = CgroupTree.find().orElseThrow();

  /**
   * @param stay is told the result at the end of the managed phase, while everything is there
   */
  DemoRun(DemoPlan plan, LiveTable table, Consumer<DemoResult> stay) {
    this.plan = plan;
    this.table = table;
    this.stay = stay;
  }

  DemoResult run() {
    Janitor.sweep(plan.directory());
    if (Files.exists(tree.root().resolve(plan.cgroup()))) {
      throw new MissingException(
          "another demo is running: the cgroup %s exists; wait for its end or give another --cgroup"
              .formatted(tree.root().resolve(plan.cgroup())));
    }
    Janitor janitor = Janitor.start(plan.directory());
    try {
      return onDevice(janitor);
    } finally {
      Thread.interrupted(); // what follows is cleaning up, which nothing cuts short
      janitor.close();
    }
  }

  private DemoResult onDevice(Janitor janitor) {
    table.say("building a device and starting Oasis in " + janitor.directory());
    LabLun lun = LabLun.create(janitor, "lun", plan.sizeMiB(), plan.capacityIops());
    List<LabCgroup> cgroups =
        plan.applications().stream()
            .map(application -> tree.create(janitor, plan.cgroup(), application.name()))
            .toList();
    Stack stack = startStack(janitor);
    DemoMeasurement measurement = new DemoMeasurement(plan);
    List<FioApplication> running = new ArrayList<>();
    try (ManagerClient client = new ManagerClient(stack.url());
        DomainWatch watch = DomainWatch.start(client, "loop:" + lun.exported())) {
      table.say("%s is the device; dashboard %s/".formatted(lun.device(), stack.url()));
      phases(new Bench(lun, cgroups, client, watch, running, measurement));
      measurement.restarts(stack.status().stream().mapToInt(status -> status.restarts()).sum());
      stay.accept(measurement.result());
    } finally {
      Thread.interrupted();
      stack.close();
      measurement.released(
          cgroups.stream().allMatch(cgroup -> cgroup.limits(lun.majorMinor()).isEmpty()));
      running.forEach(FioApplication::close);
    }
    return measurement.result();
  }

  /** What the phases work with. */
  private record Bench(
      LabLun lun,
      List<LabCgroup> cgroups,
      ManagerClient client,
      DomainWatch watch,
      List<FioApplication> running,
      DemoMeasurement measurement) {}

  private void phases(Bench bench) {
    if (plan.alone()) {
      alone(bench);
    }
    for (int i = 0; i < plan.applications().size(); i++) {
      if (plan.applications().get(i).fromTheBeginning()) {
        bench.running.add(start(bench, i));
      }
    }
    unmanaged(bench);
    String domain = enforce(bench);
    managed(bench, domain);
  }

  /** What the shallowest application reaches with the device for itself. */
  private void alone(Bench bench) {
    int shallowest =
        java.util.stream.IntStream.range(0, plan.applications().size())
            .boxed()
            .min(Comparator.comparingInt(i -> plan.applications().get(i).load().depth()))
            .orElseThrow();
    table.say("alone: " + plan.applications().get(shallowest).name());
    FioApplication application = start(bench, shallowest);
    try {
      seconds("warming up", WARM_UP_SECONDS - 1, List.of(application), Optional.empty());
      long from = System.nanoTime();
      seconds("alone", ALONE_SECONDS, List.of(application), Optional.empty());
      bench.measurement.alone(application.window(from, System.nanoTime()));
    } finally {
      application.close();
    }
  }

  private void unmanaged(Bench bench) {
    table.say("unmanaged: Oasis measures, limits nothing (SHADOW)");
    seconds("warming up", WARM_UP_SECONDS, bench.running, Optional.empty());
    long from = System.nanoTime();
    seconds("unmanaged", plan.seconds(), bench.running, Optional.of(bench.watch));
    bench.measurement.unmanaged(bench.running, from, System.nanoTime());
  }

  private String enforce(Bench bench) {
    if (!Wait.until(DOMAIN_KNOWN, () -> bench.watch.domain().isPresent())) {
      throw stoppedOr("no agent has reported " + bench.lun.device() + " to the manager");
    }
    String domain = bench.watch.domain().orElseThrow();
    Optional<String> refused = bench.client.setMode(domain, "ENFORCE", "oasis demo");
    if (refused.isPresent()) {
      throw stoppedOr("the manager does not switch to ENFORCE: " + refused.get());
    }
    table.say("managed: ENFORCE on the domain " + domain);
    return domain;
  }

  private void managed(Bench bench, String domain) {
    long start = System.nanoTime();
    int total = plan.settledSeconds() + plan.seconds();
    for (int second = 1; second <= total; second++) {
      waitUntil(start + Duration.ofSeconds(second).toNanos());
      startAndStop(bench, second);
      table.draw("managed", second, total, bench.running, Optional.of(bench.watch));
    }
    bench.measurement.managed(bench.running, bench.watch, domain, start, System.nanoTime());
  }

  private void startAndStop(Bench bench, int second) {
    for (int i = 0; i < plan.applications().size(); i++) {
      DemoPlan.Application application = plan.applications().get(i);
      if (application.startAfter() == second) {
        table.say("  " + application.name() + " starts");
        bench.running.add(start(bench, i));
      }
      if (application.stopAfter() == second) {
        table.say("  " + application.name() + " stops");
        for (FioApplication running : List.copyOf(bench.running)) {
          if (running.name().equals(application.name())) {
            running.close();
            bench.running.remove(running);
          }
        }
      }
    }
  }

  private FioApplication start(Bench bench, int index) {
    DemoPlan.Application application = plan.applications().get(index);
    FioApplication started =
        FioApplication.start(
            application.name(), application.load(), bench.cgroups.get(index), bench.lun);
    try {
      started.awaitRunning(FIO_START);
      return started;
    } catch (RuntimeException e) {
      started.close();
      throw e;
    }
  }

  private Stack startStack(Janitor janitor) {
    DataDirectory data = DataDirectory.open(janitor.directory().resolve("data"));
    return Stack.start(
        data, Stack.Config.forTrial(), janitor::service, line -> table.say("  " + line));
  }

  private void seconds(
      String phase, int seconds, List<FioApplication> running, Optional<DomainWatch> watch) {
    long start = System.nanoTime();
    for (int second = 1; second <= seconds; second++) {
      waitUntil(start + Duration.ofSeconds(second).toNanos());
      table.draw(phase, second, seconds, running, watch);
    }
  }

  private static void waitUntil(long nanos) {
    long left = nanos - System.nanoTime();
    if (left > 0 && !Wait.pause(Duration.ofNanos(left))) {
      throw new StoppedException();
    }
  }

  private static RuntimeException stoppedOr(String failure) {
    return Thread.currentThread().isInterrupted()
        ? new StoppedException()
        : new MissingException(failure);
  }
}
