package io.oasis.standalone;

import io.oasis.standalone.probe.ProbeCommand;
import io.oasis.standalone.replay.ExportCommand;
import java.util.Optional;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/**
 * The {@code oasis} command.
 *
 * <p>Exit codes: 0 fine, 1 a bar or check not met, 2 wrong usage or configuration, 3 something of
 * the environment is missing.
 */
@Command(
    name = "oasis",
    description = "Shares storage fairly between applications by learning what they need.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    synopsisSubcommandLabel = "COMMAND",
    exitCodeListHeading = "%nExit codes:%n",
    exitCodeList = {
      "0:fine",
      "1:a bar or check is not met",
      "2:wrong usage or configuration",
      "3:something of the environment is missing"
    },
    subcommands = {
      Up.class,
      io.oasis.standalone.demo.Demo.class,
      Top.class,
      Explain.class,
      PlanCommand.class,
      ProbeCommand.class,
      Release.class,
      ServiceCommand.Manager.class,
      ServiceCommand.Agent.class,
      ServiceCommand.Adapter.class,
      ServiceCommand.Brick.class,
      ServiceCommand.Doctor.class,
      BenchCommand.class,
      BrokerCommand.class,
      io.oasis.lab.LabCommand.class,
      io.oasis.lab.ReplayCommand.class,
      Version.class,
      CommandLine.HelpCommand.class
    })
public final class Oasis implements Runnable {

  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the annotated field
  Oasis() {}

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  static CommandLine commandLine() {
    CommandLine oasis = new CommandLine(new Oasis());
    Optional.ofNullable(oasis.getSubcommands().get("replay"))
        .orElseThrow()
        .addSubcommand(new ExportCommand()); // the lab knows no Kafka
    leaveOptionsToServices(oasis);
    Exit exit = new Exit();
    return oasis.setExecutionExceptionHandler(exit).setParameterExceptionHandler(exit);
  }

  /** Their options, --help included, are read by the services themselves. */
  private static void leaveOptionsToServices(CommandLine command) {
    for (CommandLine subcommand : command.getSubcommands().values()) {
      if (subcommand.getCommand() instanceof ServiceCommand) {
        subcommand.setUnmatchedOptionsArePositionalParams(true);
      }
      leaveOptionsToServices(subcommand);
    }
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command.");
  }
}
