package io.oasis.containers;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.ContainerNetwork;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.Volume;
import io.oasis.distribution.process.Wait;
import io.oasis.proving.rig.Janitor;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartitionInfo;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.Network;
import org.testcontainers.utility.DockerImageName;

/**
 * Kafka as it is run where it matters: three brokers, each a controller as well, three replicas of
 * everything, two of which must have what is acknowledged. Clients are on this host and reach each
 * broker by its own address. What a broker keeps is a small file system of its own.
 */
final class BrokerCluster implements AutoCloseable {
  static final int BROKERS = 3;

  private static final int PORT = 9_092;
  private static final int DISK_MIB = 256;
  private static final int FIRST_ADDRESS = 10;
  private static final String USER = "65532:65532";
  private static final String DATA = "/var/lib/oasis/kafka";
  private static final Duration START = Duration.ofMinutes(2);
  private static final long ASK_SECONDS = 20;

  private final DockerClient engine = DockerClientFactory.lazyClient();
  private final Network network = Network.newNetwork();
  private final String prefix;
  private final List<GenericContainer<?>> brokers = new ArrayList<>();
  private final List<SmallDisk> disks = new ArrayList<>();
  private final Admin admin;

  private BrokerCluster(Janitor janitor, String image) {
    String subnet =
        engine
            .inspectNetworkCmd()
            .withNetworkId(network.getId())
            .exec()
            .getIpam()
            .getConfig()
            .stream()
            .map(config -> config.getSubnet())
            .filter(text -> text.contains("."))
            .findFirst()
            .orElseThrow();
    this.prefix = subnet.substring(0, subnet.lastIndexOf('.') + 1);
    for (int node = 1; node <= BROKERS; node++) {
      SmallDisk disk = SmallDisk.mount(janitor, "broker-" + node, DISK_MIB);
      disks.add(disk);
      brokers.add(container(node, image, disk.directory()));
    }
    this.admin =
        Admin.create(
            Map.of(
                CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG,
                bootstrap(),
                CommonClientConfigs.DEFAULT_API_TIMEOUT_MS_CONFIG,
                (int) TimeUnit.SECONDS.toMillis(ASK_SECONDS),
                CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG,
                2_000));
  }

  /** Starts it and waits until all three answer. */
  static BrokerCluster start(Janitor janitor, String image) {
    BrokerCluster cluster = new BrokerCluster(janitor, image);
    try {
      cluster.brokers.forEach(GenericContainer::start);
      if (!Wait.until(START, () -> cluster.nodes() == BROKERS)) {
        throw new IllegalStateException("brokers do not find each other: " + cluster.logs());
      }
      return cluster;
    } catch (RuntimeException e) {
      cluster.close();
      throw e;
    }
  }

  private GenericContainer<?> container(int node, String image, Path disk) {
    return new GenericContainer<>(DockerImageName.parse(image))
        .withNetwork(network)
        .withEnv(environment(node))
        .withCreateContainerCmdModifier(
            command -> {
              HostConfig host = command.getHostConfig();
              if (host == null) {
                throw new IllegalStateException("no host configuration");
              }
              host.withBinds(new Bind(disk.toString(), new Volume(DATA)))
                  .withReadonlyRootfs(true)
                  .withTmpFs(Map.of("/tmp", "mode=1777"));
              command.withUser(USER).withIpv4Address(address(node));
            });
  }

  private Map<String, String> environment(int node) {
    Map<String, String> all = new LinkedHashMap<>();
    all.put("KAFKA_NODE_ID", Integer.toString(node));
    all.put("KAFKA_PROCESS_ROLES", "broker,controller");
    all.put("KAFKA_LISTENERS", "PLAINTEXT://:" + PORT + ",CONTROLLER://:9093");
    all.put("KAFKA_ADVERTISED_LISTENERS", "PLAINTEXT://" + address(node) + ":" + PORT);
    all.put("KAFKA_CONTROLLER_LISTENER_NAMES", "CONTROLLER");
    all.put("KAFKA_LISTENER_SECURITY_PROTOCOL_MAP", "CONTROLLER:PLAINTEXT,PLAINTEXT:PLAINTEXT");
    all.put("KAFKA_CONTROLLER_QUORUM_VOTERS", nodes(each -> each + "@" + address(each) + ":9093"));
    for (String topics : List.of("DEFAULT", "OFFSETS_TOPIC", "TRANSACTION_STATE_LOG")) {
      all.put("KAFKA_" + topics + "_REPLICATION_FACTOR", "3");
    }
    all.put("KAFKA_MIN_INSYNC_REPLICAS", "2");
    all.put("KAFKA_TRANSACTION_STATE_LOG_MIN_ISR", "2");
    all.put("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false");
    // A broker that is lost is given up in 3 s rather than 9: until then nothing is acknowledged.
    all.put("KAFKA_BROKER_SESSION_TIMEOUT_MS", "3000");
    all.put("KAFKA_BROKER_HEARTBEAT_INTERVAL_MS", "500");
    // A lost one is tried for 2 to 4 s rather than 10 to 30: until then transactions stay open.
    all.put("KAFKA_SOCKET_CONNECTION_SETUP_TIMEOUT_MS", "2000");
    all.put("KAFKA_SOCKET_CONNECTION_SETUP_TIMEOUT_MAX_MS", "4000");
    // For three beside each other on a small disk.
    all.put("KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS", "4");
    all.put("KAFKA_TRANSACTION_STATE_LOG_NUM_PARTITIONS", "4");
    all.put("KAFKA_LOG_INDEX_SIZE_MAX_BYTES", "1048576");
    return all;
  }

