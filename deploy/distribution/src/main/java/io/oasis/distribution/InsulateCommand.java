package io.oasis.distribution;

import io.oasis.manager.planners.insulation.InsulationPlan.Status;
import io.oasis.manager.server.rest.InsulationShape;
import io.oasis.manager.server.rest.InsulationShape.PlaceShape;
import io.oasis.protocol.Check;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oasis plan insulation}: how a disk and its cache are shared. */
@Command(
    name = "insulation",
    description =
        "Plan with which slices and partitions workloads on a disk keep their efficiency.",
    mixinStandardHelpOptions = true)
final class InsulateCommand implements Callable<Integer> {
  private static final double MB = 1e6;

  @Parameters(
      paramLabel = "FILE",
      description =
          "JSON: disk (as oasis probe prints it), cacheBytes, workloads (name, weight; stream, or"
              + " depth, serviceMicros, hits, hitMicros); optionally r (0.9), mostSliceMillis"
              + " (1000), ends (CARRIED_OVER or LOST) and before (an earlier answer).")
  private Path file;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() {
    InsulationShape plan = InsulationShape.plan(PlanFile.read(file, InsulationShape.Request.class));
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(PlanFile.json(plan));
    } else {
      print(plan, out);
    }
    boolean all = plan.workloads().stream().allMatch(place -> place.status() != Status.BEST_EFFORT);
    return all ? 0 : Exit.BAR_NOT_MET;
  }

  private static void print(InsulationShape plan, PrintWriter out) {
    out.println(
        words(
            "%sAccesses of %.1f MB, rounds of %.0f ms.",
            plan.kept() ? "The earlier plan is near enough. " : "",
            plan.accessBytes() / MB,
            plan.roundMillis()));
    out.println();
    out.println("workload          status       slice ms  cache MB  efficiency");
    for (PlaceShape place : plan.workloads()) {
      out.println(
          words(
              "%-17s %-11s %9.0f %9.1f  %10s",
              Check.printable(place.name()),
              place.status(),
              place.sliceMillis(),
              place.partitionBytes() / MB,
              place.efficiency() == null ? "-" : words("%.3f", place.efficiency())));
    }
    out.println();
    plan.workloads().forEach(place -> out.println(Check.printable(place.why()) + "."));
  }

  private static String words(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }
}
