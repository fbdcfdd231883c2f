package io.oasis.proving.demo;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.DataDirectory;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.LunWatch;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LoadApplication;
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
  private static final Duration DOMAIN_KNOWN = Duration.ofSeconds(20);

  /** Until queues are full and fio's first report, which covers its start, is behind. */
  private static final int WARM_UP_SECONDS = 3;

  private static final int ALONE_SECONDS = 4;

  private final DemoPlan plan;
  private final LiveTable table;
  private final Consumer<DemoResult> stay;

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
    if (plan.on() == DemoResult.On.KERNEL) {
      KernelStage.check(plan);
    }
    Janitor janitor = Janitor.start(plan.directory());
    try {
      return onStage(janitor);
    } finally {
      Thread.interrupted(); // what follows is cleaning up, which nothing cuts short
      janitor.close();
    }
  }

  private DemoResult onStage(Janitor janitor) {
    table.say("building a device and starting Oasis in " + janitor.directory());
    try (Stage stage =
        switch (plan.on()) {
          case KERNEL -> KernelStage.build(plan, janitor);
          case BRICK -> BrickStage.build(plan, janitor);
        }) {
      return withOasis(janitor, stage);
    }
  }

  private DemoResult withOasis(Janitor janitor, Stage stage) {
    Services services = startServices(janitor, stage);
    DemoMeasurement measurement = new DemoMeasurement(plan);
    List<LoadApplication> running = new ArrayList<>();
    try (ManagerClient client = services.client();
        LunWatch watch = LunWatch.start(client, stage.lun())) {
      table.say("%s is the device; the page: %s".formatted(stage.device(), services.pageLink()));
      phases(new Bench(stage, client, watch, running, measurement));
      measurement.restarts(services.status().stream().mapToInt(status -> status.restarts()).sum());
      stay.accept(measurement.result());
    } finally {
      Thread.interrupted();
      services.close();
      measurement.released(stage.isReleased());
      running.forEach(LoadApplication::close);
    }
    return measurement.result();
  }

  /** What the phases work with. */
  private record Bench(
      Stage stage,
      ManagerClient client,
      LunWatch watch,
      List<LoadApplication> running,
      DemoMeasurement measurement) {}

  private void phases(Bench bench) {
    if (plan.alone()) {
      alone(bench);
    }
    for (int i = 0; i < plan.applications().size(); i++) {
      if (plan.applications().get(i).fromTheBeginning()) {
        bench.running.add(bench.stage.start(i));
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
    LoadApplication application = bench.stage.start(shallowest);
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
      throw stoppedOr("no agent has reported " + bench.stage.device() + " to the manager");
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
        bench.running.add(bench.stage.start(i));
      }
      if (application.stopAfter() == second) {
        table.say("  " + application.name() + " stops");
        for (LoadApplication running : List.copyOf(bench.running)) {
          if (running.name().equals(application.name())) {
            running.close();
            bench.running.remove(running);
          }
        }
      }
    }
  }

  private Services startServices(Janitor janitor, Stage stage) {
    DataDirectory data = DataDirectory.open(janitor.directory().resolve("data"));
    Deployment deployment = Deployment.forTrial();
    return Services.keep(
        data,
        stage.brick().map(deployment::onBrick).orElse(deployment),
        janitor::service,
        line -> table.say("  " + line));
  }

  private void seconds(
      String phase, int seconds, List<LoadApplication> running, Optional<LunWatch> watch) {
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
