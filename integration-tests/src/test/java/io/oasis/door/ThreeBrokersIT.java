package io.oasis.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Oasis;
import io.oasis.distribution.process.DataDirectory;
import io.oasis.distribution.process.JvmService;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Supervisor;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.protocol.Topic;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.utils.Time;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows what {@code oasis kafka init} and a manager make where there are three brokers, which by
 * themselves would keep one replica: three of each topic, two of which must have what is
 * acknowledged.
 */
@Tag("slow")
class ThreeBrokersIT {
  private static final Duration START = Duration.ofSeconds(60);
  private static final int BROKERS = 3;
  private static final int PARTITIONS = 4;

  @TempDir private static Path directory = Path.of("");

  private static final List<KafkaRaftServer> SERVERS = new ArrayList<>();
  private static String bootstrap = "";
  private static Admin admin;

  @BeforeAll
  static void start() throws Exception {
    int controller = Ports.free();
    List<Integer> ports = IntStream.range(0, BROKERS).mapToObj(_ -> Ports.free()).toList();
    String cluster = Uuid.randomUuid().toString();
    for (int node = 1; node <= BROKERS; node++) {
      Properties properties = properties(node, ports.get(node - 1), controller);
      format(node, cluster, properties);
      SERVERS.add(new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM));
      SERVERS.getLast().startup();
    }
    bootstrap = "127.0.0.1:" + ports.getFirst();
    for (int port : ports.reversed()) { // any of them may be asked how many there are
      close();
      admin = KafkaLink.admin(LinkConfig.of("127.0.0.1:" + port, "test"));
      assertThat(Wait.until(START, () -> brokers() == BROKERS)).isTrue();
    }
  }

  private static void close() {
    if (admin != null) {
      admin.close(Duration.ZERO);
    }
  }

  @AfterAll
  static void stop() {
    close();
    for (KafkaRaftServer server : SERVERS.reversed()) { // the controller last
      server.shutdown();
      server.awaitShutdown();
    }
  }

  private static Properties properties(int node, int port, int controller) {
    Properties p = new Properties();
    String clients = "CLIENTS://127.0.0.1:" + port;
    String quorum = "CONTROLLER://127.0.0.1:" + controller;
    p.setProperty("node.id", "" + node);
    p.setProperty("process.roles", node == 1 ? "broker,controller" : "broker");
    p.setProperty("listeners", node == 1 ? clients + ',' + quorum : clients);
    p.setProperty("advertised.listeners", clients);
    p.setProperty("listener.security.protocol.map", "CONTROLLER:PLAINTEXT,CLIENTS:PLAINTEXT");
    p.setProperty("inter.broker.listener.name", "CLIENTS");
    p.setProperty("controller.listener.names", "CONTROLLER");
    p.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controller);
    p.setProperty("log.dirs", directory.resolve("data-" + node).toString());
    for (String topic : List.of("offsets.topic", "transaction.state.log")) {
      p.setProperty(topic + ".num.partitions", "1");
    }
    p.setProperty("log.cleaner.dedupe.buffer.size", "8388608");
    return p;
  }

  private static void format(int node, String cluster, Properties properties) throws Exception {
    Path file = directory.resolve(node + ".properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, "");
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    String[] arguments = {"format", "-t", cluster, "-c", file.toString()};
    assertThat(StorageTool.execute(arguments, new PrintStream(said, true, StandardCharsets.UTF_8)))
        .as(said.toString(StandardCharsets.UTF_8))
        .isZero();
  }

  private static int brokers() {
    try {
      return admin.describeCluster().nodes().get().size();
    } catch (ExecutionException e) {
      return 0; // not yet
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }

  @Test
  void eachTopicHasThreeReplicasTwoOfWhichMustHaveWhatIsAcknowledged() throws Exception {
    String[] init = {"kafka", "init", "--bootstrap", bootstrap, "--no-acls", "--apply"};
    assertThat(Oasis.commandLine().execute(init)).isZero();
    areKeptByThree(Arrays.stream(Topic.values()).map(Topic::topicName).toList());
  }

  /** A manager makes those of its state when it shares the domains out. */
  @Test
  void soHaveTheTopicsOfTheManagersState() throws Exception {
    List<String> arguments = new ArrayList<>(List.of("--bootstrap", bootstrap));
    arguments.addAll(List.of("--replication", "" + BROKERS, "--create-topics", "true"));
    arguments.addAll(List.of("--http-port", "" + Ports.free()));
    arguments.addAll(List.of("--token-dir", directory.resolve("tokens").toString()));
    arguments.addAll(List.of("--state-dir", directory.resolve("state").toString()));
    JvmService manager = new JvmService("manager", "manager", List.of(), arguments, Map.of());
    try (DataDirectory data = DataDirectory.open(directory.resolve("services"));
        Supervisor supervisor = Supervisor.watching(data)) {
      var _ = supervisor.start(manager);
      AtomicReference<List<String>> found = new AtomicReference<>(List.of());
      assertThat(Wait.until(START, () -> !found.updateAndGet(_ -> ofState()).isEmpty()))
          .as("%s", Files.readString(data.log("manager")))
          .isTrue();
      areKeptByThree(found.get());
      areKeptByThree(Arrays.stream(Topic.values()).map(Topic::topicName).toList());
    }
  }

  private static List<String> ofState() {
    try {
      return admin.listTopics().names().get().stream()
          .filter(topic -> topic.startsWith("oasis-manager-"))
          .toList();
    } catch (ExecutionException e) {
      return List.of(); // not now
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return List.of();
    }
  }

  /** Any of the three may be asked, and hears of a new topic after the controller has made it. */
  private static boolean areKnown(List<String> topics) {
    try {
      admin.describeTopics(topics).allTopicNames().get();
      var _ = admin.describeConfigs(resources(topics)).all().get();
      return true;
    } catch (ExecutionException e) {
      return false; // not yet
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static List<ConfigResource> resources(List<String> topics) {
    return topics.stream()
        .map(name -> new ConfigResource(ConfigResource.Type.TOPIC, name))
        .toList();
  }

  private static void areKeptByThree(List<String> topics) throws Exception {
    assertThat(Wait.until(START, () -> areKnown(topics))).as("%s are there", topics).isTrue();
    for (TopicDescription topic : admin.describeTopics(topics).allTopicNames().get().values()) {
      assertThat(topic.partitions())
          .as(topic.name())
          .hasSize(PARTITIONS)
          .allSatisfy(partition -> assertThat(partition.replicas()).hasSize(BROKERS));
    }
    admin.describeConfigs(resources(topics)).all().get().forEach(ThreeBrokersIT::needsTwo);
  }

  private static void needsTwo(ConfigResource topic, Config config) {
    ConfigEntry least = config.get(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG);
    assertThat(least.value()).as(topic.name()).isEqualTo("2");
    assertThat(least.source())
        .as("%s has it of its own", topic.name())
        .isEqualTo(ConfigEntry.ConfigSource.DYNAMIC_TOPIC_CONFIG);
  }
}
