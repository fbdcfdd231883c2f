package io.oasis.distribution.broker;

import io.oasis.distribution.process.JvmService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
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
    arguments.addAll(List.of("--port", Integer.toString(config.port())));
    arguments.addAll(List.of("--controller-port", Integer.toString(config.controllerPort())));
    config
        .listeners()
        .forEach(listener -> arguments.addAll(List.of("--listener", listener.toString())));
    return new JvmService("broker", "broker", List.of(), arguments, Map.of());
  }

  /** Whether a broker answers at {@code bootstrap} within {@code patience}. */
  public static boolean answers(String bootstrap, Duration patience) {
    int millis = (int) patience.toMillis();
    Map<String, Object> client =
        Map.of(
            AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, bootstrap,
            AdminClientConfig.RECONNECT_BACKOFF_MS_CONFIG, 50,
            AdminClientConfig.RECONNECT_BACKOFF_MAX_MS_CONFIG, 200,
            AdminClientConfig.REQUEST_TIMEOUT_MS_CONFIG, millis,
            AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, millis);
    try (Admin admin = Admin.create(client)) {
      return !admin.describeCluster().nodes().get(millis, TimeUnit.MILLISECONDS).isEmpty();
    } catch (ExecutionException | TimeoutException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
