package io.oasis.distribution;

import io.oasis.distribution.kafka.KafkaCommand;
import io.oasis.distribution.probe.ProbeCommand;
import io.oasis.distribution.replay.ExportCommand;
import io.oasis.distribution.word.WordExport;
import io.oasis.distribution.word.WordImport;
import io.oasis.lab.LabCommand;
import io.oasis.lab.ReplayCommand;
import java.util.stream.Stream;
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
    })
public final class Oasis implements Runnable {

  @Spec private CommandSpec spec;

  public static void main(String[] arguments) {
    System.exit(commandLine().execute(arguments));
  }

  /** Of this process, with its exit codes. */
  public static CommandLine commandLine() {
    CommandLine oasis = new CommandLine(new Oasis());
    commands().forEach(oasis::addSubcommand);
    return Exit.handledBy(oasis);
  }

  private static Stream<Object> commands() {
    return Stream.of(
        new Up(),
        ProofCommand.named("demo"),
        new Top(),
        new Explain(),
        new Login(),
        new PlanCommand(),
        new ProbeCommand(),
        new Release(),
        ServiceCommand.of(
            "manager", "Run the storage manager: decides, serves REST and the dashboard."),
        ServiceCommand.of("agent", "Run the agent: watches applications, asks for what they want."),
        ServiceCommand.of("adapter", "Run the adapter: drives the attached scheduler."),
        ServiceCommand.of("brick", "Serve volumes over NBD, scheduled by a discipline."),
        new BrokerCommand(),
        new KafkaCommand(),
        new ConfigCommand(),
        new WordExport(),
        new WordImport(),
        new KeysCommand(),
        ServiceCommand.of(
            "doctor", "Say of every limit here whether it does what it should, and if not why."),
        ProofCommand.named("bench"),
        ProofCommand.named("security"),
        new LabCommand(),
        new CommandLine(new ReplayCommand())
            .addSubcommand(new ExportCommand()), // the lab knows no Kafka
        new Version(),
        new CommandLine.HelpCommand());
  }

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command.");
  }
}
