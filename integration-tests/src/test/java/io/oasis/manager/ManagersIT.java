package io.oasis.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.configuration.Secrets;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.manager.server.Advertised;
import io.oasis.manager.server.KafkaWiring;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerMain;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.trust.SigningKey;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows two managers at a real broker that share the domains between them: each answers for all, to
 * those who may, and goes on alone when the other stops.
 */
class ManagersIT {
  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration INTERVAL = Duration.ofMillis(200);
  private static final int PARTITIONS = 2;
  private static final String ENFORCE = "{\"mode\":\"ENFORCE\",\"reason\":\"test\"}";

  @TempDir Path directory;

  private final List<SyntheticArray> arrays =
      IntStream.range(0, PARTITIONS).mapToObj(ManagersIT::array).toList();
  private final BlockingQueue<Message> inbox = new ArrayBlockingQueue<>(100_000);
  private final List<ConfigurableApplicationContext> managers = new ArrayList<>();
  private final HttpClient client = HttpClient.newHttpClient();
  private final JsonMapper json = new JsonMapper();
  private Services broker;
  private KafkaLink link;

  @BeforeEach
  void start() {
    broker = Services.start(directory.resolve("broker"), Deployment.forTrial().only(), _ -> {});
    Secrets.in(directory.resolve("keys")).put("signing.pem", SigningKey.generate().pem());
    managers.add(manager("one"));
    managers.add(manager("two"));
    link = KafkaLink.open(broker.link("test"), new SimpleMeterRegistry());
    link.read(Set.of(Topic.SETTINGS), TopicReader.From.EARLIEST, inbox);
  }

  @AfterEach
  void stop() {
    link.close();
    managers.forEach(ConfigurableApplicationContext::close);
    broker.close();
    client.close();
  }

  @Test
  void eachAnswersForAllAndGoesOnAlone() throws Exception {
    playUntil(() -> managers.stream().allMatch(each -> registry(each).all().size() == 1));
    String first = slugAt(0);
    String second = slugAt(1);
    playUntil(() -> statuses(first, second).stream().allMatch(status -> status == 200));
    theyKnowOfEachOther();
    changesAreMadeByTheOwner(second);
    pushesReachWhoListensElsewhere(second);
    madeUpPassesAreRefused(second);

    managers.removeLast().close();
    playUntil(() -> get(0, "/api/v1/domains/" + second).statusCode() == 200);
    assertThat(body(get(0, "/api/v1/domains/" + second)).path("mode").stringValue())
        .as("the operator's word")
        .isEqualTo("ENFORCE");
    playUntil(() -> body(get(0, "/api/v1/managers")).path("managers").size() == 1);
    assertThat(body(get(0, "/api/v1/domains")).path("domains").size()).isEqualTo(PARTITIONS);
  }

  private void theyKnowOfEachOther() {
    for (int i = 0; i < managers.size(); i++) {
      JsonNode all = body(get(i, "/api/v1/domains"));
      assertThat(all.path("domains").size()).as(all.toString()).isEqualTo(PARTITIONS);
      JsonNode named = body(get(i, "/api/v1/managers"));
      assertThat(named.path("managers").valueStream().map(each -> each.path("domains").size()))
          .as(named.toString())
          .containsExactly(1, 1);
      assertThat(body(get(i, "/actuator/health")).toString()).contains("\"managers\":2");
    }
  }

  /** Asked of the one that does not decide for it. */
  private void changesAreMadeByTheOwner(String second) {
    assertThat(put("viewer", second).statusCode()).isEqualTo(403);
    HttpResponse<String> answer = put("operator", second);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    var rails = registry(managers.get(1)).all().iterator().next().rails();
    assertThat(rails.mode()).isEqualTo(Mode.ENFORCE);
    assertThat(rails.change().actor()).contains("operator token of this host");
  }

  private void pushesReachWhoListensElsewhere(String second) {
    Queue<String> ofTheDomain = listen("/api/v1/domains/" + second + "/events");
    Queue<String> ofAll = listen("/api/v1/events");
    String mode = "\"slug\":\"" + second + "\",\"mode\":\"ENFORCE\"";
    playUntil(
        () ->
            ofTheDomain.stream().filter(line -> line.contains(mode)).count() > 3
                && ofAll.stream().filter(line -> line.contains(mode)).count() > 3);
  }

