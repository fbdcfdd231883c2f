package io.oasis.proving;

import io.oasis.distribution.ProofCommand;
import io.oasis.proving.drill.DrillCommand;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oasis security}: whether the doors hold. */
@Command(
    name = "security",
    description = "Try whether the doors hold.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = DrillCommand.class)
public final class SecurityCommand implements ProofCommand, Runnable {
  @Spec private CommandSpec spec;

  @SuppressWarnings("NullAway.Init") // picocli sets the annotated field
  public SecurityCommand() {}

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command.");
  }
}
