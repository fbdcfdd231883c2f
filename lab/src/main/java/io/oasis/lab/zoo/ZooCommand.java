package io.oasis.lab.zoo;

import io.oasis.lab.Seeds;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.judge.Judgement;
import io.oasis.lab.zoo.random.ContentScenario;
import io.oasis.lab.zoo.random.Failure;
import io.oasis.lab.zoo.random.RandomScenario;
import io.oasis.lab.zoo.random.Shrinker;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.ScenarioException;
import io.oasis.lab.zoo.scenario.ScenarioReader;
import io.oasis.lab.zoo.scenario.ScenarioWriter;
import io.oasis.lab.zoo.site.Run;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.BiConsumer;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oasis lab zoo}: scenarios from files, under policies, judged. */
@Command(
    name = "zoo",
    description = "Runs all scenarios of a directory in virtual time and judges them.",
    mixinStandardHelpOptions = true)
public final class ZooCommand implements Callable<Integer> {
  private static final int MOST_RANDOM = 100_000;

  @Spec private CommandSpec spec;

  @Parameters(
      paramLabel = "DIR",
      arity = "0..1",
      description = "Scenarios, *.json, in it and below it; or one such file.")
  private @Nullable Path directory;

  @Option(
      names = "--policy",
      split = ",",
      paramLabel = "P",
      description =
          "best-effort, even, clairvoyant, capacity, causal (the law by itself) or a policy of"
              + " the manager; several with commas. Default:"
              + " best-effort,even,capacity,proportional-fair,clairvoyant.")
  private @Nullable List<String> policies;

  @Option(
      names = "--enforcement",
      paramLabel = "PLACE",
      description = "host or array; default: where each scenario says.")
  private @Nullable String enforcement;

  @Option(
      names = "--seeds",
      paramLabel = "A..B",
      description = "Seeds A to B, or 1 to B; default: each scenario's.")
  private @Nullable String seeds;

  @Option(
      names = "--interval",
      paramLabel = "SECONDS",
      description = "Of the loop; default: ${DEFAULT-VALUE}.")
  private double interval = 1;

  @Option(
      names = "--kernel",
      paramLabel = "V",
      description =
          "v1: counters of applications at the throttle's entry; v2: behind it. Default:"
              + " ${DEFAULT-VALUE}.")
  private String kernel = "v1";

  @Option(
      names = "--random",
      paramLabel = "N",
      description =
          "Instead of DIR: so many scenarios drawn at random; the worst failing one is made small"
              + " and printed to standard error.")
  private @Nullable Integer random;

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "Of --random: draws from S on; default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(
      names = "--content",
      description = "With --random: only such in which everybody has all it wants.")
  private boolean content;

  @Option(names = "--json", description = "One JSON object on standard output.")
  private boolean json;

  @Option(names = "--plot", description = "Writes SVG files here.", paramLabel = "DIR")
  private @Nullable Path plot;

  @Override
  public Integer call() throws IOException {
    if (content && random == null) {
      throw usage("--content goes with --random.");
    }
    if (directory != null && random == null) {
      print(zoo(named(), true).judge(scenarios(directory), witness()));
      return CommandLine.ExitCode.OK;
    }
    if (directory == null && random != null) {
      return random(random);
    }
    throw usage("Missing DIR, or --random: one of the two.");
  }

  private BiConsumer<Judgement, Run> witness() {
    return plot == null ? (judgement, run) -> {} : new Plots(plot);
  }

  private Zoo zoo(List<String> wanted, boolean searches) {
    return new Zoo(
        wanted,
        place(),
        Optional.ofNullable(seeds).map(text -> Seeds.parse(spec, text)),
        interval,
        counting(),
        searches,
        this::say);
  }

  /** Exit code 1 when a policy that is no reference fails in one of them. */
  private int random(int count) throws IOException {
    if (count < 1 || count > MOST_RANDOM) {
      throw usage("random = " + count + ": must be between 1 and " + MOST_RANDOM);
    }
    List<Scenario> drawn =
        LongStream.range(seed, seed + count)
            .parallel()
            .mapToObj(content ? ContentScenario::of : RandomScenario::of)
            .toList();
    List<Judgement> judgements = zoo(named(), false).judge(drawn, witness());
    print(judgements);
    Optional<Judgement> worst =
        judgements.stream()
            .filter(one -> Zoo.isLoop(one.what().policy()) && new Failure(one).isOne())
            .min(Comparator.comparingDouble(one -> one.got().totalToUnmanaged()));
    worst.ifPresent(this::shrink);
    return worst.isPresent() ? CommandLine.ExitCode.SOFTWARE : CommandLine.ExitCode.OK;
  }

  private void shrink(Judgement worst) {
    Failure failure = new Failure(worst);
    Zoo zoo =
        new Zoo(
            List.of(worst.what().policy()),
            Optional.of(worst.what().enforcement()),
            Optional.of(List.of(worst.what().seed())),
            interval,
            counting(),
            false,
            line -> {});
    Scenario smallest =
        new Shrinker(one -> failure.isLike(zoo.judge(List.of(one)).getFirst()))
            .smallest(worst.what().scenario());
    say(
        "The worst: %s, %s, %s, seed %d: %s. It fails still when it is made as small as this:"
            .formatted(
                worst.what().scenario().name(),
                worst.what().policy(),
                ScenarioReader.label(worst.what().enforcement()),
                worst.what().seed(),
                failure.words()));
    say(ScenarioWriter.text(smallest));
  }

  private void say(String line) {
    PrintWriter err = spec.commandLine().getErr();
    synchronized (err) {
      err.println(line);
      err.flush();
    }
  }

  private List<Scenario> scenarios(Path from) throws IOException {
    try {
      return Files.isRegularFile(from) || from.toString().endsWith(".json")
          ? List.of(ScenarioReader.file(from))
          : ScenarioReader.directory(from);
    } catch (ScenarioException e) {
      throw usage(String.valueOf(e.getMessage()));
    }
  }

  private void print(List<Judgement> judgements) {
    Results results = new Results(judgements);
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? results.json() : results.text());
    out.flush();
  }

  private List<String> named() {
    List<String> wanted = policies == null ? Zoo.STANDARD : policies;
    for (String policy : wanted) {
      if (!Zoo.policies().contains(policy)) {
        throw usage("policy = " + policy + ": must be one of " + String.join(", ", Zoo.policies()));
      }
    }
    return wanted;
  }

  private Optional<Enforcement> place() {
    if (enforcement == null) {
      return Optional.empty();
    }
    return switch (enforcement.toLowerCase(Locale.ROOT)) {
      case "host" -> Optional.of(Enforcement.HOST);
      case "array" -> Optional.of(Enforcement.ARRAY);
      default -> throw usage("enforcement = " + enforcement + ": must be host or array");
    };
  }

  private LabHost.Counting counting() {
    return switch (kernel) {
      case "v1" -> LabHost.Counting.ENTERED;
      case "v2" -> LabHost.Counting.PASSED;
      default -> throw usage("kernel = " + kernel + ": must be v1 or v2");
    };
  }

  private ParameterException usage(String text) {
    return new ParameterException(spec.commandLine(), text);
  }
}
