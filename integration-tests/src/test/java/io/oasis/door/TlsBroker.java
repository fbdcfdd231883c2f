package io.oasis.door;

import io.oasis.distribution.process.Ports;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.Writer;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import kafka.server.KafkaConfig;
import kafka.server.KafkaRaftServer;
import kafka.tools.StorageTool;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.utils.Time;

/**
 * A broker as companies run one, in this process: TLS, SCRAM, access rules. It listens with a
 * certificate that is right, with one that has expired, with one of another authority and with one
 * that is replaced.
 */
final class TlsBroker implements AutoCloseable {
  static final String ADMIN = "admin";

  private static final String SCRAM = "org.apache.kafka.common.security.scram.ScramLoginModule";

  private static final String REFUSALS =
      "kafka.server:type=socket-server-metrics,listener=%s,networkProcessor=*";

  private static final int ITERATIONS = 4_096;

  /** How a listener's certificate is. */
  enum Shown {
    GOOD,
    EXPIRED,
    FORGED,

    /** It is right until {@link #replace}; who came in proves every few seconds who he is. */
    REPLACED;

    String word() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * A further listener, with the right certificate.
   *
   * @param settings without {@code listener.name.NAME.}
   */
  record Listener(String name, SecurityProtocol protocol, Map<String, String> settings) {}

  private static final int PROVED_MILLIS = 4_000;

  private final Certificates authority;
  private final Certificates strangers;
  private final Map<String, Integer> ports = new HashMap<>();
  private final Path directory;
  private final Properties properties;
  private KafkaRaftServer server;

  /**
   * @param users who have a password, which is their name with {@code -secret}
   */
  TlsBroker(Path directory, List<String> users) throws Exception {
    this(directory, users, List.of());
  }

  /** The same with further listeners. */
  TlsBroker(Path directory, List<String> users, List<Listener> further) throws Exception {
    this.directory = directory;
    authority = Certificates.in(directory.resolve("authority"));
    authority.issue(Shown.GOOD.word(), "CN=localhost");
    authority.issue(Shown.EXPIRED.word(), "CN=localhost", "-30d", 10);
    strangers = Certificates.in(directory.resolve("strangers"));
    strangers.issue(Shown.FORGED.word(), "CN=localhost");
    show(Shown.GOOD, Shown.GOOD);
    show(Shown.EXPIRED, Shown.EXPIRED);
    show(Shown.FORGED, Shown.FORGED);
    show(Shown.REPLACED, Shown.GOOD);
    properties = properties(further);
    Path file = directory.resolve("server.properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, "");
    }
    format(file, users);
    server = started();
  }

  private KafkaRaftServer started() {
    KafkaRaftServer next =
        new KafkaRaftServer(KafkaConfig.fromProps(properties, false), Time.SYSTEM);
    next.startup();
    return next;
  }

  private void show(Shown where, Shown what) throws IOException {
    Certificates issuer = what == Shown.FORGED ? strangers : authority;
    Files.writeString(
        store(where),
        Files.readString(issuer.key(what.word()))
            + Files.readString(issuer.certificate(what.word())));
  }

  private Path store(Shown where) {
    return directory.resolve(where.word() + ".pem");
  }

  private Properties properties(List<Listener> further) {
    List<Listener> all = new ArrayList<>();
    Properties p = new Properties();
    for (Shown shown : Shown.values()) {
      all.add(
          new Listener(
              shown.name(),
              SecurityProtocol.SASL_SSL,
              Map.of(
                  "sasl.enabled.mechanisms",
                  "SCRAM-SHA-512",
                  "scram-sha-512.sasl.jaas.config",
                  jaas(ADMIN, ADMIN + "-secret"))));
      store(p, shown.name(), shown);
    }
    all.addAll(further);
    further.forEach(each -> store(p, each.name(), Shown.GOOD));
    int controller = Ports.free();
    List<String> clients = new ArrayList<>();
    List<String> protocols = new ArrayList<>(List.of("CONTROLLER:PLAINTEXT"));
    for (Listener each : all) {
      ports.put(each.name(), Ports.free());
      clients.add(each.name() + "://" + address(each.name()));
      protocols.add(each.name() + ':' + each.protocol());
      each.settings().forEach((key, value) -> p.setProperty(of(each.name()) + key, value));
    }
    p.setProperty(
        of(Shown.REPLACED.name()) + "scram-sha-512.connections.max.reauth.ms",
        Integer.toString(PROVED_MILLIS));
    String own = "CONTROLLER://127.0.0.1:" + controller;
    p.setProperty("listeners", own + ',' + String.join(",", clients));
    p.setProperty("advertised.listeners", String.join(",", clients));
    p.setProperty("listener.security.protocol.map", String.join(",", protocols));
    common(p, controller);
    p.setProperty("log.dirs", directory.resolve("data").toString());
    return p;
  }

  private void store(Properties p, String listener, Shown what) {
    p.setProperty(of(listener) + "ssl.keystore.type", "PEM");
    p.setProperty(of(listener) + "ssl.keystore.location", store(what).toString());
  }

  private static String of(String listener) {
    return "listener.name." + listener.toLowerCase(Locale.ROOT) + '.';
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
      arguments.add(
          "SCRAM-SHA-512=[name=%s,password=%1$s-secret,iterations=%2$d]"
              .formatted(user, ITERATIONS));
    }
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    int code =
        StorageTool.execute(
            arguments.toArray(String[]::new), new PrintStream(said, true, StandardCharsets.UTF_8));
    if (code != 0) {
      throw new IllegalStateException(said.toString(StandardCharsets.UTF_8));
    }
  }

  /** Another certificate is shown, which a broker does to who comes after it was started again. */
  void replace(Shown by) throws IOException {
    show(Shown.REPLACED, by);
    close();
    server = started();
  }

  /** From now on it is this one; who is in is asked for it when he has to prove himself again. */
  void password(String user, String password) throws Exception {
    try (Admin admin = KafkaLink.admin(link(ADMIN))) {
      UserScramCredentialUpsertion changed =
          new UserScramCredentialUpsertion(
              user, new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, ITERATIONS), password);
      admin.alterUserScramCredentials(List.of(changed)).all().get();
    }
  }

  /** How often somebody did not get in there since the broker was started. */
  double refusals(Shown shown) throws JMException {
    MBeanServer beans = ManagementFactory.getPlatformMBeanServer();
    double sum = 0;
    for (ObjectName each : beans.queryNames(new ObjectName(REFUSALS.formatted(shown)), null)) {
      sum += (Double) beans.getAttribute(each, "failed-authentication-total");
    }
    return sum;
  }

  /** Who issued its certificates, and believes who shows one. */
  Certificates authority() {
    return authority;
  }

  String address(Shown shown) {
    return address(shown.name());
  }

  String address(String listener) {
    return "localhost:" + ports.get(listener);
  }

  /** A client with its right password that believes the right authority. */
  LinkConfig link(String user) {
    return link(Shown.GOOD, user, user + "-secret");
  }

  LinkConfig link(Shown shown, String user, String password) {
    return LinkConfig.of(address(shown), user).withClient(client(user, password));
  }

  /** What a user with his right password is given as {@code --kafka-config}. */
  Path file(String user) throws IOException {
    Properties client = new Properties();
    client.putAll(client(user, user + "-secret"));
    Path file = directory.resolve(user + ".properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      client.store(writer, "");
    }
    return file;
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
