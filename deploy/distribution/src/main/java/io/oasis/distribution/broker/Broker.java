package io.oasis.distribution.broker;

import io.oasis.distribution.process.JvmService;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Topics;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;

/** A real Kafka broker (KRaft, one node), bound to the loopback address. */
public final class Broker {
  private Broker() {}

  /** The broker as a service for a supervisor. */
  public static JvmService service(BrokerConfig config) {
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--data-dir", config.directory().toString()));
    arguments.addAll(List.of("--secrets-dir", config.secrets().toString()));
    arguments.addAll(List.of("--port", Integer.toString(config.port())));
    arguments.addAll(List.of("--controller-port", Integer.toString(config.controllerPort())));
    config
        .listeners()
        .forEach(listener -> arguments.addAll(List.of("--listener", listener.toString())));
    return new JvmService("broker", "broker", List.of(), arguments, Map.of());
  }

  /** Whether a broker answers and has all topics, within {@code patience}. */
  public static boolean isReady(LinkConfig link, Duration patience) {
    Map<String, String> client = new HashMap<>(link.client());
    String millis = Long.toString(patience.toMillis());
    client.put(AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, "50");
    client.put(AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, "200");
    client.put(AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis);
    client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
    try (Admin admin = KafkaLink.admin(link.withClient(client))) {
      return Topics.missing(admin, link.needs().topics()).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
