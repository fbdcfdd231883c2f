package io.oasis.door;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Services;
import io.oasis.distribution.process.DataDirectory;
import io.oasis.distribution.process.JvmService;
import io.oasis.distribution.process.Ports;
import io.oasis.distribution.process.Supervisor;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.ClusterSetup;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.Party;
import io.oasis.protocol.Topic;
import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that services as they are shipped prove to a broker who they are in each way that companies
 * have, told by {@code --kafka-config} alone: certificates in PKCS12 and in PEM, tokens of an
 * identity provider, Kerberos. Each is let in as that principal: it is refused until that has its
 * rights.
 */
@Tag("slow")
class ProofsIT {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String KRB5 = "java.security.krb5.conf";
  private static final String URLS = "org.apache.kafka.sasl.oauthbearer.allowed.urls";
  private static final String OAUTH = "org.apache.kafka.common.security.oauthbearer.OAuthBearer";

  @TempDir private static Path directory = Path.of("");

  private static Kdc kdc;
  private static Issuer issuer;
  private static TlsBroker broker;
  private static Admin admin;
  private static DataDirectory data;
  private static Supervisor supervisor;

  @BeforeAll
  static void start() throws Exception {
    kdc = Kdc.start(directory.resolve("kdc"));
    System.setProperty(KRB5, kdc.configuration().toString()); // the broker's
    issuer = Issuer.start();
    System.setProperty(URLS, issuer.keysAt());
    broker =
        new TlsBroker(
            directory, List.of(TlsBroker.ADMIN), List.of(certificates(), tokens(), tickets()));
    admin = KafkaLink.admin(broker.link(TlsBroker.ADMIN));
    new ClusterSetup(admin).apply(plan(Map.of()));
    data = DataDirectory.open(directory.resolve("services"));
    supervisor = Supervisor.watching(data);
  }

  @AfterAll
  static void stop() throws Exception {
    supervisor.close();
    data.close();
    admin.close(Duration.ZERO);
    broker.close();
    issuer.close();
    kdc.close();
    System.clearProperty(KRB5);
    System.clearProperty(URLS);
  }

  private static TlsBroker.Listener certificates() {
    return new TlsBroker.Listener(
        "CERTIFICATES",
        SecurityProtocol.SSL,
        Map.of(
            "ssl.client.auth", "required",
            "ssl.principal.mapping.rules", "RULE:^CN=([a-z-]+),O=Bank$/$1/,DEFAULT"));
  }

  private static TlsBroker.Listener tokens() {
    Map<String, String> settings = new HashMap<>();
    settings.put("sasl.enabled.mechanisms", "OAUTHBEARER");
    settings.put("oauthbearer.sasl.jaas.config", OAUTH + "LoginModule required;");
    settings.put(
        "oauthbearer.sasl.server.callback.handler.class", OAUTH + "ValidatorCallbackHandler");
    settings.put("sasl.oauthbearer.jwks.endpoint.url", issuer.keysAt());
    settings.put("sasl.oauthbearer.expected.issuer", issuer.name());
    settings.put("sasl.oauthbearer.expected.audience", Issuer.AUDIENCE);
    return new TlsBroker.Listener("TOKENS", SecurityProtocol.SASL_SSL, settings);
  }

  private static TlsBroker.Listener tickets() throws Exception {
    return new TlsBroker.Listener(
        "TICKETS",
        SecurityProtocol.SASL_SSL,
        Map.of(
            "sasl.enabled.mechanisms", "GSSAPI",
            "sasl.kerberos.service.name", "kafka",
            "gssapi.sasl.jaas.config", kdc.login("kafka/localhost")));
  }

  private static ClusterSetup.Plan plan(Map<Party, String> principals) {
    return new ClusterSetup.Plan(1, Optional.empty(), principals, "oasis-manager", false);
  }

  /** The broker makes a short name of the certificate's. */
  @Test
  void aCertificateInPkcs12() throws Exception {
    broker.authority().issue("mill", "CN=mill,O=Bank");
    Map<String, String> client = new HashMap<>(believing("PKCS12"));
    client.put("ssl.keystore.type", "PKCS12");
    client.put("ssl.keystore.location", broker.authority().keyStore("mill").toString());
    client.put("ssl.keystore.password", Certificates.SECRET);
    client.put("ssl.key.password", Certificates.SECRET);
    getsIn("pkcs12", "CERTIFICATES", client, "User:mill");
  }

