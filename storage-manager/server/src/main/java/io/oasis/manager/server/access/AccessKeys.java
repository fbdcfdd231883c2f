package io.oasis.manager.server.access;

import io.oasis.configuration.ClosedPath;
import io.oasis.configuration.Key;
import io.oasis.configuration.Settings;
import io.oasis.configuration.UsageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SNIHostName;

/** The keys that say who may ask, and over which connection. */
public final class AccessKeys {
  private static final Key<Optional<Path>> TOKENS =
      Key.file("token-dir", "of this host's token files; empty: access in state-dir");

  private static final Key<Optional<String>> ISSUER =
      new Key<>(
          "jwt-issuer",
          "URL",
          "an http:// or https:// URL",
          "",
          "issuer of JWTs (OpenID Connect)",
          AccessKeys::url);

  private static final Key<Optional<Path>> KEYS_FILE =
      Key.file("jwt-keys", "JWK set in a file, in place of the issuer's own");

  private static final Key<String> AUDIENCE =
      Key.text("jwt-audience", "name", "oasis", "audience that a JWT must name");

  private static final Key<String> ROLES =
      Key.text("jwt-roles", "name", "roles", "claim of a JWT that names roles; a.b: b in a");

  private static final Key<Optional<Path>> CERTIFICATE_ROLES =
      Key.file("certificate-roles", "lines of a role and the subject of a client certificate");

  private static final Key<Boolean> OPEN_METRICS =
      Key.flag("open-metrics", false, "whether /actuator/prometheus needs no role");

  private static final Key<Optional<Path>> TLS_CERTIFICATE =
      Key.file("tls-certificate", "PEM chain; with it HTTPS is spoken instead of HTTP");

  private static final Key<Optional<Path>> TLS_KEY = Key.file("tls-key", "private key in PEM");

  private static final Key<Optional<Path>> TLS_CLIENTS =
      Key.file("tls-client-ca", "PEM; whose client certificates are believed");

  private static final Key<Optional<Path>> TLS_PEERS =
      Key.file("tls-peer-ca", "PEM; whose certificates of other managers are believed");

  private static final Key<Optional<String>> TLS_PEER_NAME =
      new Key<>(
          "tls-peer-name",
          "name",
          "a host's name",
          "",
          "that certificates of other managers may have in place of a numeric address",
          AccessKeys::hostName);

  /** All of them. */
  public static final List<Key<?>> ALL =
      List.of(
          TOKENS,
          ISSUER,
          KEYS_FILE,
          AUDIENCE,
          ROLES,
          CERTIFICATE_ROLES,
          OPEN_METRICS,
          TLS_CERTIFICATE,
          TLS_KEY,
          TLS_CLIENTS,
          TLS_PEERS,
          TLS_PEER_NAME);

  private AccessKeys() {}

  public static AccessConfig access(Settings settings, Path stateDir) {
    return new AccessConfig(
        settings.get(TOKENS).orElse(stateDir.resolve("access")),
        settings.get(ISSUER),
        believed(KEYS_FILE, settings),
        settings.get(AUDIENCE),
        settings.get(ROLES),
        believed(CERTIFICATE_ROLES, settings),
        settings.get(OPEN_METRICS));
  }

  public static TlsConfig tls(Settings settings) {
    Optional<Path> certificate = readable(TLS_CERTIFICATE, settings);
    Optional<Path> key = readable(TLS_KEY, settings);
    if (certificate.isPresent() != key.isPresent()) {
      throw new UsageException(TLS_KEY.name(), "", "must be given with " + TLS_CERTIFICATE.name());
    }
    Optional<Path> clients = believed(TLS_CLIENTS, settings);
    if (clients.isPresent() && certificate.isEmpty()) {
      throw new UsageException(TLS_CLIENTS.name(), "", "needs " + TLS_CERTIFICATE.name());
    }
    Optional<Path> peers = believed(TLS_PEERS, settings);
    if (peers.isPresent() && certificate.isEmpty()) {
      throw new UsageException(TLS_PEERS.name(), "", "needs " + TLS_CERTIFICATE.name());
    }
    Optional<String> peerName = settings.get(TLS_PEER_NAME);
    if (peerName.isPresent() && certificate.isEmpty()) {
      throw new UsageException(TLS_PEER_NAME.name(), "", "needs " + TLS_CERTIFICATE.name());
    }
    return new TlsConfig(certificate, key, clients, peers, peerName);
  }

  private static Optional<Path> readable(Key<Optional<Path>> key, Settings settings) {
    Optional<Path> file = settings.get(key);
    file.filter(path -> !Files.isReadable(path))
        .ifPresent(
            path -> {
              throw new UsageException(key.name(), path.toString(), "must be a readable file");
            });
    return file;
  }

  /** Says who may do what, so nobody else may write to it. */
  private static Optional<Path> believed(Key<Optional<Path>> key, Settings settings) {
    Optional<Path> file = readable(key, settings);
    file.ifPresent(
        path ->
            objection(path)
                .ifPresent(
                    why -> {
                      throw new UsageException(
                          key.name(), path.toString(), "must be closed to others, but " + why);
                    }));
    return file;
  }

  private static Optional<String> objection(Path file) {
    try {
      return ClosedPath.objection(file);
    } catch (IOException e) {
      return Optional.of("it cannot be looked at (" + e + ")");
    }
  }

  private static Optional<String> hostName(String text) {
    Optional<String> given = Optional.of(text).filter(name -> !name.isEmpty());
    given.ifPresent(SNIHostName::new);
    return given;
  }

  private static Optional<String> url(String text) {
    if (!text.isEmpty() && !text.matches("https?://.+")) {
      throw new IllegalArgumentException(text);
    }
    return Optional.of(text).filter(given -> !given.isEmpty());
  }
}
