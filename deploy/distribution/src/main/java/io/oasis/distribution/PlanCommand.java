package io.oasis.distribution;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code oasis plan}: says what could be done; changes nothing. */
@Command(
    name = "plan",
    description = "Plan; nothing is changed.",
    mixinStandardHelpOptions = true,
    subcommands = {CoscheduleCommand.class, InsulateCommand.class})
final class PlanCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Missing command: coschedule or insulation.");
  }
}
