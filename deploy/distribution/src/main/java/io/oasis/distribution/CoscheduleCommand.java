package io.oasis.distribution;

import io.oasis.manager.planners.coschedule.Coscheduler;
import io.oasis.manager.planners.coschedule.Limits;
import io.oasis.manager.planners.coschedule.Plan;
import io.oasis.manager.planners.coschedule.RoundPicture;
import io.oasis.manager.planners.coschedule.Schedule;
import io.oasis.manager.planners.coschedule.Timeslice;
import io.oasis.manager.planners.coschedule.Wish;
import io.oasis.manager.server.rest.CoscheduleShape;
import io.oasis.manager.solver.CpSatSolver;
import io.oasis.protocol.Check;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oasis plan coschedule}: the round of a cluster. */
@Command(
    name = "coschedule",
    description = "Plan when each workload of a cluster has which servers.",
    mixinStandardHelpOptions = true)
final class CoscheduleCommand implements Callable<Integer> {
  @Parameters(
      paramLabel = "FILE",
      description =
          "JSON: servers, workloads (name, servers, share); optionally geometry (FREE or"
              + " CONTIGUOUS), rClustering (1) and leastRClustering (0.9).")
  private Path file;

  @Option(names = "--json", description = "Print one JSON object.")
  private boolean json;

  @Option(names = "--svg", description = "Writes a picture of the round here.", paramLabel = "OUT")
  private @Nullable Path svg;

  @Spec private CommandSpec spec;

  @Override
  public Integer call() throws IOException {
    CoscheduleShape.Request request = PlanFile.read(file, CoscheduleShape.Request.class);
    Wish wish = CoscheduleShape.wishOf(request);
    Plan plan =
        new Coscheduler(new CpSatSolver(), Limits.DEFAULT)
            .plan(CoscheduleShape.clusterOf(request), wish);
    PrintWriter out = spec.commandLine().getOut();
    if (json) {
      out.println(PlanFile.json(CoscheduleShape.of(wish.geometry(), plan)));
    } else {
      print(plan, out);
    }
    if (!(plan.result() instanceof Plan.Planned planned)) {
      return Exit.BAR_NOT_MET;
    }
    if (svg != null) {
      Files.writeString(svg, RoundPicture.of(planned.schedule()), StandardCharsets.UTF_8);
    }
    return 0;
  }

  private static void print(Plan plan, PrintWriter out) {
    switch (plan.result()) {
      case Plan.Planned planned -> print(planned.schedule(), out);
      case Plan.Impossible impossible ->
          out.println("Impossible. " + Check.printable(impossible.conflict().words()));
      case Plan.Undecided undecided -> out.println("No schedule found: " + undecided.why() + ".");
    }
    out.println();
    for (Plan.Attempt attempt : plan.attempts()) {
      out.println(
          "R_clustering %s, %s: %s"
              .formatted(attempt.rClustering(), attempt.by(), attempt.outcome()));
    }
  }

  private static void print(Schedule schedule, PrintWriter out) {
    out.println(
        String.format(
            Locale.ROOT,
            "R_clustering %.3f: a round of %d ticks, %d of them a share of 1; %.1f %% of the time"
                + " is given.",
            schedule.rClustering().value(),
            schedule.roundTicks(),
            schedule.unitTicks(),
            100 * schedule.used()));
    out.println();
    for (int server = 0; server < schedule.servers(); server++) {
      out.println(
          "server %3d  %s"
              .formatted(
                  server,
                  schedule.of(server).stream()
                      .map(CoscheduleCommand::words)
                      .collect(Collectors.joining(", "))));
    }
  }

  private static String words(Timeslice slice) {
    String name = Check.printable(slice.workload().name());
    return slice.startTick() + "-" + slice.endTick() + " " + name;
  }
}
