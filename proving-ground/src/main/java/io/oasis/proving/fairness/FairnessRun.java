package io.oasis.proving.fairness;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.HostRoot;
import io.oasis.linux.ThrottleAccounting;
import io.oasis.proving.LunWatch;
import io.oasis.proving.rig.CgroupTree;
import io.oasis.proving.rig.FioApplication;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabCgroup;
import io.oasis.proving.rig.LabLun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One run: every contender has the device for all mixes, one after the other. */
final class FairnessRun {
  private static final int SIZE_MIB = 256;
  private static final Duration START = Duration.ofSeconds(20);
  private static final int ALONE_SECONDS = 8;

  /** Until queues are full and fio's first report, which covers its start, is behind. */
  private static final int WARM_UP_SECONDS = 3;

  /** Between two mixes, so that nothing of the one is seen in the other. */
  private static final Duration PAUSE = Duration.ofSeconds(3);

  /**
   * What to do.
   *
   * @param settleSeconds before it is measured
   * @param seconds measured at least
   */
  record Plan(
      List<WorkloadMix> mixes,
      List<Contender> contenders,
      double capacityIops,
      int settleSeconds,
      int seconds,
      Path disk) {}

  /**
   * What an application got.
   *
   * @param p99Millis of its latency
   */
  record Got(double iops, double p99Millis) {}

  private final Plan plan;
  private final Consumer<String> say;
  private final Janitor janitor;
  private final LabLun lun;
  private final CgroupTree tree = CgroupTree.find().orElseThrow();
  private final String parent = "oasis-fairness-" + ProcessHandle.current().pid();
  private final Map<String, LabCgroup> cgroups = new HashMap<>();
  private final Map<String, Map<String, Double>> alone = new LinkedHashMap<>();
  private final Map<String, Double> unmanaged = new HashMap<>();

  private FairnessRun(Plan plan, Consumer<String> say, Janitor janitor) {
    this.plan = plan;
    this.say = say;
    this.janitor = janitor;
    this.lun = LabLun.create(janitor, "lun", SIZE_MIB, plan.capacityIops());
  }

  /**
   * @param say is told what goes on
   */
  static FairnessReport run(Plan plan, Consumer<String> say) {
    Janitor.sweep(plan.disk());
    Janitor janitor = Janitor.start(plan.disk());
    try {
      return new FairnessRun(plan, say, janitor).run();
    } finally {
      janitor.close();
    }
  }

  private FairnessReport run() {
    lun.schedule("none", Map.of());
    ThrottleAccounting.switchOn(
        CgroupMount.find(HostRoot.REAL), DeviceNumber.parse(lun.majorMinor()).orElseThrow());
    plan.mixes().forEach(mix -> alone.put(mix.name(), alone(mix)));
    List<Outcome> outcomes = new ArrayList<>();
    for (Contender contender : plan.contenders()) {
      outcomes.addAll(contend(contender));
    }
    return new FairnessReport(plan.capacityIops(), plan.seconds(), alone, outcomes);
  }

  private Map<String, Double> alone(WorkloadMix mix) {
    Map<String, Double> rates = new TreeMap<>();
    for (WorkloadMix.Application application : mix.applications()) {
      WorkloadMix single = new WorkloadMix(mix.name(), List.of(application));
      play(single, plan.settleSeconds(), single.seconds(ALONE_SECONDS))
          .forEach((name, got) -> rates.put(name, got.iops()));
    }
    say.accept(mix.name() + " alone: " + rates);
    return rates;
  }

  private List<Outcome> contend(Contender contender) {
    return switch (contender) {
      case Contender.BestEffort _ -> playAll(contender);
      case Contender.EvenLimits _ -> playAll(contender);
      case Contender.Bfq(String _, Map<String, String> knobs) -> {
        lun.schedule("bfq", knobs);
        try {
          yield playAll(contender);
        } finally {
          lun.schedule("none", Map.of());
        }
      }
      case Contender.Oasis oasis -> managed(oasis);
    };
  }

