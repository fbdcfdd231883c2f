package io.oasis.standalone;

import io.oasis.standalone.chaos.ChaosCommand;
import io.oasis.standalone.insulation.InsulationCommand;
import io.oasis.standalone.scale.ScaleCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** What can be measured with one command. */
@Command(
    name = "bench",
    description =
        "Measure: what the brick costs, how well it insulates, what chaos does, how the"
            + " manager scales.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ServiceCommand.BrickBench.class,
      InsulationCommand.class,
      ChaosCommand.class,
      ScaleCommand.class
    })
final class BenchCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the annotated field
  BenchCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command.");
  }
}
