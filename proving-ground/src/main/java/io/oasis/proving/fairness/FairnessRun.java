package io.oasis.proving.fairness;

import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.CgroupTree;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabCgroup;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;

/** One device: every contender has it for all mixes, one after the other. */
final class FairnessRun {
  private static final int ALONE_SECONDS = 8;

  /** Until queues are full and fio's first report, which covers its start, is behind. */
  private static final int WARM_UP_SECONDS = 3;

  /** Between two mixes, so that nothing of the one is seen in the other. */
  private static final Duration PAUSE = Duration.ofSeconds(3);

  /**
   * What to do.
   *
   * @param settleSeconds before it is measured, where something learns
   * @param seconds measured at least
   * @param disk where the device's file is kept
   */
  record Plan(
      Testbed.Plan bed,
      List<WorkloadMix> mixes,
      List<Contender> contenders,
      int settleSeconds,
      int seconds,
      Path disk) {}

  /** What was measured on it. */
  record Results(
      Map<String, Map<String, Double>> alone, List<Outcome> outcomes, List<String> skipped) {}

  private final Plan plan;
  private final Consumer<String> say;
  private final Testbed bed;
  private final List<LabCgroup> cgroups = new ArrayList<>();
  private final Janitor janitor;
  private final Map<String, Map<String, Double>> alone = new LinkedHashMap<>();
  private final Map<String, Map<String, Double>> unmanaged = new HashMap<>();
  private final List<String> skipped = new ArrayList<>();

  private FairnessRun(Plan plan, Consumer<String> say, Janitor janitor) {
    this.plan = plan;
    this.say = say;
    this.janitor = janitor;
    this.bed = Testbed.build(janitor, plan.bed());
    CgroupTree tree = CgroupTree.find().orElseThrow();
    String parent = "oasis-fairness-" + ProcessHandle.current().pid();
    for (int i = 0; i < plan.bed().applications(); i++) {
      cgroups.add(tree.create(janitor, parent, "app" + i));
    }
  }

  /**
   * @param say is told what goes on
   */
  static Results run(Plan plan, Consumer<String> say) {
    Janitor.sweep(plan.disk());
    Janitor janitor = Janitor.start(plan.disk());
    try {
      return new FairnessRun(plan, say, janitor).run();
    } finally {
      janitor.close();
    }
  }

  private Results run() {
    List<WorkloadMix> mixes = playable();
    mixes.forEach(mix -> alone.put(mix.name(), alone(mix)));
    List<Outcome> outcomes = new ArrayList<>();
    for (Contender contender : plan.contenders()) {
      outcomes.addAll(contend(contender, mixes));
    }
    return new Results(alone, outcomes, skipped);
  }

  /** QEMU lets one writer at an array; what is beyond one is only read. */
  private List<WorkloadMix> playable() {
    if (plan.bed().enforcement() != Testbed.Enforcement.QEMU) {
      return plan.mixes();
    }
    List<WorkloadMix> playable = new ArrayList<>();
    for (WorkloadMix mix : plan.mixes()) {
      if (mix.writes()) {
        skipped.add(mix.name() + " on " + plan.bed().label() + ": QEMU lets one writer at a node");
      } else {
        playable.add(mix);
      }
    }
    return playable;
  }

  private Map<String, Double> alone(WorkloadMix mix) {
    Map<String, Double> rates = new TreeMap<>();
    for (int i = 0; i < mix.applications().size(); i++) {
      WorkloadMix single = new WorkloadMix(mix.name(), List.of(mix.applications().get(i)), 0);
      try (Play play = new Play(single, places(List.of(i)))) {
        play.measure(WARM_UP_SECONDS, single.seconds(ALONE_SECONDS))
            .forEach((name, got) -> rates.put(name, got.iops()));
      }
    }
    say.accept(plan.bed().label() + ", " + mix.name() + " alone: " + rates);
    return rates;
  }

  private List<Outcome> contend(Contender contender, List<WorkloadMix> mixes) {
    return switch (contender) {
      case Contender.BestEffort _, Contender.EvenLimits _ ->
          playAll(contender, mixes, WARM_UP_SECONDS);
      case Contender.Bfq(String label, Map<String, String> knobs) -> {
        if (bed.served().isPresent()) {
          skipped.add(label + " on " + plan.bed().label() + ": each application has a device");
          yield List.of();
        }
        bed.devices().getFirst().schedule("bfq", knobs);
        try {
          yield playAll(contender, mixes, WARM_UP_SECONDS);
        } finally {
          bed.devices().getFirst().schedule("none", Map.of());
        }
      }
      case Contender.Oasis oasis -> managed(oasis, mixes);
    };
  }

  private List<Outcome> managed(Contender.Oasis oasis, List<WorkloadMix> mixes) {
    try (ManagedSite site = ManagedSite.start(janitor, bed, cgroups, oasis)) {
      try (Play _ = new Play(WorkloadMix.touchingAll(cgroups.size()), places(all()))) {
        site.enforce(oasis.policy());
      }
      return playAll(oasis, mixes, plan.settleSeconds());
    }
  }

  private List<Play.Place> places(List<Integer> of) {
    return of.stream().map(i -> new Play.Place(cgroups.get(i), bed.devices().get(i))).toList();
  }

  private List<Integer> all() {
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < cgroups.size(); i++) {
      all.add(i);
    }
    return all;
  }

  private List<Outcome> playAll(Contender contender, List<WorkloadMix> mixes, int settleSeconds) {
    List<Outcome> outcomes = new ArrayList<>();
    for (WorkloadMix mix : mixes) {
      Map<String, Double> reached = alone.getOrDefault(mix.name(), Map.of());
      if (contender instanceof Contender.EvenLimits) {
        limitEvenly(mix, reached);
      }
      Outcome.Played played;
      try {
        played = play(mix, settleSeconds);
      } finally {
        if (contender instanceof Contender.EvenLimits) {
          all().forEach(i -> bed.limit(i, cgroups.get(i), 0));
        }
      }
      Map<String, Double> base = unmanaged.getOrDefault(mix.name(), Map.of());
      if (contender instanceof Contender.BestEffort) {
        unmanaged.put(mix.name(), played.iops());
      }
      Outcome outcome =
          Outcome.of(plan.bed().label(), mix, contender.label(), played, reached, base);
      say.accept(
          "%s, %s, %s: %s, least share %.2f"
              .formatted(
                  outcome.where().device(),
                  mix.name(),
                  contender.label(),
                  played.iops(),
                  outcome.leastShare()));
      outcomes.add(outcome);
      Wait.pause(PAUSE);
    }
    return outcomes;
  }

  /** As somebody would who knows what each can reach. */
  private void limitEvenly(WorkloadMix mix, Map<String, Double> reached) {
    int count = mix.applications().size();
    for (int i = 0; i < count; i++) {
      WorkloadMix.Application each = mix.applications().get(i);
      double most = reached.getOrDefault(each.name(), 0.0) / each.duty();
      bed.limit(i, cgroups.get(i), Math.max(1, most / count));
    }
  }

  private Outcome.Played play(WorkloadMix mix, int settleSeconds) {
    try (Play play = new Play(mix, places(all()))) {
      Map<String, Got> got = play.measure(settleSeconds, mix.seconds(plan.seconds()));
      String first = mix.applications().getFirst().name();
      double most = alone.getOrDefault(mix.name(), Map.of()).getOrDefault(first, 0.0);
      return new Outcome.Played(got, play.leaveFirstAlone(most));
    }
  }
}
