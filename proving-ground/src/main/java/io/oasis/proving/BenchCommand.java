package io.oasis.proving;

import io.oasis.distribution.ProofCommand;
import io.oasis.proving.brick.BrickBench;
import io.oasis.proving.chaos.ChaosCommand;
import io.oasis.proving.fairness.FairnessCommand;
import io.oasis.proving.insulation.InsulationCommand;
import io.oasis.proving.scale.ScaleCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be measured with one command. */
@Command(
    name = "bench",
    description =
        "Measure: how fair shares are and what they cost, what the brick costs, how well it"
            + " insulates, what chaos does, how the manager scales.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      FairnessCommand.class,
      BrickBench.class,
      InsulationCommand.class,
      ChaosCommand.class,
      ScaleCommand.class
    })
public final class BenchCommand implements Runnable, ProofCommand {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command.");
  }
}
