package io.oasis.adapter;

import io.oasis.configuration.UsageException;
import io.oasis.protocol.Check;
import java.nio.file.Path;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A command that reports, and knows where the adapter of this host keeps its state. */
abstract class ReportCommand extends HostCommand {
  @Option(
      names = "--state-dir",
      paramLabel = "DIR",
      description =
          "of the adapter; default: what OASIS_STATE_DIR or the adapter's"
              + " configuration says, or "
              + AdapterComponent.STATE_DIR_STANDARD)
  private Optional<Path> stateDir = Optional.empty();

  @Option(
      names = "--config",
      paramLabel = "FILE",
      description = "the adapter's configuration; default: what OASIS_CONFIG says, or none")
  private Optional<Path> config = Optional.empty();

  @Option(names = "--json", description = "one JSON object")
  private boolean json;

  /**
   * What is named needs no configuration, which may be what is wrong.
   *
   * @throws UsageException that says so
   */
  final Path stateDir() {
    return stateDir.orElseGet(this::configured);
  }

  private Path configured() {
    try {
      return AdapterComponent.stateDir(config, System.getenv());
    } catch (UsageException e) {
      throw new UsageException(
          "state-dir", "", "name it, the adapter's configuration is wrong: " + e.getMessage());
    }
  }

  /** Prints a report as it is wanted, with names that others gave; gives the exit code. */
  final int say(boolean fine, String asJson, String asText) {
    System.out.println(json ? asJson : Check.printableLines(asText));
    return fine ? 0 : 1;
  }
}
