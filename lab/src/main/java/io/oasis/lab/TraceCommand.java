package io.oasis.lab;

import io.oasis.brick.device.Disks;
import io.oasis.lab.experiment.Control;
import io.oasis.lab.experiment.Outcome;
import io.oasis.lab.experiment.Recorded;
import io.oasis.lab.experiment.Runs;
import io.oasis.lab.experiment.Verdict;
import io.oasis.lab.host.Stage;
import io.oasis.lab.report.Json;
import io.oasis.lab.report.Text;
import io.oasis.lab.trace.TraceReader;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code oasis lab trace}: a recorded workload beside a greedy neighbour. */
@Command(
    name = "trace",
    description = "Runs a recorded workload (CSV, fio log, blkparse text) beside a neighbour.",
    mixinStandardHelpOptions = true)
final class TraceCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Parameters(paramLabel = "FILE", description = "CSV, fio log of version 3 or blkparse text.")
  private Path file;

  @Option(names = "--disk", description = "The modelled disk; default: ${DEFAULT-VALUE}.")
  private String disk = "barracuda-36es2";

  @Option(names = "--policy", description = "Default: ${DEFAULT-VALUE}.")
  private String policy = Control.PROPORTIONAL_FAIR;

  @Option(names = "--seed", description = "Default: ${DEFAULT-VALUE}.")
  private long seed = 1;

  @Option(names = "--json", description = "One JSON object on standard output.")
  private boolean json;

  @Override
  public Integer call() {
    if (!Control.isLoop(policy)) {
      throw usage("policy = " + policy + ": must be proportional-fair, capacity or oasis");
    }
    if (!Disks.names().contains(disk)) {
      throw usage("disk = " + disk + ": must be one of " + String.join(", ", Disks.names()));
    }
    List<Stage.Recorded> trace = NamedFile.read(spec, file, TraceReader::read);
    Verdict verdict =
        Runs.of(new Recorded(disk, trace), List.of(policy), List.of(seed), text -> {}).getFirst();
    PrintWriter out = spec.commandLine().getOut();
    out.println(json ? Json.of(verdict) : Text.section(verdict));
    out.flush();
    return verdict.outcome() != Outcome.MISSED
        ? CommandLine.ExitCode.OK
        : CommandLine.ExitCode.SOFTWARE;
  }

  private ParameterException usage(String text) {
    return new ParameterException(spec.commandLine(), text);
  }
}
