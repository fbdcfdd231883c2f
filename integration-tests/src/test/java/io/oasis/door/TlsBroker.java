package io.oasis.door;

import io.oasis.distribution.process.Ports;
import io.oasis.messaging.LinkConfig;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.utils.Time;

/**
 * A broker as companies run one, in this process: TLS, SCRAM, access rules. It listens thrice, with
 * a certificate that is right, one that has expired and one of another authority.
 */
final class TlsBroker implements AutoCloseable {
  static final String ADMIN = "admin";

  private static final String SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule";

  /** How a listener's certificate is. */
  enum Shown {
    GOOD,
    EXPIRED,
    FORGED
  }

  private final Certificates authority;
  private final Map<Shown, Integer> ports = new HashMap<>();
  private final KafkaRaftServer server;

  /**
   * @param users who have a password, which is their name with {@code -secret}
   */
  TlsBroker(Path directory, List<String> users) throws Exception {
    authority = Certificates.in(directory.resolve("authority"));
    authority.issue("good", "CN=localhost");
    authority.issue("expired", "CN=localhost", "-30d", 10);
    Certificates other = Certificates.in(directory.resolve("other"));
    other.issue("forged", "CN=localhost");
    Map<Shown, Certificates> issuers =
        Map.of(Shown.GOOD, authority, Shown.EXPIRED, authority, Shown.FORGED, other);
    Properties p = properties(directory, issuers);
    Path file = directory.resolve("server.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      p.store(writer, "");
    }
    format(file, users);
    server = new KafkaRaftServer(KafkaConfig.fromProps(p, false), Time.SYSTEM);
    server.startup();
  }

  private Properties properties(Path directory, Map<Shown, Certificates> issuers) throws Exception {
    int controller = Ports.free();
    List<String> listeners = new ArrayList<>(List.of("CONTROLLER://127.0.0.1:" + controller));
    List<String> protocols = new ArrayList<>(List.of("CONTROLLER:PLAINTEXT"));
    Properties p = new Properties();
    for (Shown shown : Shown.values()) {
      String name = shown.name().toLowerCase(Locale.ROOT);
      ports.put(shown, Ports.free());
      listeners.add(shown + "://localhost:" + ports.get(shown));
      protocols.add(shown + ":SASL_SSL");
      Path store = directory.resolve(name + ".pem");
      Certificates issuer = issuers.get(shown);
      Files.writeString(
          store, Files.readString(issuer.key(name)) + Files.readString(issuer.certificate(name)));
      String of = "listener.name." + name + ".";
      p.setProperty(of + "ssl.keystore.type", "PEM");
      p.setProperty(of + "ssl.keystore.location", store.toString());
      p.setProperty(of + "sasl.enabled.mechanisms", "SCRAM-SHA-512");
      p.setProperty(of + "scram-sha-512.sasl.jaas.config", jaas(ADMIN, ADMIN + "-secret"));
    }
    p.setProperty("listeners", String.join(",", listeners));
    p.setProperty("advertised.listeners", String.join(",", listeners.subList(1, listeners.size())));
    p.setProperty("listener.security.protocol.map", String.join(",", protocols));
    common(p, controller);
    p.setProperty("log.dirs", directory.resolve("data").toString());
    return p;
  }

  private void common(Properties p, int controller) {
    p.setProperty("process.roles", "broker,controller");
    p.setProperty("node.id", "1");
    p.setProperty("controller.quorum.voters", "1@127.0.0.1:" + controller);
    p.setProperty("controller.listener.names", "CONTROLLER");
    p.setProperty("inter.broker.listener.name", Shown.GOOD.name());
    p.setProperty("sasl.mechanism.inter.broker.protocol", "SCRAM-SHA-512");
    p.setProperty("ssl.truststore.type", "PEM");
    p.setProperty("ssl.truststore.location", authority.certificate().toString());
    p.setProperty(
        "authorizer.class.name", "org.apache.kafka.metadata.authorizer.StandardAuthorizer");
    p.setProperty("super.users", "User:" + ADMIN + ";User:ANONYMOUS");
    p.setProperty("auto.create.topics.enable", "false");
    for (String topic : List.of("offsets.topic", "transaction.state.log")) {
      p.setProperty(topic + ".replication.factor", "1");
      p.setProperty(topic + ".num.partitions", "1");
    }
    p.setProperty("transaction.state.log.min.isr", "1");
    p.setProperty("group.initial.rebalance.delay.ms", "0");
    p.setProperty("log.cleaner.dedupe.buffer.size", "8388608");
  }

  private static void format(Path file, List<String> users) {
    List<String> arguments = new ArrayList<>(List.of("format", "-t", Uuid.randomUuid().toString()));
    arguments.addAll(List.of("-c", file.toString()));
    for (String user : users) {
      arguments.add("--add-scram");
      arguments.add("SCRAM-SHA-512=[name=%s,password=%1$s-secret,iterations=4096]".formatted(user));
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        StorageTool.execute(
            arguments.toArray(String[]::new), new PrintStream(said, true, StandardCharsets.UTF_8));
    if (code != 0) {
      throw new IllegalStateException(said.toString(StandardCharsets.UTF_8));
    }
  }

  String address(Shown shown) {
    return "localhost:" + ports.get(shown);
  }

  /** A client with its right password that believes the right authority. */
  LinkConfig link(String user) {
    return link(Shown.GOOD, user, user + "-secret");
  }

  LinkConfig link(Shown shown, String user, String password) {
    return LinkConfig.of(address(shown), user).withClient(client(user, password));
  }

  private Map<String, String> client(String user, String password) {
    return Map.of(
        "security.protocol", "SASL_SSL",
        "ssl.truststore.type", "PEM",
        "ssl.truststore.location", authority.certificate().toString(),
        "sasl.mechanism", "SCRAM-SHA-512",
        "sasl.jaas.config", jaas(user, password));
  }

  private static String jaas(String user, String password) {
    return "%s required username=\"%s\" password=\"%s\";".formatted(SCRAM, user, password);
  }

  @Override
  public void close() {
    server.shutdown();
    server.awaitShutdown();
  }
}
