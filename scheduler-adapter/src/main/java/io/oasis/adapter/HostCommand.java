package io.oasis.adapter;

import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.configuration.UsageException;
import io.oasis.protocol.Check;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Option;

/** A command that does its work on this host and ends. What is wrong is one line. */
abstract class HostCommand implements Callable<Integer> {
  @Option(
      names = {"-h", "--help"},
      usageHelp = true,
      description = "show this help")
  @SuppressWarnings("UnusedVariable") // picocli shows it
  private boolean help;

  /** Gives the exit code. */
  final int execute(List<String> arguments) {
    return new CommandLine(this)
        .setExpandAtFiles(false)
        .setParameterExceptionHandler(
            (e, _) -> refuse(e.getCommandLine(), e, UsageException.EXIT_CODE))
        .setExecutionExceptionHandler(
            (e, line, _) ->
                switch (e) {
                  case UsageException wrong -> refuse(line, wrong, UsageException.EXIT_CODE);
                  case EnvironmentException missing ->
                      refuse(line, missing, EnvironmentException.EXIT_CODE);
                  default -> throw e;
                })
        .execute(arguments.toArray(String[]::new));
  }

  private static int refuse(CommandLine line, Exception e, int code) {
    String why = Check.printableLines(String.valueOf(e.getMessage()));
    line.getErr().println(line.getCommandName() + ": " + why);
    return code;
  }
}
