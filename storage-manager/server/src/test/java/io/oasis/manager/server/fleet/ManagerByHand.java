package io.oasis.manager.server.fleet;

import io.oasis.configuration.Secrets;
import io.oasis.manager.server.Advertised;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerConfig;
import io.oasis.manager.server.ManagerMain;
import io.oasis.manager.server.TestViews;
import io.oasis.manager.server.rest.OperatorDesk;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.StreamsStatus;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.messaging.trust.HostSecret;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A manager over a registry that is fed by hand, with tokens of its own. */
final class ManagerByHand implements AutoCloseable {
  private final ConfigurableApplicationContext context;
  private final HttpClient client = HttpClient.newHttpClient();
  private final JsonMapper json = new JsonMapper();

  ManagerByHand(Path stateDir, Map<String, String> more) {
    Map<String, String> keys = new HashMap<>(more);
    keys.put("http-port", "0");
    keys.put("state-dir", stateDir.toString());
    context = ManagerMain.start(new ManagerComponent().configuration(keys), ByHand.class);
  }

  /** The key of managers that believe each other. */
  static Map<String, String> sharedSecret(Path directory) {
    Secrets shared = Secrets.in(directory);
    shared.put("hosts.secret", HostSecret.generate().text().strip());
    return Map.of("host-secret", shared.file("hosts.secret").toString());
  }

  /** What it believes of the others. */
  static final class Seen implements Fleet {
    private volatile Owner owner = new Owner.Here();
    private volatile List<String> others = List.of();

    @Override
    public Owner ownerOf(DomainId domain) {
      return owner;
    }

    @Override
    public List<String> others() {
      return others;
    }
  }

  /** In the place of Kafka: the operator's word is in force as soon as it is said. */
  @Configuration(proxyBeanMethods = false)
  static class ByHand {
    @Bean
    Seen fleet() {
      return new Seen();
    }

    @Bean
    OperatorDesk.Sender sender(DomainRegistry views) {
      return message -> {
        views.publish(TestViews.view((GuardRails) message, 3));
        return true;
      };
    }

    @Bean
    Status status() {
      return () -> new StreamsStatus(true, "deciding", TestViews.AT);
    }
  }

  void believes(Fleet.Owner owner, String... others) {
    Seen seen = context.getBean(Seen.class);
    seen.owner = owner;
    seen.others = List.of(others);
  }

  DomainRegistry registry() {
    return context.getBean(DomainRegistry.class);
  }

  /** Decides for these and no others. */
  void decidesFor(String... domains) {
    registry().all().forEach(view -> registry().remove(view.domain()));
    for (String domain : domains) {
      registry().publish(TestViews.view(TestViews.rails(domain), 3));
    }
  }

  GuardRails rails(String domain) {
    return registry().find(new DomainId(domain)).orElseThrow().rails();
  }

  String address() {
    return context.getBean(Advertised.class).address();
  }

  Fleet.Owner asOwner() {
    return new Fleet.Owner.There(address());
  }

  /** Where it listens, whatever it calls itself. */
  URI uri(String path) {
    String port = context.getEnvironment().getProperty("local.server.port");
    return URI.create("http://127.0.0.1:" + port + path);
  }

  HttpRequest.Builder asked(String role, String path) {
    Path tokens = context.getBean(ManagerConfig.class).access().tokens();
    return HttpRequest.newBuilder(uri(path))
        .header("Authorization", "Bearer " + Secrets.read(tokens.resolve(role + ".token")));
  }

  HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return client.send(asked("viewer", path).build(), HttpResponse.BodyHandlers.ofString());
  }

  JsonNode body(String path) throws IOException, InterruptedException {
    return json.readTree(get(path).body());
  }

  HttpResponse<String> put(String role, String path, String said)
      throws IOException, InterruptedException {
    return client.send(
        asked(role, path)
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(said))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  @Override
  public void close() {
    client.close();
    context.close();
  }
}
