package io.oasis.messaging;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.kafka.common.config.SaslConfigs;
import org.apache.kafka.common.config.internals.BrokerSecurityConfigs;
import org.apache.kafka.common.security.oauthbearer.ClientJwtValidator;
import org.apache.kafka.common.security.oauthbearer.OAuthBearerLoginModule;
import org.jspecify.annotations.Nullable;

/**
 * Clients that log in with tokens (OAUTHBEARER). Kafka lets them fetch one only where properties of
 * the JVM say, for programs whose clients strangers configure. Ours are configured by a file of the
 * operator's, which may also name any class to be loaded: what it names is allowed.
 */
final class Tokens {
  private static final List<String> FILES =
      List.of(
          SaslConfigs.SASL_OAUTHBEARER_ASSERTION_FILE,
          SaslConfigs.SASL_OAUTHBEARER_ASSERTION_PRIVATE_KEY_FILE,
          SaslConfigs.SASL_OAUTHBEARER_ASSERTION_TEMPLATE_FILE);

  /** Else a client waits for ever for an identity provider that has fallen silent. */
  private static final String PATIENCE_MILLIS = "5000";

  private Tokens() {}

  static void prepare(Map<String, String> client) {
    if (OAuthBearerLoginModule.OAUTHBEARER_MECHANISM.equals(
        client.get(SaslConfigs.SASL_MECHANISM))) {
      // The other check is a broker's, and needs a library that clients do not bring.
      client.putIfAbsent(
          SaslConfigs.SASL_OAUTHBEARER_JWT_VALIDATOR_CLASS, ClientJwtValidator.class.getName());
      client.putIfAbsent(SaslConfigs.SASL_LOGIN_CONNECT_TIMEOUT_MS, PATIENCE_MILLIS);
      client.putIfAbsent(SaslConfigs.SASL_LOGIN_READ_TIMEOUT_MS, PATIENCE_MILLIS);
      allow(client);
    }
  }

  /** Besides what was allowed before. */
  private static synchronized void allow(Map<String, String> client) {
    allow(
        BrokerSecurityConfigs.ALLOWED_SASL_OAUTHBEARER_URLS_CONFIG,
        client.get(SaslConfigs.SASL_OAUTHBEARER_TOKEN_ENDPOINT_URL));
    FILES.forEach(
        key -> allow(BrokerSecurityConfigs.ALLOWED_SASL_OAUTHBEARER_FILES_CONFIG, client.get(key)));
  }

  private static void allow(String property, @Nullable String place) {
    if (place == null) {
      return;
    }
    Set<String> all = new LinkedHashSet<>(List.of(System.getProperty(property, "").split(",")));
    all.remove("");
    all.add(place);
    System.setProperty(property, String.join(",", all));
  }
}
