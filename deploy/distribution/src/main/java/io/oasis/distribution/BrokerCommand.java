package io.oasis.distribution;

import io.oasis.distribution.broker.BrokerConfig;
import io.oasis.distribution.broker.BrokerMain;
import io.oasis.distribution.process.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A single-node broker in this process. */
@Command(
    name = "broker",
    description = "Run a single-node Kafka broker on the loopback address, for trials.",
    mixinStandardHelpOptions = true)
final class BrokerCommand implements Callable<Integer> {
  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Where it keeps its data (default: broker in the data directory of `oasis up`).")
  private Path directory = DataOption.standard().resolve("broker");

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "For clients (default: ${DEFAULT-VALUE}).")
  private int port = Stack.Config.BROKER_PORT;

  @Override
  public Integer call() throws IOException {
    if (port < 1 || port > 65_535) {
      throw new IllegalArgumentException("--port = " + port + ": must be from 1 to 65535");
    }
    if (Ports.answers(port)) {
      throw new MissingException("port " + port + " is in use; give another --port");
    }
    BrokerMain.run(new BrokerConfig(directory.toAbsolutePath(), port, Ports.free()));
    return 0;
  }
}
