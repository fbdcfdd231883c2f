package io.oasis.messaging.trust;

import io.oasis.protocol.HostId;
import io.oasis.protocol.Message;
import io.oasis.protocol.Speaker;
import io.oasis.protocol.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.apache.kafka.common.header.Headers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The managers' secret of which every host's key is made: nothing is kept of a host, and no host
 * can make another's. Its file has one secret a line; the first makes tokens, all of them check, so
 * that a secret can be changed without a gap. Further lines name tokens that were taken back.
 *
 * <p>Law: of the topics that managers hear, a record is let in that is sealed with a key of one of
 * these secrets, byte for byte, and not taken back; and it may say what its {@link Speaker} may.
 * The file is read again when records come, every {@link TrustedKeys#LOOK}; while it cannot be
 * read, what was read before holds.
 */
public final class HostSecret implements Gate {
  private static final String START = "oasis-host-secret-v1";
  private static final String REVOKED = "oasis-host-revoked-v1";
  private static final Logger LOG = LoggerFactory.getLogger(HostSecret.class);

  /** Keys that are remembered; made-up names would take the memory, as each costs 2 us only. */
  private static final int MOST_KEYS = 10_000;

  /** Who sealed a record; known once it was let in. */
  private record Sealed(String secretId, String scope, byte[] seal) {
    /** The first of the scope, whose token it is. */
    String host() {
      int end = scope.indexOf(Speaker.AND);
      return end < 0 ? scope : scope.substring(0, end);
    }

    @SuppressWarnings("StringSplitter") // three parts or nothing
    static Optional<Sealed> in(Headers headers) {
      String[] parts = Envelope.text(headers, HostToken.HEADER).orElse("").split(":", -1);
      if (parts.length != 3) {
        return Optional.empty();
      }
      try {
        return Optional.of(new Sealed(parts[0], parts[1], Base64.getDecoder().decode(parts[2])));
      } catch (IllegalArgumentException e) {
        return Optional.empty();
      }
    }
  }

  /** What is in the file: secrets by id, and tokens that do not count, as id and host. */
  private record Content(Map<String, byte[]> secrets, Set<String> revoked) {
    static Content of(List<byte[]> all, Set<String> revoked) {
      Map<String, byte[]> secrets = new LinkedHashMap<>();
      all.forEach(secret -> secrets.put(idOf(secret), secret));
      Set<String> ofThese = new TreeSet<>(revoked);
      ofThese.removeIf(each -> !secrets.containsKey(each.substring(0, each.indexOf(':'))));
      return new Content(secrets, ofThese);
    }
  }

  private final Optional<Path> source;
  private final LongSupplier nanos;
  private final Map<String, byte[]> keys = new ConcurrentHashMap<>();
  private volatile Content content;
  private long lookedAt;

  private HostSecret(Optional<Path> source, Content content, LongSupplier nanos) {
    this.source = source;
    this.content = content;
    this.nanos = nanos;
    this.lookedAt = nanos.getAsLong();
  }

  private static HostSecret of(List<byte[]> secrets, Set<String> revoked) {
    return new HostSecret(Optional.empty(), Content.of(secrets, revoked), System::nanoTime);
  }

  /** A new one. */
  public static HostSecret generate() {
    byte[] bytes = new byte[HostToken.BYTES];
    new SecureRandom().nextBytes(bytes);
    return of(List.of(bytes), Set.of());
  }

  /**
   * @throws KeyException when the file cannot be read, is open to others, or holds no secret
   */
  public static HostSecret read(Path file) {
    return read(file, System::nanoTime);
  }

  static HostSecret read(Path file, LongSupplier nanos) {
    return new HostSecret(Optional.of(file), load(file), nanos);
  }

  private static Content load(Path file) {
    List<byte[]> found = new ArrayList<>();
    Set<String> revoked = new TreeSet<>();
    for (String line : KeyFiles.readSecret(file).lines().toList()) {
      if (line.matches(REVOKED + ":[^:]+:[^:]+")) {
        revoked.add(line.substring(REVOKED.length() + 1));
        continue;
      }
      try {
        byte[] secret = Base64.getDecoder().decode(line.substring(line.indexOf(':') + 1).strip());
        if (!line.startsWith(START + ':') || secret.length != HostToken.BYTES) {
          throw new IllegalArgumentException("a line is none");
        }
        found.add(secret);
      } catch (IllegalArgumentException e) {
        throw new KeyException(file + ": holds no secret of hosts (" + e.getMessage() + ")", e);
      }
    }
    if (found.isEmpty()) {
      throw new KeyException(file + ": holds no secret of hosts", null);
    }
    return Content.of(found, revoked);
  }

  /** With a new secret before those that are there. */
  HostSecret rotated() {
    List<byte[]> all = new ArrayList<>(generate().content.secrets.values());
    all.add(content.secrets.values().iterator().next());
    return of(all, content.revoked);
  }

  /** Without the tokens that a host has of these secrets; it can have one of the next. */
  HostSecret without(HostId host) {
    Set<String> revoked = new TreeSet<>(content.revoked);
    ids().forEach(id -> revoked.add(id + ':' + host));
    return of(List.copyOf(content.secrets.values()), revoked);
  }

  /** The lines of its file. */
  public String text() {
    StringBuilder lines = new StringBuilder();
    for (byte[] secret : content.secrets.values()) {
      lines.append(START).append(':').append(Base64.getEncoder().encodeToString(secret));
      lines.append('\n');
    }
    content.revoked.forEach(each -> lines.append(REVOKED).append(':').append(each).append('\n'));
    return lines.toString();
  }

  /** Of the secrets, the one that makes tokens first. */
  public Set<String> ids() {
    return content.secrets.keySet();
  }

  /** Of each secret a key for what managers say to each other; no host's token gives one. */
  public List<byte[]> callKeys() {
    lookIfDue();
    return content.secrets.values().stream().map(CallKey::of).toList();
  }

  /** What this speaker seals with. */
  public HostToken token(Speaker speaker) {
    Map.Entry<String, byte[]> newest = content.secrets.entrySet().iterator().next();
    return new HostToken(newest.getKey(), speaker, derived(newest.getValue(), speaker.scope()));
  }

  /** What managers seal with. */
  public HostToken ofManagers() {
    return token(new Speaker.Manager());
  }

  /** Who sealed a record; to be asked of one that was let in. */
  public Optional<Speaker> speaker(Headers headers) {
    return Sealed.in(headers).map(Sealed::scope).map(Speaker::parse);
  }

  @Override
  public Optional<String> refusal(Topic topic, Headers headers, byte[] value) {
    if (!HostToken.TOPICS.contains(topic)) {
      return Optional.empty();
    }
    Optional<Sealed> found = Sealed.in(headers);
    if (found.isEmpty()) {
      return Optional.of("not sealed by any host; give its agent and adapter a --host-token");
    }
    lookIfDue();
    Sealed sealed = found.get();
    Content known = content;
    byte[] secret = known.secrets.get(sealed.secretId());
    if (secret == null) {
      return Optional.of(
          "sealed with a token of a secret that is not ours: " + known.secrets.keySet());
    }
    if (known.revoked.contains(sealed.secretId() + ':' + sealed.host())) {
      return Optional.of("the token of host %s was taken back".formatted(sealed.host()));
    }
    byte[] wanted =
        HostToken.mac(key(sealed, secret), Envelope.of(HostToken.PURPOSE, topic, value));
    return MessageDigest.isEqual(wanted, sealed.seal())
        ? Optional.empty()
        : Optional.of("its seal is not that of the host it names");
  }

  @Override
  public Optional<String> objection(Topic topic, Headers headers, Message message) {
    return HostToken.TOPICS.contains(topic)
        ? speaker(headers).flatMap(speaker -> speaker.objection(message))
        : Optional.empty();
  }

  private synchronized void lookIfDue() {
    long now = nanos.getAsLong();
    if (source.isEmpty() || now - lookedAt < TrustedKeys.LOOK.toNanos()) {
      return;
    }
    lookedAt = now;
    try {
      Content fresh = load(source.get());
      if (!fresh.revoked.equals(content.revoked) || !fresh.secrets.keySet().equals(ids())) {
        LOG.info(
            "secrets of hosts now: {}; tokens taken back: {}",
            fresh.secrets.keySet(),
            fresh.revoked);
        keys.clear();
      }
      content = fresh;
    } catch (KeyException e) {
      LOG.warn("the secrets of hosts stay as they are: {}", e.getMessage());
    }
  }

  private byte[] key(Sealed sealed, byte[] secret) {
    String name = sealed.secretId() + ':' + sealed.scope();
    byte[] known = keys.get(name);
    if (known != null) {
      return known;
    }
    byte[] made = derived(secret, sealed.scope());
    if (keys.size() < MOST_KEYS) {
      keys.put(name, made);
    }
    return made;
  }

  private static byte[] derived(byte[] secret, String scope) {
    return HostToken.mac(secret, ("oasis-host-v1\n" + scope).getBytes(StandardCharsets.UTF_8));
  }

  private static String idOf(byte[] secret) {
    byte[] shown = HostToken.mac(secret, "oasis-host-id-v1".getBytes(StandardCharsets.UTF_8));
    return KeyFiles.idOf(shown);
  }
}
