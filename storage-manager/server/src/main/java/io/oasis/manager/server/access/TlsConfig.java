package io.oasis.manager.server.access;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * HTTPS; the files are read again when they change.
 *
 * @param certificate chain in PEM; absent: plain HTTP
 * @param key private key in PEM
 * @param clientAuthorities in PEM, whose client certificates are believed; absent: none is asked
 *     for
 * @param peerAuthorities in PEM, whose certificates of other managers are believed; absent: those
 *     that Java believes
 * @param peerName that certificates of other managers may have where these are reached by a numeric
 *     address; absent: they must name that address
 */
public record TlsConfig(
    Optional<Path> certificate,
    Optional<Path> key,
    Optional<Path> clientAuthorities,
    Optional<Path> peerAuthorities,
    Optional<String> peerName) {
  /** The bundle of those who are believed to be managers. */
  public static final String PEERS = "oasis-peers";

  private static final String BUNDLES = "spring.ssl.bundle.pem.";
  private static final String BUNDLE = BUNDLES + "oasis.";

  public TlsConfig {
    if (certificate.isPresent() != key.isPresent()) {
      throw new IllegalArgumentException("certificate and key: must be given together");
    }
    if (clientAuthorities.isPresent() && certificate.isEmpty()) {
      throw new IllegalArgumentException("client authorities: need a certificate of our own");
    }
  }

  public boolean isOn() {
    return certificate.isPresent();
  }

  /** As Spring's properties: a bundle that is reloaded, and a server that uses it. */
  public Map<String, Object> properties() {
    Map<String, Object> properties = new LinkedHashMap<>();
    if (certificate.isEmpty() || key.isEmpty()) {
      return properties;
    }
    properties.put(BUNDLE + "reload-on-update", true);
    properties.put(BUNDLE + "keystore.certificate", file(certificate.get()));
    properties.put(BUNDLE + "keystore.private-key", file(key.get()));
    properties.put("server.ssl.bundle", "oasis");
    properties.put("server.ssl.enabled-protocols", "TLSv1.3,TLSv1.2");
    clientAuthorities.ifPresent(
        authorities -> {
          properties.put(BUNDLE + "truststore.certificate", file(authorities));
          properties.put("server.ssl.client-auth", "want");
        });
    peerAuthorities.ifPresent(
        authorities ->
            properties.put(BUNDLES + PEERS + ".truststore.certificate", file(authorities)));
    return properties;
  }

  private static String file(Path path) {
    return path.toAbsolutePath().toUri().toString();
  }
}
