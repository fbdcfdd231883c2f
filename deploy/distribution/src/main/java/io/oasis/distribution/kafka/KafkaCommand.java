package io.oasis.distribution.kafka;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oasis kafka}: what concerns the broker itself. */
@Command(
    name = "kafka",
    description = "Make a Kafka of your own ready for Oasis, or rid of it.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {InitCommand.class, RemoveCommand.class})
public final class KafkaCommand implements Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the annotated field
  public KafkaCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command.");
  }
}
