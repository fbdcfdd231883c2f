package io.oasis.lab.zoo;

import io.oasis.lab.experiment.Control;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.judge.Frontier;
import io.oasis.lab.zoo.judge.Judgement;
import io.oasis.lab.zoo.judge.Reference;
import io.oasis.lab.zoo.judge.StaticSearch;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.ScenarioReader;
import io.oasis.lab.zoo.site.Causal;
import io.oasis.lab.zoo.site.LawControl;
import io.oasis.lab.zoo.site.Loop;
import io.oasis.lab.zoo.site.Run;
import io.oasis.manager.core.policy.Policies;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Runs scenarios under policies, several at a time. */
public final class Zoo {
  /** The law that asks, by itself and without the loop around it. */
  public static final String CAUSAL = "causal";

  private static final List<String> REFERENCES =
      List.of(Control.BEST_EFFORT, Control.EVEN, Control.CLAIRVOYANT);

  /** Those that are run unless others are asked for. */
  public static final List<String> STANDARD =
      List.of(
          Control.BEST_EFFORT,
          Control.EVEN,
          Control.CAPACITY,
          Control.PROPORTIONAL_FAIR,
          Control.CLAIRVOYANT);

  private final List<String> policies;
  private final Optional<Enforcement> enforcement;
  private final Optional<List<Long>> seeds;
  private final double intervalSeconds;
  private final LabHost.Counting counting;
  private final boolean searches;
  private final Consumer<String> progress;

  /**
   * @param enforcement only there; absent: wherever the scenario says
   * @param seeds only these; absent: the scenario's
   * @param intervalSeconds of the loop
   * @param counting what its hosts' counters tell
   * @param searches whether it searches for what static limits attain, which takes longer than all
   *     else; otherwise that is not known, unless {@code clairvoyant} is run
   * @param progress told what was run, from any thread
   */
  public Zoo(
      List<String> policies,
      Optional<Enforcement> enforcement,
      Optional<List<Long>> seeds,
      double intervalSeconds,
      LabHost.Counting counting,
      boolean searches,
      Consumer<String> progress) {
    this.policies = List.copyOf(policies);
    this.enforcement = enforcement;
    this.seeds = seeds;
    this.intervalSeconds = intervalSeconds;
    this.counting = counting;
    this.searches = searches || policies.contains(Control.CLAIRVOYANT);
    this.progress = progress;
  }

  /** All that can be asked for. */
  public static List<String> policies() {
    return Stream.of(REFERENCES, List.of(CAUSAL, Control.PROPORTIONAL_FAIR), Policies.names())
        .flatMap(List::stream)
        .toList();
  }

  /** Whether it is a loop that has to find everything out, and no reference. */
  public static boolean isLoop(String policy) {
    return !REFERENCES.contains(policy);
  }

  /** All judgements, in order of scenarios, policies, enforcement and seeds. */
  public List<Judgement> judge(List<Scenario> scenarios) {
    return judge(scenarios, (judgement, run) -> {});
  }

  /**
   * @param witness sees every run, from any thread
   */
  public List<Judgement> judge(List<Scenario> scenarios, BiConsumer<Judgement, Run> witness) {
    return scenarios.parallelStream()
        .map(scenario -> judge(scenario, witness))
        .flatMap(List::stream)
        .toList();
  }

  private List<Judgement> judge(Scenario scenario, BiConsumer<Judgement, Run> witness) {
    List<Reference> references = new ArrayList<>();
    for (long seed : seeds.orElse(scenario.trial().seeds())) {
      references.add(Reference.of(scenario, seed));
    }
    List<Judgement> judgements = new ArrayList<>();
    for (Enforcement place : enforcement.map(List::of).orElse(scenario.trial().enforcement())) {
      Optional<StaticSearch.Found> found =
          searches
              ? Optional.of(StaticSearch.best(scenario, references.getFirst(), place))
              : Optional.empty();
      Frontier frontier = found.map(StaticSearch.Found::frontier).orElse(Frontier.UNKNOWN);
      for (String policy : policies) {
        for (Reference reference : references) {
          Run run = run(policy, reference, place, found);
          Judgement judgement = Judgement.of(reference, run, policy, place, frontier);
          witness.accept(judgement, run);
          judgements.add(judgement);
        }
        progress.accept(scenario.name() + ", " + ScenarioReader.label(place) + ", " + policy);
      }
    }
    return judgements;
  }

  private Run run(
      String policy, Reference reference, Enforcement place, Optional<StaticSearch.Found> found) {
    return switch (policy) {
      case Control.BEST_EFFORT -> reference.together();
      case Control.EVEN -> reference.under(place, StaticSearch.even(reference));
      case Control.CLAIRVOYANT -> reference.under(place, found.orElseThrow().limits());
      case CAUSAL -> reference.under(place, causal(place));
      default -> reference.under(place, loop(policy));
    };
  }

  private static LawControl causal(Enforcement place) {
    return new LawControl(() -> new Causal(place == Enforcement.HOST));
  }

  private Loop loop(String policy) {
    return new Loop(policy, intervalSeconds, counting);
  }
}
