package io.oasis.distribution;

import io.oasis.distribution.broker.BrokerConfig;
import io.oasis.distribution.broker.BrokerConfig.Listener;
import io.oasis.distribution.broker.BrokerProcess;
import io.oasis.distribution.process.Ports;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** A single-node broker in this process. */
@Command(
    name = "broker",
    description = "Run a single-node Kafka broker on the loopback address, for trials.",
    mixinStandardHelpOptions = true)
public final class BrokerCommand implements Callable<Integer> {
  @Option(
      names = "--data-dir",
      paramLabel = "DIR",
      description =
          "Where it keeps its data (default: broker in the data directory of `oasis up`).")
  private Path directory = DataOption.standard().resolve("broker");

  @Option(
      names = "--secrets-dir",
      paramLabel = "DIR",
      description = "Where its passwords are kept (default: secrets beside --data-dir).")
  private @Nullable Path secrets;

  @Option(
      names = "--port",
      paramLabel = "PORT",
      description = "For clients (default: ${DEFAULT-VALUE}).")
  private int port = Deployment.BROKER_PORT;

  @Option(
      names = "--controller-port",
      hidden = true,
      description = "For itself (default: one that is free).")
  private int controllerPort = Ports.free();

  @Option(
      names = "--listener",
      hidden = true,
      converter = ListenerConverter.class,
      description = "NAME:PORT:ADVERTISED-PORT, for clients with a way of their own.")
  private List<Listener> listeners = List.of();

  /** As a listener is written. */
  static final class ListenerConverter implements CommandLine.ITypeConverter<Listener> {
    @Override
    public Listener convert(String text) {
      return Listener.parse(text);
    }
  }

  /** The broker alone, without the other commands. */
  public static void main(String[] arguments) {
    System.exit(
        Exit.handledBy(new CommandLine(new BrokerCommand()).setCommandName("oasis broker"))
            .execute(arguments));
  }

  @Override
  public Integer call() throws IOException {
    Range.checkPort("--port", port);
    if (Ports.answers(port)) {
      throw new MissingException("port " + port + " is in use; give another --port");
    }
    Path data = directory.toAbsolutePath();
    BrokerProcess.run(
        new BrokerConfig(
            data,
            secrets == null ? data.resolveSibling("secrets") : secrets.toAbsolutePath(),
            port,
            controllerPort,
            listeners));
    return 0;
  }
}
