package io.oasis.distribution;

import io.oasis.distribution.process.JvmOptions;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Parameters;

/**
 * One service in this process, against any Kafka. Its options are the service's own: {@code --help}
 * after the command lists them.
 */
final class ServiceCommand implements Callable<Integer> {
  @Parameters(arity = "0..*", paramLabel = "OPTION", description = "Options of the service.")
  private List<String> arguments = List.of();

  private final String name;

  private ServiceCommand(String name) {
    this.name = name;
  }

  /** A command whose options, {@code --help} included, are read by the service itself. */
  static CommandLine of(String name, String description) {
    CommandLine line = new CommandLine(new ServiceCommand(name));
    line.getCommandSpec().name(name).usageMessage().description(description);
    return line.setUnmatchedOptionsArePositionalParams(true);
  }

  @Override
  public Integer call() throws Exception {
    return MainClass.run(JvmOptions.of(name).mainClass(), arguments);
  }
}
