package io.oasis.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.configuration.Secrets;
import io.oasis.manager.server.Advertised;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerConfig;
import io.oasis.manager.server.ManagerMain;
import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.rest.OperatorDesk;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.StreamsStatus;
import io.oasis.messaging.trust.SigningKey;
import io.oasis.protocol.DomainId;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLParameters;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Shows that managers ask each other over HTTPS, and believe the authority they are told only. */
class PeersHttpsIT {
  private static final String NAME = "oasis.example";

  @TempDir private Path directory = Path.of("");

  private static volatile List<String> others = List.of();

  /** In the place of Kafka. */
  @Configuration(proxyBeanMethods = false)
  static class ByHand {
    @Bean
    Fleet fleet() {
      return new Fleet() {
        @Override
        public Owner ownerOf(DomainId domain) {
          return new Owner.Here();
        }

        @Override
        public List<String> others() {
          return others;
        }
      };
    }

    @Bean
    OperatorDesk.Sender sender() {
      return _ -> false;
    }

    @Bean
    Status status() {
      return () -> new StreamsStatus(true, "deciding", Instant.EPOCH);
    }
  }

  @Test
  void aManagerBelievesThoseOfItsAuthority() throws Exception {
    Secrets.in(directory.resolve("keys")).put("signing.pem", SigningKey.generate().pem());
    Certificates authority = Certificates.in(directory.resolve("authority"));
    authority.issue("server", "CN=localhost");
    Certificates other = Certificates.in(directory.resolve("other"));
    other.issue("server", "CN=localhost");

    try (ConfigurableApplicationContext one = manager("one", authority, authority);
        ConfigurableApplicationContext two = manager("two", authority, authority);
        ConfigurableApplicationContext forged = manager("forged", other, authority)) {
      others = List.of(address(two));
      JsonNode managers = managers(one, authority);
      assertThat(managers.path("managers").size()).as(managers.toString()).isEqualTo(2);
      assertThat(managers.has("unanswered")).isFalse();
      others = List.of(address(forged));
      managers = managers(one, authority);
      assertThat(managers.path("managers").size()).isEqualTo(1);
      assertThat(managers.at("/unanswered/0/why").asString())
          .contains("does not answer (SSLHandshakeException");
    }
  }

  /** As in a cluster, where managers are reached by addresses that nobody knows before. */
  @Test
  void aCertificateOfTheirNameIsEnoughIfTheyAreTold() throws Exception {
    Secrets.in(directory.resolve("keys")).put("signing.pem", SigningKey.generate().pem());
    Certificates authority = Certificates.in(directory.resolve("authority"));
    authority.issueFor(NAME, "server", "CN=oasis");

    try (ConfigurableApplicationContext one = called("one", NAME, authority);
        ConfigurableApplicationContext untold = called("untold", "", authority);
        ConfigurableApplicationContext wrong = called("wrong", "other.example", authority);
        ConfigurableApplicationContext two = called("two", NAME, authority)) {
      others = List.of(address(two));
      assertThat(managers(one, authority).path("managers").size()).isEqualTo(2);
      for (ConfigurableApplicationContext each : List.of(untold, wrong)) {
        assertThat(managers(each, authority).at("/unanswered/0/why").asString())
            .contains("does not answer (SSLHandshakeException");
      }
    }
  }

  private ConfigurableApplicationContext manager(
      String name, Certificates shown, Certificates believed) {
    return manager(name, shown, believed, Map.of("advertised-address", "localhost"));
  }

  private ConfigurableApplicationContext called(
      String name, String peerName, Certificates authority) {
    return manager(
        name,
        authority,
        authority,
        Map.of("advertised-address", "127.0.0.1", "tls-peer-name", peerName));
  }

  private ConfigurableApplicationContext manager(
      String name, Certificates shown, Certificates believed, Map<String, String> more) {
    Map<String, String> keys = new HashMap<>(more);
    keys.putAll(
        Map.of(
            "http-port", "0",
            "state-dir", directory.resolve(name).toString(),
            "signing-key", directory.resolve("keys/signing.pem").toString(),
            "tls-certificate", shown.certificate("server").toString(),
            "tls-key", shown.key("server").toString(),
            "tls-peer-ca", believed.certificate().toString()));
    return ManagerMain.start(new ManagerComponent().configuration(keys), ByHand.class);
  }

  private static String address(ConfigurableApplicationContext manager) {
    return manager.getBean(Advertised.class).address();
  }

  private JsonNode managers(ConfigurableApplicationContext manager, Certificates authority)
      throws Exception {
    Path tokens = manager.getBean(ManagerConfig.class).access().tokens();
    HttpRequest request =
        HttpRequest.newBuilder(URI.create("https://" + address(manager) + "/api/v1/managers"))
            .header("Authorization", "Bearer " + Secrets.read(tokens.resolve("viewer.token")))
            .build();
    SSLParameters asked = new SSLParameters();
    asked.setServerNames(List.of(new SNIHostName(NAME)));
    try (HttpClient client =
        HttpClient.newBuilder().sslContext(authority.context()).sslParameters(asked).build()) {
      return new JsonMapper()
          .readTree(client.send(request, HttpResponse.BodyHandlers.ofString()).body());
    }
  }
}
