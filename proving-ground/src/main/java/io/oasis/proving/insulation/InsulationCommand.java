package io.oasis.proving.insulation;

import io.oasis.distribution.Range;
import io.oasis.manager.planners.insulation.Efficiency;
import io.oasis.proving.BenchOutput;
import io.oasis.proving.rig.Janitor;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code oasis bench insulation}. */
@Command(
    name = "insulation",
    description = {
      "Measure what applications keep of their efficiency when they share bricks, as they come and"
          + " as the planners say: two streams, a stream and random reads, many and one outstanding"
          + " on one brick, and workloads striped over three bricks, out of step and in step.",
      "Bricks are processes with a modelled disk; applications reach them through sockets. Takes"
          + " about 3 minutes. Exit code 1 when a bar is not met."
    },
    mixinStandardHelpOptions = true)
public final class InsulationCommand implements Callable<Integer> {
  @Option(
      names = "--seconds",
      paramLabel = "N",
      description =
          "Measured of each set-up, half of it for each application alone (default:"
              + " ${DEFAULT-VALUE}).")
  private int seconds = 12;

  @Option(
      names = "--r",
      paramLabel = "R",
      description = "Part of its efficiency that each is to keep (default: ${DEFAULT-VALUE}).")
  private double r = 0.9;

  @Option(
      names = "--only",
      paramLabel = "SETUP",
      split = ",",
      description = "Some of streams, mixed, depths, cluster.")
  private List<String> only = List.of();

  @Mixin private BenchOutput output = new BenchOutput();

  @Override
  public Integer call() {
    Range.check("--seconds", seconds, 2, 3_600);
    Efficiency efficiency = new Efficiency(r);
    List<Setup> setups = setups();
    try (Janitor janitor = Janitor.start(Path.of(System.getProperty("java.io.tmpdir")))) {
      InsulationReport report =
          new InsulationRun(janitor, efficiency, seconds, output::say).run(setups);
      return output.print(report, report.text(), report.bars());
    }
  }

  private List<Setup> setups() {
    List<String> known = Arrays.stream(Setup.values()).map(Setup::label).toList();
    for (String name : only) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException("--only = " + name + ": must be some of " + known);
      }
    }
    return Arrays.stream(Setup.values())
        .filter(setup -> only.isEmpty() || only.contains(setup.label()))
        .toList();
  }
}
