package io.oasis.distribution;

import io.oasis.messaging.trust.HostSecret;
import io.oasis.messaging.trust.KeyDirectory;
import io.oasis.messaging.trust.Seal;
import io.oasis.messaging.trust.SigningKey;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Speaker;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The keys of the services of this host, made when they start for the first time. */
final class Keys {
  private final KeyDirectory directory;
  private final String host;

  /**
   * @param root of the instance's data
   * @param host what agent and adapter call this host
   */
  Keys(Path root, String host) {
    this.directory = new KeyDirectory(root.resolve("keys"));
    this.host = host;
  }

  /** Makes what is missing; the host's token is made anew, in case its secret is another. */
  void make() {
    try {
      directory.make();
      directory.token(new Speaker.Host(new HostId(host), List.of()), Optional.of(token()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What a service of this kind is told of them. */
  List<String> options(String kind) {
    return switch (kind) {
      case "manager" ->
          List.of(
              "--signing-key",
              directory.signing().toString(),
              "--host-secret",
              directory.hosts().toString());
      case "adapter" ->
          List.of("--trust", directory.trust().toString(), "--host-token", token().toString());
      default -> List.of("--host-token", token().toString());
    };
  }

  /** As this instance's managers mark what they send. */
  Seal ofManagers() {
    return SigningKey.read(directory.signing())
        .and(HostSecret.read(directory.hosts()).ofManagers());
  }

  private Path token() {
    return directory.hosts().resolveSibling("host.token");
  }
}