  private List<Outcome> managed(Contender.Oasis oasis) {
    Services services =
        Services.start(
            janitor.directory().resolve(oasis.label()),
            Deployment.forTrial().interval(oasis.intervalMillis()),
            janitor::service);
    try (ManagerClient client = new ManagerClient(services.url());
        LunWatch watch = LunWatch.start(client, "loop:" + lun.exported())) {
      play(plan.mixes().getFirst(), 0, WARM_UP_SECONDS); // until its domain is known
      if (!Wait.until(START, () -> watch.domain().isPresent())) {
        throw new MissingException("no agent has reported " + lun.device() + " to the manager");
      }
      String domain = watch.domain().orElseThrow();
      refused(client.setPolicy(domain, oasis.policy(), "oasis bench fairness"));
      refused(client.setMode(domain, "ENFORCE", "oasis bench fairness"));
      return playAll(oasis);
    } finally {
      services.close();
    }
  }

  private static void refused(Optional<String> why) {
    if (why.isPresent()) {
      throw new MissingException("the manager refuses: " + why.get());
    }
  }

  private List<Outcome> playAll(Contender contender) {
    List<Outcome> outcomes = new ArrayList<>();
    for (WorkloadMix mix : plan.mixes()) {
      Map<String, Double> reached = alone.getOrDefault(mix.name(), Map.of());
      if (contender instanceof Contender.EvenLimits) {
        limitEvenly(mix, reached);
      }
      Map<String, Got> got;
      try {
        got = play(mix, plan.settleSeconds(), mix.seconds(plan.seconds()));
      } finally {
        if (contender instanceof Contender.EvenLimits) {
          mix.applications().forEach(each -> cgroup(each).limit(lun.majorMinor(), 0));
        }
      }
      double total = got.values().stream().mapToDouble(Got::iops).sum();
      if (contender instanceof Contender.BestEffort) {
        unmanaged.put(mix.name(), total);
      }
      double base = unmanaged.getOrDefault(mix.name(), 0.0);
      Outcome outcome = Outcome.of(mix, contender.label(), got, reached, base);
      say.accept(
          "%s, %s: %.0f in all, least share %.2f"
              .formatted(mix.name(), contender.label(), total, outcome.leastShare()));
      outcomes.add(outcome);
      Wait.pause(PAUSE);
    }
    return outcomes;
  }

  /** As somebody would who knows what each can reach. */
  private void limitEvenly(WorkloadMix mix, Map<String, Double> reached) {
    int count = mix.applications().size();
    for (WorkloadMix.Application each : mix.applications()) {
      double most = reached.getOrDefault(each.name(), plan.capacityIops()) / each.duty();
      cgroup(each).limit(lun.majorMinor(), Math.max(1, Math.round(most / count)));
    }
  }

  private LabCgroup cgroup(WorkloadMix.Application application) {
    return cgroups.computeIfAbsent(application.name(), name -> tree.create(janitor, parent, name));
  }

  private Map<String, Got> play(WorkloadMix mix, int settleSeconds, int seconds) {
    List<FioApplication> running = new ArrayList<>();
    try {
      for (WorkloadMix.Application each : mix.applications()) {
        running.add(
            FioApplication.start(each.name(), each.load(), each.options(), cgroup(each), lun));
      }
      running.forEach(each -> each.awaitRunning(START));
      pause(settleSeconds);
      long from = System.nanoTime();
      Map<String, Long> before = counted(mix);
      pause(seconds);
      Map<String, Long> after = counted(mix);
      long to = System.nanoTime();
      Map<String, Got> got = new TreeMap<>();
      for (FioApplication each : running) {
        long done = after.getOrDefault(each.name(), 0L) - before.getOrDefault(each.name(), 0L);
        double p99 = each.window(from, to).p99LatencyMs();
        got.put(each.name(), new Got(done * 1e9 / (to - from), p99));
      }
      return got;
    } finally {
      running.forEach(FioApplication::close);
    }
  }

  /** By the kernel: fio does not report while it pauses. */
  private Map<String, Long> counted(WorkloadMix mix) {
    Map<String, Long> counted = new HashMap<>();
    for (WorkloadMix.Application each : mix.applications()) {
      counted.put(each.name(), cgroup(each).operations(lun.majorMinor()));
    }
    return counted;
  }

  private static void pause(int seconds) {
    if (!Wait.pause(Duration.ofSeconds(seconds))) {
      throw new MissingException("stopped");
    }
  }
}
