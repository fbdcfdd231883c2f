package io.oasis.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.configuration.Secrets;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.server.Advertised;
import io.oasis.manager.server.KafkaWiring;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerConfig;
import io.oasis.manager.server.ManagerMain;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.trust.SigningKey;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Message;
import io.oasis.protocol.Topic;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.springframework.context.ConfigurableApplicationContext;

/** Two managers at a real broker, and two arrays whose domains can fall to one each. */
final class Pair implements AutoCloseable {
  static final int DOMAINS = 2;

  private static final Duration PATIENCE = Duration.ofMinutes(5);
  private static final Duration INTERVAL = Duration.ofMillis(200);

  private final Path directory;
  private final List<SyntheticArray> arrays =
      IntStream.range(0, DOMAINS).mapToObj(Pair::array).toList();
  private final BlockingQueue<Message> inbox = new ArrayBlockingQueue<>(100_000);
  private final List<ConfigurableApplicationContext> managers = new ArrayList<>();
  private final Services broker;
  private final KafkaLink link;

  /**
   * @param more keys of both managers
   */
  Pair(Path directory, Map<String, String> more) {
    this.directory = directory;
    broker = Services.start(directory.resolve("broker"), Deployment.forTrial().only(), _ -> {});
    Secrets.in(directory.resolve("keys")).put("signing.pem", SigningKey.generate().pem());
    managers.add(manager("one", more));
    managers.add(manager("two", more));
    link = KafkaLink.open(broker.link("test"), new SimpleMeterRegistry());
    link.read(Set.of(Topic.SETTINGS), TopicReader.From.EARLIEST, inbox);
  }

  /** One whose domain falls into this partition. */
  private static SyntheticArray array(int partition) {
    String name =
        IntStream.range(0, 100)
            .mapToObj(Integer::toString)
            .filter(n -> DomainPartitioner.partition("disk:wwid:" + n, DOMAINS) == partition)
            .findFirst()
            .orElseThrow();
    return new SyntheticArray("h" + name, name, 1_000, new SplittableRandom(partition))
        .with("system.slice/deep.service", 32, 5_000)
        .with("system.slice/shallow.service", 1, 5_000);
  }

  private ConfigurableApplicationContext manager(String name, Map<String, String> more) {
    Map<String, String> keys = new HashMap<>(more);
    keys.putAll(
        Map.of(
            "bootstrap", broker.bootstrap(),
            "kafka-config", broker.secrets().file("manager").toString(),
            "http-port", "0",
            "state-dir", directory.resolve(name).toString(),
            "signing-key", directory.resolve("keys/signing.pem").toString(),
            "interval-ms", Long.toString(INTERVAL.toMillis()),
            "partitions", Integer.toString(DOMAINS)));
    return ManagerMain.start(new ManagerComponent().configuration(keys), KafkaWiring.class);
  }

  int managers() {
    return managers.size();
  }

  private DomainRegistry registry(int manager) {
    return managers.get(manager).getBean(DomainRegistry.class);
  }

  /** Plays until each manager decides for one domain. */
  void playUntilShared() {
    playUntil(() -> IntStream.range(0, managers()).allMatch(i -> registry(i).all().size() == 1));
  }

  /** What is in force in the domain that a manager decides for. */
  GuardRails railsAt(int manager) {
    return domain(manager).rails();
  }

  /** The domain that a manager decides for. */
  String slugAt(int manager) {
    return "disk~3Awwid~3A" + domain(manager).domain().value().substring(10);
  }

  /** None is shown while a manager that was held up comes back. */
  private DomainView domain(int manager) {
    Wait.until(PATIENCE, () -> !registry(manager).all().isEmpty());
    return registry(manager).all().iterator().next();
  }

  String address(int manager) {
    return managers.get(manager).getBean(Advertised.class).address();
  }

  URI uri(int manager, String path) {
    return URI.create("http://" + address(manager) + path);
  }

  /** What one is let in by at this manager. */
  String token(int manager, String role) {
    Path tokens = managers.get(manager).getBean(ManagerConfig.class).access().tokens();
    return Secrets.read(tokens.resolve(role + ".token"));
  }

  HttpRequest.Builder asked(int manager, String role, String path) {
    return HttpRequest.newBuilder(uri(manager, path))
        .header("Authorization", "Bearer " + token(manager, role));
  }

  void stopLast() {
    managers.removeLast().close();
  }

  /** Plays interval after interval until it is so. */
  void playUntil(BooleanSupplier so) {
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

  @Override
  public void close() {
    link.close();
    managers.forEach(ConfigurableApplicationContext::close);
    broker.close();
  }
}