  private static String nodes(java.util.function.IntFunction<String> each) {
    return IntStream.rangeClosed(1, BROKERS).mapToObj(each).collect(Collectors.joining(","));
  }

  private String address(int node) {
    return prefix + (FIRST_ADDRESS + node);
  }

  String bootstrap() {
    return nodes(each -> address(each) + ":" + PORT);
  }

  Admin admin() {
    return admin;
  }

  /** The broker that is the active controller, and the leader of a third of what there is. */
  int controller() {
    return ask(admin.describeMetadataQuorum().quorumInfo()).leaderId();
  }

  /** The leader of a partition. */
  int leader(String topic, int partition) {
    return describe(List.of(topic)).getFirst().partitions().get(partition).leader().id();
  }

  /** Whether every replica of every partition has everything. */
  boolean isWhole() {
    try {
      List<String> topics = List.copyOf(ask(admin.listTopics().names()));
      return nodes() == BROKERS
          && describe(topics).stream()
              .flatMap(topic -> topic.partitions().stream())
              .allMatch(BrokerCluster::isWhole);
    } catch (IllegalStateException e) {
      return false; // nobody answers yet
    }
  }

  private static boolean isWhole(TopicPartitionInfo partition) {
    return partition.isr().size() == partition.replicas().size() && partition.leader() != null;
  }

  private List<TopicDescription> describe(List<String> topics) {
    return List.copyOf(ask(admin.describeTopics(topics).allTopicNames()).values());
  }

  private int nodes() {
    try {
      return ask(admin.describeCluster().nodes()).size();
    } catch (IllegalStateException e) {
      return 0;
    }
  }

  private static <T> T ask(org.apache.kafka.common.KafkaFuture<T> answer) {
    try {
      return answer.get(ASK_SECONDS, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private String id(int node) {
    return brokers.get(node - 1).getContainerId();
  }

  void pause(int node) {
    engine.pauseContainerCmd(id(node)).exec();
  }

  void resume(int node) {
    engine.unpauseContainerCmd(id(node)).exec();
  }

  void kill(int node) {
    engine.killContainerCmd(id(node)).exec();
  }

  void startAgain(int node) {
    if (!isRunning(node)) {
      engine.startContainerCmd(id(node)).exec();
    }
  }

  private boolean isRunning(int node) {
    return Boolean.TRUE.equals(engine.inspectContainerCmd(id(node)).exec().getState().getRunning());
  }

  /** Takes it off the network. */
  void cut(int node) {
    engine
        .disconnectFromNetworkCmd()
        .withNetworkId(network.getId())
        .withContainerId(id(node))
        .withForce(true)
        .exec();
  }

  /** Puts it back at its address. */
  void mend(int node) {
    engine
        .connectToNetworkCmd()
        .withNetworkId(network.getId())
        .withContainerId(id(node))
        .withContainerNetwork(
            new ContainerNetwork()
                .withIpamConfig(new ContainerNetwork.Ipam().withIpv4Address(address(node))))
        .exec();
  }

  /** Leaves it no room for another byte. */
  void fill(int node) throws IOException {
    disks.get(node - 1).fill();
  }

  /** Makes room again, and starts it once it has ended: a broker that cannot write does. */
  void empty(int node) throws IOException {
    if (!Wait.until(START, () -> !isRunning(node))) {
      throw new IllegalStateException("a broker without room goes on: " + logs());
    }
    disks.get(node - 1).empty();
    startAgain(node);
  }

  /** What each said last. */
  String logs() {
    StringBuilder said = new StringBuilder();
    for (GenericContainer<?> broker : brokers) {
      if (broker.getContainerId() != null) {
        String all = broker.getLogs();
        said.append(all.substring(Math.max(0, all.length() - 2_000))).append("\n---\n");
      }
    }
    return said.toString();
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
    brokers.forEach(GenericContainer::stop);
    network.close();
  }
}
