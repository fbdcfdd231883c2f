package io.oasis.lab;

import io.oasis.lab.experiment.Series;
import io.oasis.lab.replay.Replay;
import io.oasis.lab.report.Svg;
import io.oasis.manager.core.PolicyNames;
import io.oasis.protocol.Decision;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oasis replay}: decisions again, with the same policy or another. */
@Command(
    name = "replay",
    description =
        "Runs recorded decisions again (of `oasis lab run NAME --seed N --record FILE` or `oasis"
            + " replay export FILE`); exit code 1 when the same policy does not give the same"
            + " decisions.",
    mixinStandardHelpOptions = true)
public final class ReplayCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Not there when a subcommand is. */
  @Parameters(paramLabel = "FILE", arity = "0..1", description = "A recording.")
  private @Nullable Path file;

  @Option(names = "--policy", description = "Decide by this policy instead.")
  private @Nullable String policy;

  @Option(names = "--plot", description = "Writes SVG files here.", paramLabel = "DIR")
  private @Nullable Path plot;

  @Override
  public Integer call() throws IOException {
    if (file == null) {
      throw usage("Missing required parameter: 'FILE'");
    }
    if (policy != null && !PolicyNames.isReplayed(policy)) {
      throw usage("policy = " + policy + ": must be one of " + PolicyNames.all());
    }
    Replay.Result result =
        NamedFile.read(spec, file, text -> Replay.of(text, Optional.ofNullable(policy)));
    PrintWriter out = spec.commandLine().getOut();
    out.printf(
        Locale.ROOT,
        "%d decisions recorded, %d again, %d the same bit for bit; %d settings%n",
        result.recorded().size(),
        result.again().size(),
        result.same(),
        result.settings());
    if (policy != null) {
      compare(out, result);
    }
    out.flush();
    if (plot != null) {
      draw(plot, result);
    }
    return policy != null || result.isSame()
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  private ParameterException usage(String text) {
    return new ParameterException(spec.commandLine(), text);
  }

  private static void compare(PrintWriter out, Replay.Result result) {
    List<Decision> recordedDecisions = Replay.Result.ofBandwidth(result.recorded());
    List<Decision> decisionsAgain = Replay.Result.ofBandwidth(result.again());
    Map<String, double[]> recorded = last(recordedDecisions);
    Map<String, double[]> again = last(decisionsAgain);
    out.printf("%-40s %14s %14s   (last allocation, cost/s)%n", "queue", "recorded", "again");
    for (String queue : again.keySet()) {
      out.printf(
          Locale.ROOT,
          "%-40s %14.1f %14.1f%n",
          queue,
          recorded.getOrDefault(queue, new double[] {Double.NaN})[0],
          again.getOrDefault(queue, new double[] {Double.NaN})[0]);
    }
    out.printf(
        Locale.ROOT,
        "paper's sum of (x* - x)/x          %14.3f %14.3f%n",
        recordedDecisions.stream().mapToDouble(decision -> decision.certificate().kellySum()).sum(),
        decisionsAgain.stream().mapToDouble(decision -> decision.certificate().kellySum()).sum());
  }

  private static Map<String, double[]> last(List<Decision> decisions) {
    Map<String, double[]> last = new TreeMap<>();
    for (Decision decision : decisions) {
      for (Decision.QueueDecision queue : decision.queues()) {
        last.put(queue.queue().toString(), new double[] {queue.step().after().orElse(Double.NaN)});
      }
    }
    return last;
  }

  private static void draw(Path directory, Replay.Result result) throws IOException {
    Files.createDirectories(directory);
    for (boolean again : new boolean[] {false, true}) {
      List<Decision> decisions =
          Replay.Result.ofBandwidth(again ? result.again() : result.recorded());
      String name = again ? "again" : "recorded";
      Files.writeString(
          directory.resolve("replay-" + name + ".svg"),
          Svg.panel(name, curves(decisions)),
          StandardCharsets.UTF_8);
    }
  }

  private static List<Series> curves(List<Decision> decisions) {
    if (decisions.isEmpty()) {
      return List.of();
    }
    long from = decisions.getFirst().header().at().getEpochSecond();
    int seconds = (int) (decisions.getLast().header().at().getEpochSecond() - from) + 1;
    Map<String, double[]> values = new TreeMap<>();
    for (Decision decision : decisions) {
      int second = (int) (decision.header().at().getEpochSecond() - from);
      for (Decision.QueueDecision queue : decision.queues()) {
        double[] line = values.computeIfAbsent(queue.queue().toString(), id -> new double[seconds]);
        java.util.Arrays.fill(line, second, seconds, queue.step().after().orElse(0.0));
      }
    }
    List<Series> curves = new ArrayList<>();
    values.forEach((queue, line) -> curves.add(new Series("replay", queue, "cost/s", line)));
    return curves;
  }
}
