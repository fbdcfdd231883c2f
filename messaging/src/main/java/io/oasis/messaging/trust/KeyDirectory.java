package io.oasis.messaging.trust;

import io.oasis.protocol.HostId;
import io.oasis.protocol.Speaker;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The directory that keys are kept in, open to its owner only: {@code signing.pem} of the managers,
 * {@code next.pem} while a new one is being handed out, {@code hosts.secret}, and below {@code
 * trust} what adapters are given.
 */
public final class KeyDirectory {
  private final Path root;

  public KeyDirectory(Path root) {
    this.root = root;
  }

  /**
   * Makes what is missing.
   *
   * @return whether anything was
   */
  public boolean make() throws IOException {
    KeyFiles.makePrivate(root);
    Files.createDirectories(trust());
    boolean made = false;
    if (!Files.exists(signing())) {
      SigningKey key = SigningKey.generate();
      show(key);
      KeyFiles.writeSecret(signing(), key.pem());
      made = true;
    }
    if (!Files.exists(hosts())) {
      KeyFiles.writeSecret(hosts(), HostSecret.generate().text());
      made = true;
    }
    return made;
  }

  /**
   * The first half of changing the managers' key: a new one is made, and its public half is put
   * among those to be trusted. Nothing is signed with it before {@link #use}.
   *
   * @return its id
   */
  public String prepare() throws IOException {
    SigningKey key = SigningKey.generate();
    show(key);
    KeyFiles.writeSecret(next(), key.pem());
    return key.id();
  }

  /**
   * The second half, once every adapter has the new public key: managers that are started from now
   * on sign with it.
   *
   * @return its id; nothing when none was prepared
   */
  public Optional<String> use() throws IOException {
    if (!Files.exists(next())) {
      return Optional.empty();
    }
    SigningKey key = SigningKey.read(next());
    Files.move(next(), signing(), java.nio.file.StandardCopyOption.ATOMIC_MOVE);
    return Optional.of(key.id());
  }

  /** Makes a new secret of hosts; tokens of the present one still count, those before it do not. */
  public void rotateHosts() throws IOException {
    KeyFiles.writeSecret(hosts(), HostSecret.read(hosts()).rotated().text());
  }

  /** Takes back the tokens of a host; managers see it within seconds. */
  public void revoke(HostId host) throws IOException {
    KeyFiles.writeSecret(hosts(), HostSecret.read(hosts()).without(host).text());
  }

  /** Writes a speaker's token into {@code token-HOST}, or where it is told to. */
  public Path token(Speaker.Host speaker, Optional<Path> where) throws IOException {
    Path file = where.orElse(root.resolve("token-" + speaker.host().value().replace('/', '_')));
    KeyFiles.writeSecret(file, HostSecret.read(hosts()).token(speaker).text());
    return file;
  }

  public Path signing() {
    return root.resolve("signing.pem");
  }

  public Path next() {
    return root.resolve("next.pem");
  }

  public Path hosts() {
    return root.resolve("hosts.secret");
  }

  public Path trust() {
    return root.resolve("trust");
  }

  /** The public keys that are handed out. */
  public List<Path> shown() throws IOException {
    try (Stream<Path> all = Files.list(trust())) {
      return all.filter(file -> file.toString().endsWith(".pem")).sorted().toList();
    }
  }

  private void show(SigningKey key) throws IOException {
    KeyFiles.writePublic(trust().resolve(key.id() + ".pem"), key.publicPem());
  }
}
