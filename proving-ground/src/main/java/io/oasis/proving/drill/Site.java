package io.oasis.proving.drill;

import io.oasis.distribution.broker.BrokerSecrets;
import io.oasis.messaging.LinkConfig;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.ProducerConfig;

/**
 * What is attacked.
 *
 * @param url of the manager
 * @param data directory of {@code oasis up}
 */
record Site(String url, String bootstrap, Path data, HttpClient http) {
  /** An attack that is not answered so soon has not worked. */
  static final Duration PATIENCE = Duration.ofSeconds(8);

  Path tokens() {
    return data.resolve("manager").resolve("access");
  }

  Path secrets() {
    return data.resolve("secrets");
  }

  /** Who may read all that is written at the broker. */
  LinkConfig link() {
    return LinkConfig.of(bootstrap, "oasis-drill")
        .withClient(BrokerSecrets.in(secrets()).client(BrokerSecrets.ADMIN));
  }

  /** A client of the broker, as a principal whose password was stolen; by no name as nobody. */
  Map<String, Object> kafka(String principal) {
    Map<String, Object> client = new LinkedHashMap<>();
    if (!principal.isEmpty()) {
      client.putAll(BrokerSecrets.in(secrets()).client(principal));
    }
    client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    client.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
    client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
    client.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, PATIENCE.toMillis());
    return client;
  }
}