  private void madeUpPassesAreRefused(String second) {
    String madeUp = "eyJ0eXAiOiJvYXNpcy1wYXNzK2p3dCIsImFsZyI6IkhTMjU2In0.e30.AAAA";
    for (int i = 0; i < managers.size(); i++) {
      HttpRequest request =
          HttpRequest.newBuilder(uri(i, "/api/v1/domains/" + second))
              .header("Authorization", "Oasis-Pass " + madeUp)
              .build();
      assertThat(send(request).statusCode()).isEqualTo(401);
    }
  }

  /** One whose domain falls into this partition. */
  private static SyntheticArray array(int partition) {
    String name =
        IntStream.range(0, 100)
            .mapToObj(Integer::toString)
            .filter(n -> DomainPartitioner.partition("disk:wwid:" + n, PARTITIONS) == partition)
            .findFirst()
            .orElseThrow();
    return new SyntheticArray("h" + name, name, 1_000, new SplittableRandom(partition))
        .with("system.slice/deep.service", 32, 5_000)
        .with("system.slice/shallow.service", 1, 5_000);
  }

  private ConfigurableApplicationContext manager(String name) {
    return ManagerMain.start(
        new ManagerComponent()
            .configuration(
                Map.of(
                    "bootstrap", broker.bootstrap(),
                    "kafka-config", broker.secrets().file("manager").toString(),
                    "http-port", "0",
                    "state-dir", directory.resolve(name).toString(),
                    "signing-key", directory.resolve("keys/signing.pem").toString(),
                    "interval-ms", Long.toString(INTERVAL.toMillis()),
                    "partitions", Integer.toString(PARTITIONS))),
        KafkaWiring.class);
  }

  private static DomainRegistry registry(ConfigurableApplicationContext manager) {
    return manager.getBean(DomainRegistry.class);
  }

  private String slugAt(int manager) {
    return "disk~3Awwid~3A"
        + registry(managers.get(manager)).all().iterator().next().domain().value().substring(10);
  }

  private List<Integer> statuses(String first, String second) {
    return IntStream.range(0, managers.size())
        .boxed()
        .flatMap(
            i ->
                List.of(first, second).stream()
                    .map(slug -> get(i, "/api/v1/domains/" + slug).statusCode()))
        .toList();
  }

  private URI uri(int manager, String path) {
    return URI.create("http://" + managers.get(manager).getBean(Advertised.class).address() + path);
  }

  private HttpRequest.Builder asked(int manager, String role, String path) {
    Path token = directory.resolve(manager == 0 ? "one" : "two").resolve("access");
    return HttpRequest.newBuilder(uri(manager, path))
        .header("Authorization", "Bearer " + Secrets.read(token.resolve(role + ".token")));
  }

  private HttpResponse<String> get(int manager, String path) {
    return send(asked(manager, "viewer", path).build());
  }

  private HttpResponse<String> put(String role, String slug) {
    return send(
        asked(0, role, "/api/v1/domains/" + slug + "/mode")
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(ENFORCE))
            .build());
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private JsonNode body(HttpResponse<String> answer) {
    return json.readTree(answer.body());
  }

  /** Lines that come, until the manager stops. */
  private Queue<String> listen(String path) {
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    HttpRequest request = asked(0, "viewer", path).build();
    var _ =
        client
            .sendAsync(request, HttpResponse.BodyHandlers.ofInputStream())
            .thenAcceptAsync(
                answer ->
                    new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))
                        .lines()
                        .forEach(lines::add),
                Thread::startVirtualThread);
    return lines;
  }

  /** Plays interval after interval until it is so. */
  private void playUntil(BooleanSupplier so) {
    assertThat(
            Wait.until(
                PATIENCE,
                INTERVAL,
                () -> {
                  List<Message> taken = new ArrayList<>();
                  inbox.drainTo(taken);
                  arrays.forEach(
                      array -> {
                        taken.forEach(array::take);
                        array.interval(link, Instant.now());
                      });
                  return so.getAsBoolean();
                }))
        .as("within " + PATIENCE)
        .isTrue();
  }
}
