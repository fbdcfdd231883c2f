package io.oasis.distribution;

import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.ServiceKeys;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that say which broker is asked, and by whom. */
public final class KafkaOptions {
  @Option(
      names = "--bootstrap",
      paramLabel = "HOST:PORT",
      description = "Kafka brokers, separated by commas (default: ${DEFAULT-VALUE}).")
  private String bootstrap = ServiceKeys.BOOTSTRAP.standard();

  @Option(
      names = "--kafka-config",
      paramLabel = "FILE",
      description =
          "Properties file of Kafka's clients, such as security.protocol"
              + " (default: this host's own, for the broker of `oasis up`).")
  private @Nullable String kafkaConfig;

  /**
   * The broker, as it is reached.
   *
   * @param own whose file of this host's is taken when none is named, such as {@code admin}
   */
  public LinkConfig link(String clientId, String own) {
    return LinkConfig.of(bootstrap, clientId).withClient(client(own));
  }

  public String bootstrap() {
    return bootstrap;
  }

  private Map<String, String> client(String own) {
    if (kafkaConfig != null) {
      return ServiceKeys.KAFKA_CONFIG.parse(kafkaConfig);
    }
    Path file = DataOption.standard().resolve("secrets").resolve(own + ".properties");
    return bootstrap.equals(ServiceKeys.BOOTSTRAP.standard()) && Files.isReadable(file)
        ? ServiceKeys.KAFKA_CONFIG.parse(file.toString())
        : Map.of();
  }
}
