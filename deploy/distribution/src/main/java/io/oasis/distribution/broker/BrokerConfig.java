package io.oasis.distribution.broker;

import io.oasis.distribution.Range;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import org.apache.kafka.common.security.plain.PlainLoginModule;
import org.apache.kafka.common.security.scram.ScramLoginModule;

/**
 * A single-node broker for one host.
 *
 * @param directory where it keeps its data and configuration
 * @param secrets where its passwords are kept; outside of {@code directory}, they outlive it
 * @param port for clients, on the loopback address
 * @param controllerPort for itself; may change from one start to the next
 * @param listeners further ones, for clients that reach the broker by a way of their own
 */
public record BrokerConfig(
    Path directory, Path secrets, int port, int controllerPort, List<Listener> listeners) {
  private static final String HOST = "127.0.0.1";

  /** Kafka's own, which keeps the rules in its metadata. */
  private static final String AUTHORIZER =
      "org.apache.kafka.metadata.authorizer.StandardAuthorizer";

  /**
   * Services are compiled by the quick compiler, which has no use for a processor's instructions
   * for AES: this one takes a quarter of the time there, 16 KiB at once (229 MB/s against 55).
   */
  private static final String CIPHER = "TLS_CHACHA20_POLY1305_SHA256";

  /** The listener that all share who have none of their own. */
  private static final String CLIENTS = "CLIENTS";

  /** The largest record: a decision over ten thousand queues, with room for headers. */
  private static final int MESSAGE_MAX_BYTES = 17 * 1024 * 1024;

  /** 8 MiB instead of 128, which would not fit into the heap. */
  private static final int DEDUPE_BUFFER_BYTES = 8 * 1024 * 1024;

  /** Disk one partition may take, so that a host's demo or trial cannot fill the disk. */
  private static final int PARTITION_MAX_BYTES = 256 * 1024 * 1024;

  private static final int SEGMENT_BYTES = 32 * 1024 * 1024;

  /**
   * A port of its own for one client, which is told another one to connect to: something in between
   * passes on what comes there.
   *
   * @param name upper-case letters, digits and dashes
   * @param port the broker listens on
   * @param advertisedPort clients are told to connect to
   */
  public record Listener(String name, int port, int advertisedPort) {
    public Listener {
      if (!name.matches("[A-Z][A-Z0-9-]*")) {
        throw new IllegalArgumentException("name = " + name + ": must be upper-case letters");
      }
      Range.checkPort("port", port);
      Range.checkPort("advertisedPort", advertisedPort);
    }

    /** What the client is given as {@code bootstrap}. */
    public String address() {
      return HOST + ":" + advertisedPort;
    }

    /** As {@link #parse} reads it. */
    @Override
    public String toString() {
      return name + ":" + port + ":" + advertisedPort;
    }

    public static Listener parse(String text) {
      String[] parts = text.split(":", -1);
      return new Listener(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }
  }

  public BrokerConfig {
    listeners = List.copyOf(listeners);
    Range.checkPort("port", port);
    Range.checkPort("controllerPort", controllerPort);
    if (port == controllerPort) {
      throw new IllegalArgumentException(
          "controllerPort = " + controllerPort + ": must differ from port");
    }
  }

  /** What clients are given as {@code bootstrap}. */
  public String bootstrap() {
    return HOST + ":" + port;
  }

  Properties properties(BrokerSecrets secrets) {
    Properties p = new Properties();
    p.setProperty("process.roles", "broker,controller");
    p.setProperty("node.id", "1");
    p.setProperty("controller.quorum.voters", "1@" + HOST + ":" + controllerPort);
    StringBuilder bound = new StringBuilder(CLIENTS + "://" + bootstrap());
    StringBuilder advertised = new StringBuilder(bound);
    StringBuilder protocols =
        new StringBuilder(CLIENTS + ":" + secrets.protocol() + ",CONTROLLER:SASL_PLAINTEXT");
    for (Listener each : listeners) {
      bound.append(",%s://%s:%d".formatted(each.name(), HOST, each.port()));
      advertised.append(",%s://%s".formatted(each.name(), each.address()));
      protocols.append(",%s:%s".formatted(each.name(), secrets.protocol()));
    }
    p.setProperty("listeners", bound + ",CONTROLLER://" + HOST + ":" + controllerPort);
    p.setProperty("advertised.listeners", advertised.toString());
    p.setProperty("listener.security.protocol.map", protocols.toString());
    p.setProperty("controller.listener.names", "CONTROLLER");
    secured(p, secrets);
    if (secrets.hasTls()) {
      p.setProperty("ssl.cipher.suites", CIPHER);
      p.setProperty("ssl.keystore.type", "PEM");
      p.setProperty("ssl.keystore.location", secrets.key().toString());
      p.setProperty("ssl.truststore.type", "PEM");
      p.setProperty("ssl.truststore.location", secrets.authority().toString());
    }
    p.setProperty("log.dirs", directory.resolve("data").toString());
    p.setProperty("auto.create.topics.enable", "false");
    p.setProperty("num.partitions", "4");
    p.setProperty("message.max.bytes", Integer.toString(MESSAGE_MAX_BYTES));
    p.setProperty("log.segment.bytes", Integer.toString(SEGMENT_BYTES));
    p.setProperty("log.retention.bytes", Integer.toString(PARTITION_MAX_BYTES));
    singleNode(p);
    small(p);
    return p;
  }

  /**
   * Clients prove that they know their password without telling it (SCRAM), and may do what access
   * rules say. The broker tells its own to itself, on ports that it holds.
   */
  private void secured(Properties p, BrokerSecrets secrets) {
    p.setProperty("inter.broker.listener.name", CLIENTS);
    p.setProperty("sasl.mechanism.inter.broker.protocol", "PLAIN");
    p.setProperty("sasl.mechanism.controller.protocol", "PLAIN");
    p.setProperty("authorizer.class.name", AUTHORIZER);
    p.setProperty(
        "super.users", "User:%s;User:%s".formatted(BrokerSecrets.BROKER, BrokerSecrets.ADMIN));
    String password = secrets.password(BrokerSecrets.BROKER);
    String plain =
        "%s required username=\"%s\" password=\"%s\" user_%2$s=\"%3$s\";"
            .formatted(PlainLoginModule.class.getName(), BrokerSecrets.BROKER, password);
    p.setProperty("listener.name.controller.sasl.enabled.mechanisms", "PLAIN");
    p.setProperty("listener.name.controller.plain.sasl.jaas.config", plain);
    mechanisms(p, CLIENTS, "PLAIN," + BrokerSecrets.MECHANISM);
    p.setProperty(
        "listener.name.%s.plain.sasl.jaas.config".formatted(CLIENTS.toLowerCase(Locale.ROOT)),
        plain);
    listeners.forEach(each -> mechanisms(p, each.name(), BrokerSecrets.MECHANISM));
  }

  private static void mechanisms(Properties p, String listener, String mechanisms) {
    String of = "listener.name." + listener.toLowerCase(Locale.ROOT) + ".";
    p.setProperty(of + "sasl.enabled.mechanisms", mechanisms);
    p.setProperty(
        of + "scram-sha-512.sasl.jaas.config", ScramLoginModule.class.getName() + " required;");
  }

  private static void singleNode(Properties p) {
    p.setProperty("default.replication.factor", "1");
    p.setProperty("min.insync.replicas", "1");
    p.setProperty("offsets.topic.replication.factor", "1");
    p.setProperty("offsets.topic.num.partitions", "4");
    p.setProperty("transaction.state.log.replication.factor", "1");
    p.setProperty("transaction.state.log.min.isr", "1");
    p.setProperty("transaction.state.log.num.partitions", "4");
    // What a killed manager left unfinished is looked for every 10 s by default.
    p.setProperty("transaction.abort.timed.out.transaction.cleanup.interval.ms", "1000");
    p.setProperty("share.coordinator.state.topic.replication.factor", "1");
    p.setProperty("share.coordinator.state.topic.min.isr", "1");
    p.setProperty("group.initial.rebalance.delay.ms", "0");
    // A manager that was killed is given up sooner than the 6 s that brokers insist on otherwise.
    p.setProperty("group.min.session.timeout.ms", "3000");
    // A killed broker may register again only when the session of its former life has ended.
    p.setProperty("broker.session.timeout.ms", "3000");
    p.setProperty("broker.heartbeat.interval.ms", "500");
  }

  private static void small(Properties p) {
    p.setProperty("log.cleaner.dedupe.buffer.size", Integer.toString(DEDUPE_BUFFER_BYTES));
    p.setProperty("log.cleaner.io.buffer.size", "262144");
    p.setProperty("num.network.threads", "2");
    p.setProperty("num.io.threads", "2");
    p.setProperty("background.threads", "2");
    p.setProperty("num.recovery.threads.per.data.dir", "1");
    p.setProperty("log.index.size.max.bytes", "1048576");
  }
}