  /** The broker takes the certificate's whole name. */
  @Test
  void aCertificateInPem() throws Exception {
    broker.authority().issue("shop", "CN=shop,O=Shop");
    Path both = directory.resolve("shop.pem");
    Files.writeString(
        both,
        Files.readString(broker.authority().key("shop"))
            + Files.readString(broker.authority().certificate("shop")));
    Map<String, String> client = new HashMap<>(believing("PEM"));
    client.put("ssl.keystore.type", "PEM");
    client.put("ssl.keystore.location", both.toString());
    getsIn("pem", "CERTIFICATES", client, "User:CN=shop,O=Shop");
  }

  @Test
  void aTokenOfAnIdentityProvider() throws Exception {
    getsIn("token", "TOKENS", token("office"), "User:office");
  }

  /** One line, and another try until it knows us. */
  @Test
  void anIdentityProviderThatGivesNoToken() throws Exception {
    issuer.open(false);
    start("shut", "agent", "TOKENS", token("shut"));
    said("shut", "cannot be asked, as no login to it was had: ");
    issuer.open(true);
    said("shut", "topics are missing, or not to be seen by us");
    supervisor.kill("shut");
    assertThat(log("shut")).containsOnlyOnce("no login to it was had");
  }

  @Test
  void aTicketOfKerberos() throws Exception {
    Map<String, String> client = new HashMap<>(believing("PEM"));
    client.put("security.protocol", "SASL_SSL");
    client.put("sasl.mechanism", "GSSAPI");
    client.put("sasl.kerberos.service.name", "kafka");
    client.put("sasl.jaas.config", kdc.login("guard"));
    getsIn("ticket", "TICKETS", client, "User:guard");
  }

  private static Map<String, String> token(String name) throws Exception {
    Map<String, String> client = new HashMap<>(believing("PEM"));
    client.put("security.protocol", "SASL_SSL");
    client.put("sasl.mechanism", "OAUTHBEARER");
    client.put("sasl.jaas.config", OAUTH + "LoginModule required;");
    client.put("sasl.login.callback.handler.class", OAUTH + "LoginCallbackHandler");
    client.put("sasl.oauthbearer.token.endpoint.url", issuer.tokens());
    client.put("sasl.oauthbearer.client.credentials.client.id", name);
    client.put("sasl.oauthbearer.client.credentials.client.secret", name + "-secret");
    return client;
  }

  private static Map<String, String> believing(String type) throws Exception {
    Certificates authority = broker.authority();
    return type.equals("PEM")
        ? Map.of(
            "security.protocol", "SSL",
            "ssl.truststore.type", "PEM",
            "ssl.truststore.location", authority.certificate().toString())
        : Map.of(
            "security.protocol",
            "SSL",
            "ssl.truststore.type",
            type,
            "ssl.truststore.location",
            authority.trustStore().toString(),
            "ssl.truststore.password",
            Certificates.SECRET);
  }

  /** It is known, and may do nothing; with its rights it says which hosts there are. */
  private static void getsIn(
      String name, String listener, Map<String, String> client, String principal) throws Exception {
    start(name, "agent", listener, client);
    said(name, "topics are missing, or not to be seen by us");
    long before = saidOfHosts();
    new ClusterSetup(admin).apply(plan(Map.of(Party.AGENT, principal)));
    said(name, "answers again");
    assertThat(Wait.until(PATIENCE, () -> saidOfHosts() > before)).as(log(name)).isTrue();
    supervisor.kill(name);
  }

  private static void start(String name, String kind, String listener, Map<String, String> client)
      throws IOException {
    Properties properties = new Properties();
    properties.putAll(client);
    Path file = directory.resolve(name + ".properties");
    try (Writer writer = Files.newBufferedWriter(file)) {
      properties.store(writer, "");
    }
    List<String> arguments = new ArrayList<>();
    arguments.addAll(List.of("--bootstrap", broker.address(listener)));
    arguments.addAll(List.of("--kafka-config", file.toString()));
    arguments.addAll(List.of("--host", Services.hostName() + '-' + name));
    arguments.addAll(List.of("--metrics-port", "" + Ports.free()));
    List<String> options = List.of("-D" + KRB5 + "=" + kdc.configuration());
    var _ = supervisor.start(new JvmService(name, kind, options, arguments, Map.of()));
  }

  private static void said(String name, String words) {
    assertThat(Wait.until(PATIENCE, () -> log(name).contains(words)))
        .as("%s in %s", words, log(name))
        .isTrue();
  }

  private static long saidOfHosts() {
    TopicPartition inventory = new TopicPartition(Topic.INVENTORY.topicName(), 0);
    try {
      return admin
          .listOffsets(Map.of(inventory, OffsetSpec.latest()))
          .partitionResult(inventory)
          .get()
          .offset();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static String log(String name) {
    Path file = data.log(name);
    try {
      return Files.exists(file) ? Files.readString(file) : "";
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
