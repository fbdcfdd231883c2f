package io.oasis.containers;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.Oasis;
import io.oasis.distribution.process.Wait;
import io.oasis.it.Needs;
import io.oasis.proving.rig.Janitor;
import io.oasis.proving.rig.LabDirectory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.kafka.KafkaContainer;
import org.testcontainers.utility.DockerImageName;
import tools.jackson.databind.JsonNode;

/**
 * Shows that the images run under an engine for containers: manager, agent, adapter and broker with
 * the rights that compose.yaml gives them, and the broker where Testcontainers expects Kafka's own
 * image.
 */
class ContainersIT {
  private static final Duration PATIENCE = Duration.ofMinutes(3);
  private static final List<String> SERVICES = List.of("manager", "agent", "adapter", "stand-by");
  private static final int HTTP_PORT = 8_520;
  private static final int LAB_MIB = 256;

  @TempDir private static Path directory = Path.of("");

  private static Images images;

  @BeforeAll
  static void start() throws Exception {
    Needs.root();
    Needs.program("dpkg", "/usr/bin/dpkg-deb");
    Needs.require(Engine.missing());
    images = Images.of("broker", "manager", "agent", "adapter");
  }

  @AfterAll
  static void stop() {
    if (images != null) {
      images.close();
    }
  }

  @Test
  void whatComposeStartsLimitsAndLetsGo() throws Exception {
    Needs.lab();
    Janitor janitor = Janitor.start(LabDirectory.of(LAB_MIB));
    try (Compose compose = new Compose(directory.resolve("state"));
        Contenders contenders = new Contenders(janitor, compose.host())) {
      startAll(compose);
      Path token = directory.resolve("state/manager/manager/access/admin.token");
      try (ManagerClient client = new ManagerClient(url(compose), () -> read(token))) {
        await(compose, "the manager answers", () -> healthy(client));
        await(compose, "a domain appears", () -> !domains(client).isEmpty());
        await(compose, "its queues are told apart", () -> queues(client) > 0);
        assertThat(domains(client))
            .allSatisfy(domain -> assertThat(domain.path("mode").asString()).isEqualTo("SHADOW"));
        contenders.begin();
        try {
          contenders.limitBy(List.of(client));
        } catch (IllegalStateException e) {
          throw new IllegalStateException(logs(compose), e);
        }
      }
      checkAll(compose);
      assertThat(contenders.isLimited()).isTrue();
      compose.kill("adapter");
      await(compose, "who stands by lets go", contenders::isFree);
      assertThat(compose.get("stand-by").getLogs()).contains("nobody guards what is in");
      compose.startAgain("adapter");
      await(compose, "the adapter limits again", contenders::isLimited);
      compose.end("adapter");
      assertThat(contenders.isFree()).as("limits outlive the adapter's container").isTrue();
      compose.end("stand-by");
    } finally {
      janitor.close();
    }
  }

  /** The agent before there is a broker, as when a host starts. */
  private static void startAll(Compose compose) {
    GenericContainer<?> agent = compose.start("agent", images.name("agent"));
    String unknown = "kafka is no host that is known";
    assertThat(Wait.until(PATIENCE, () -> agent.getLogs().contains(unknown))).isTrue();
    compose.start("kafka", images.name("broker"));
    assertThat(Wait.until(PATIENCE, () -> compose.isHealthy("kafka"))).isTrue();
    compose.start("manager", images.name("manager"));
    compose.start("adapter", images.name("adapter"));
    compose.start("stand-by", images.name("adapter"));
  }

  private static void checkAll(Compose compose) {
    for (String service : SERVICES) {
      GenericContainer<?> container = compose.get(service);
      assertThat(container.isRunning()).as("%s: %s", service, container.getLogs()).isTrue();
      assertThat(container.getLogs()).as(service).doesNotContain(" ERROR ");
      if (!service.equals("stand-by")) {
        await(compose, service + " is healthy", () -> compose.isHealthy(service));
      }
    }
    assertThat(compose.succeeds("agent", List.of("/bin/healthy", "8531", "/metrics"))).isFalse();
    assertThat(compose.succeeds("manager", List.of("/bin/healthy", "8520", "/other"))).isFalse();
    assertThat(compose.get("adapter").getLogs()).doesNotContain("no guardian");
    List<String> runsThere =
        List.of("bash", "-c", "cp /bin/mkdir /tmp/program && /tmp/program /tmp/x");
    assertThat(compose.succeeds("manager", runsThere))
        .as("the solver's library runs in /tmp")
        .isTrue();
  }

  private static String url(Compose compose) {
    return "http://" + compose.address("manager") + ":" + HTTP_PORT;
  }

  private static void await(Compose compose, String what, BooleanSupplier so) {
    boolean is = Wait.until(PATIENCE, Duration.ofMillis(500), so);
    assertThat(is).as("%s; %s", what, logs(compose)).isTrue();
  }

  private static String logs(Compose compose) {
    return SERVICES.stream().map(each -> each + ": " + compose.get(each).getLogs()).toList() + "";
  }

  private static boolean healthy(ManagerClient client) {
    try {
      var _ = client.domains();
      return true;
    } catch (MissingException e) {
      return false; // starting
    }
  }

  private static List<JsonNode> domains(ManagerClient client) {
    return client.domains();
  }

  private static long queues(ManagerClient client) {
    return domains(client).stream()
        .mapToLong(domain -> client.queues(domain.path("domain").asString()).size())
        .sum();
  }

  /** It belongs to nobody, as whom the manager runs. */
  private static Optional<String> read(Path token) {
    try {
      return Files.exists(token) ? Optional.of(Files.readString(token).strip()) : Optional.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Set<String> topics(Admin admin) {
    try {
      return admin.listTopics().names().get();
    } catch (ExecutionException e) {
      return Set.of(); // not now
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return Set.of();
    }
  }

  @Test
  void topicsAreMadeInTheKafkaOfTestcontainersAndServicesLimitByWayOfIt() throws Exception {
    Needs.lab();
    DockerImageName image =
        DockerImageName.parse(images.name("broker")).asCompatibleSubstituteFor("apache/kafka");
    try (KafkaContainer kafka = new KafkaContainer(image)) {
      kafka.start();
      String bootstrap = kafka.getBootstrapServers();
      String[] init = {"kafka", "init", "--bootstrap", bootstrap, "--no-acls", "--apply"};
      assertThat(Oasis.commandLine().execute(init)).isZero();
      try (Admin admin =
          Admin.create(Map.of(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap))) {
        Set<String> made = Set.of("oasis.settings", "oasis.requests");
        assertThat(Wait.until(PATIENCE, () -> topics(admin).containsAll(made))).isTrue();
      }
      assertThat(kafka.execInContainer("sh", "-c", "echo $UID").getStdout()).isNotEqualTo("0\n");
      Janitor janitor = Janitor.start(LabDirectory.of(LAB_MIB));
      try (ClusterSite site = ClusterSite.start(janitor, bootstrap, 1)) {
        assertThat(site.isLimited()).as(site.logs()).isTrue();
        DecisionLog log = DecisionLog.read(bootstrap, site.domain().orElseThrow());
        assertThat(log.undecided()).isEmpty();
      } finally {
        janitor.close();
      }
    }
  }
}
