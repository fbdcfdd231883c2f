package io.oasis.distribution.broker;

import io.oasis.configuration.Secrets;
import io.oasis.messaging.Party;
import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The passwords of the broker's principals, made at the first start: one for each {@link Party},
 * one for who administers the broker, one for the broker itself. A file per principal, which is
 * what a client is given as {@code --kafka-config}; who can read it is that principal.
 *
 * <p>Where somebody has put a key with its certificates there before the first start, as {@link
 * #KEY}, and those of who issued them, as {@link #AUTHORITY}, all of it goes over TLS.
 */
public final class BrokerSecrets {
  /** May do everything at the broker. */
  public static final String ADMIN = "admin";

  /** The broker, when it speaks to itself. */
  static final String BROKER = "broker";

  static final String MECHANISM = "SCRAM-SHA-512";

  /** PEM. */
  public static final String KEY = "tls.pem";

  /** PEM. */
  public static final String AUTHORITY = "tls-ca.pem";

  private static final Pattern PASSWORD = Pattern.compile("password=\"([A-Za-z0-9_-]+)\"");

  private final Secrets secrets;

  private BrokerSecrets(Secrets secrets) {
    this.secrets = secrets;
  }

  /** Those in a directory; what is missing is made. */
  public static BrokerSecrets in(Path directory) {
    BrokerSecrets made = new BrokerSecrets(Secrets.in(directory));
    made.text(BROKER);
    made.clients();
    return made;
  }

  /** What clients of a principal are given as {@code --kafka-config}. */
  public Path file(String principal) {
    return secrets.file(principal + ".properties");
  }

  /** The same, read. */
  public Map<String, String> client(String principal) {
    Properties properties = new Properties();
    try {
      properties.load(new StringReader(text(principal)));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Map<String, String> client = new LinkedHashMap<>();
    properties.stringPropertyNames().forEach(key -> client.put(key, properties.getProperty(key)));
    return client;
  }

  /** The passwords of all that are clients, by name. */
  Map<String, String> clients() {
    Map<String, String> passwords = new LinkedHashMap<>();
    passwords.put(ADMIN, password(ADMIN));
    for (Party party : Party.values()) {
      passwords.put(party.word(), password(party.word()));
    }
    return passwords;
  }

  String password(String principal) {
    Matcher found = PASSWORD.matcher(text(principal));
    if (!found.find()) {
      throw new IllegalStateException(file(principal) + " has no password that was made here");
    }
    return found.group(1);
  }

  private String text(String principal) {
    return secrets.text(principal + ".properties", () -> fresh(principal));
  }

  private String fresh(String principal) {
    String module = principal.equals(BROKER) ? "plain.PlainLoginModule" : "scram.ScramLoginModule";
    return """
    security.protocol=%s%s
    sasl.mechanism=%s
    sasl.jaas.config=org.apache.kafka.common.security.%s required username="%s" password="%s";\
    """
        .formatted(
            protocol(),
            hasTls() ? "\nssl.truststore.type=PEM\nssl.truststore.location=" + authority() : "",
            principal.equals(BROKER) ? "PLAIN" : MECHANISM,
            module,
            principal,
            Secrets.fresh());
  }

  /** What clients speak. */
  String protocol() {
    return hasTls() ? "SASL_SSL" : "SASL_PLAINTEXT";
  }

  boolean hasTls() {
    return Files.exists(key());
  }

  Path key() {
    return secrets.file(KEY);
  }

  Path authority() {
    return secrets.file(AUTHORITY);
  }
}
