package io.oasis.lab;

import io.oasis.lab.experiment.Experiment;
import io.oasis.lab.experiment.Experiments;
import io.oasis.lab.experiment.Runs;
import io.oasis.lab.experiment.Series;
import io.oasis.lab.experiment.Verdict;
import io.oasis.lab.replay.Recording;
import io.oasis.lab.report.Json;
import io.oasis.lab.report.Svg;
import io.oasis.lab.report.Text;
import io.oasis.lab.zoo.ZooCommand;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oasis lab}: lists experiments, runs them, writes the report. */
@Command(
    name = "lab",
    description = "Runs the whole loop in virtual time: experiments, faults, the report.",
    mixinStandardHelpOptions = true,
    subcommands = {
      LabCommand.ListExperiments.class,
      LabCommand.Run.class,
      TraceCommand.class,
      ZooCommand.class,
      PapersCommand.class,
      LabCommand.Report.class
    })
public final class LabCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(
        spec.commandLine(), "Missing command: list, run, papers, trace, zoo or report.");
  }

  private static Experiment experiment(CommandSpec spec, String name) {
    return Experiments.named(name)
        .orElseThrow(
            () ->
                new ParameterException(
                    spec.commandLine(),
                    "experiment = "
                        + name
                        + ": there is none; there are "
                        + String.join(
                            ", ", Experiments.all().stream().map(Experiment::name).toList())));
  }

  /** {@code oasis lab list}. */
  @Command(name = "list", description = "Lists the experiments.", mixinStandardHelpOptions = true)
  static final class ListExperiments implements Runnable {
    @Spec private CommandSpec spec;

    @Override
    public void run() {
      PrintWriter out = spec.commandLine().getOut();
      for (Experiment experiment : Experiments.all()) {
        out.printf(
            "%-28s %s%n%28s %s%n",
            experiment.name(), experiment.outline().source(), "", experiment.outline().setup());
      }
      out.flush();
    }
  }

  /** {@code oasis lab run}. */
  @Command(
      name = "run",
      description =
          "Runs one experiment, or a scenario from a file; exit code 1 unless an experiment holds.",
      mixinStandardHelpOptions = true)
  static final class Run implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Parameters(
        paramLabel = "NAME",
        description = "See `oasis lab list`; or a scenario's file that ends in .json.")
    private String name;

    @Option(names = "--policy", description = "Only this policy; default: the experiment's first.")
    private @Nullable String chosen;

    @Option(names = "--seed", description = "Only this seed; default: the experiment's seeds.")
    private @Nullable Long seed;

    @Option(
        names = "--seeds",
        description = "Seeds 1 to N, or of a scenario A..B.",
        paramLabel = "N")
    private @Nullable String count;

    @Option(
        names = "--enforcement",
        description = "Of a scenario: host or array; default: where it says.",
        paramLabel = "PLACE")
    private @Nullable String enforcement;

    @Option(names = "--json", description = "One JSON object on standard output.")
    private boolean json;

    @Option(names = "--plot", description = "Writes SVG files here.", paramLabel = "DIR")
    private @Nullable Path plot;

    @Option(
        names = "--record",
        description = "Records one seed's inputs and decisions here, for `oasis replay`.",
        paramLabel = "FILE")
    private @Nullable Path record;

    @Override
    public Integer call() throws IOException {
      if (name.endsWith(".json")) {
        return zoo();
      }
      Experiment experiment = experiment(spec, name);
      String policy = chosen == null ? experiment.outline().policies().getFirst() : chosen;
      if (!experiment.outline().policies().contains(policy)) {
        throw new ParameterException(
            spec.commandLine(),
            "policy = "
                + policy
                + ": "
                + name
                + " is run under "
                + String.join(", ", experiment.outline().policies()));
      }
      PrintWriter err = spec.commandLine().getErr();
      Verdict verdict =
          Runs.of(experiment, List.of(policy), seeds(experiment), text -> say(err, text))
              .getFirst();
      if (record != null) {
        record(experiment, policy, seed == null ? 1 : seed, record);
      }
      PrintWriter out = spec.commandLine().getOut();
      out.println(json ? Json.of(verdict) : Text.section(verdict));
      out.flush();
      if (plot != null) {
        plots(verdict, plot);
      }
      for (String fault : verdict.faults()) {
        String at = fault.substring(0, fault.indexOf(':')).replace(' ', '=');
        say(err, "replay: oasis lab run " + name + " --policy " + policy + " --" + at);
      }
      return verdict.held() ? CommandLine.ExitCode.OK : CommandLine.ExitCode.SOFTWARE;
    }

    /** A scenario is run as the zoo runs its scenarios. */
    private int zoo() {
      List<String> arguments = new ArrayList<>(List.of(name));
      add(arguments, "--policy", chosen);
      add(arguments, "--seeds", seed == null ? count : seed + ".." + seed);
      add(arguments, "--enforcement", enforcement);
      add(arguments, "--plot", plot);
      if (json) {
        arguments.add("--json");
      }
      return new CommandLine(new ZooCommand())
          .setOut(spec.commandLine().getOut())
          .setErr(spec.commandLine().getErr())
          .execute(arguments.toArray(String[]::new));
    }

    private static void add(List<String> arguments, String option, @Nullable Object value) {
      if (value != null) {
        arguments.add(option + "=" + value);
      }
    }

    private static void record(Experiment experiment, String policy, long seed, Path file)
        throws IOException {
      try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
        ScopedValue.where(Recording.CURRENT, new Recording(writer))
            .run(() -> experiment.run(policy, seed));
      }
    }

    private List<Long> seeds(Experiment experiment) {
      if (seed != null) {
        return List.of(seed);
      }
      if (count == null) {
        return experiment.seeds();
      }
      return Seeds.parse(spec, count);
    }

    private static void plots(Verdict verdict, Path directory) throws IOException {
      Files.createDirectories(directory);
      for (var run : verdict.measured().shown().entrySet()) {
        Map<String, List<Series>> panels = new LinkedHashMap<>();
        for (Series series : run.getValue().series()) {
          panels.computeIfAbsent(series.panel(), panel -> new ArrayList<>()).add(series);
        }
        for (var panel : panels.entrySet()) {
          Path file =
              directory.resolve(
                  "%s-%s-%s.svg"
                      .formatted(verdict.experiment().name(), run.getKey(), panel.getKey()));
          Files.writeString(
              file, Svg.panel(panel.getKey(), panel.getValue()), StandardCharsets.UTF_8);
        }
      }
    }
  }

  private static void say(PrintWriter err, String text) {
    synchronized (err) {
      err.println(text);
      err.flush();
    }
  }

  /** {@code oasis lab report}. */
  @Command(
      name = "report",
      description = "Runs everything and writes one HTML page, or the text report.",
      mixinStandardHelpOptions = true)
  static final class Report implements Callable<Integer> {
    @Spec private CommandSpec spec;

    @Option(names = "--out", description = "The HTML file; default: ${DEFAULT-VALUE}.")
    private Path out = Path.of("lab-report.html");

    @Option(names = "--text", description = "Prints the text report instead.")
    private boolean text;

    @Override
    public Integer call() throws IOException {
      PrintWriter err = spec.commandLine().getErr();
      LabReport report = LabReport.run(line -> say(err, line));
      PrintWriter stdout = spec.commandLine().getOut();
      if (text) {
        stdout.print(report.text());
      } else {
        Files.writeString(out, report.html(), StandardCharsets.UTF_8);
        stdout.println(Text.summary(report.verdicts()));
        stdout.println("Written: " + out.toAbsolutePath());
      }
      stdout.flush();
      return report.verdicts().stream().allMatch(Verdict::held)
          ? CommandLine.ExitCode.OK
          : CommandLine.ExitCode.SOFTWARE;
    }
  }
}
