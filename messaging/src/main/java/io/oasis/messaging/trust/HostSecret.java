package io.oasis.messaging.trust;

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
import java.util.concurrent.ConcurrentHashMap;
import org.apache.kafka.common.header.Headers;

/**
 * The managers' secret of which every host's key is made: nothing is kept of a host, and no host
 * can make another's. Its file has one secret a line; the first makes tokens, all of them check, so
 * that a secret can be changed without a gap.
 *
 * <p>Law: of the topics that managers hear, a record is let in that is sealed with a key of one of
 * these secrets, byte for byte; and it may say what its {@link Speaker} may.
 */
public final class HostSecret implements Gate {
  private static final String START = "oasis-host-secret-v1";

  /** Keys that are remembered; made-up names would take the memory, as each costs 2 us only. */
  private static final int MOST_KEYS = 10_000;

  /** Who sealed a record; known once it was let in. */
  private record Sealed(String secretId, String scope, byte[] seal) {
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

  private final Map<String, byte[]> secrets;
  private final Map<String, byte[]> keys = new ConcurrentHashMap<>();

  private HostSecret(List<byte[]> secrets) {
    this.secrets = new LinkedHashMap<>();
    secrets.forEach(secret -> this.secrets.put(idOf(secret), secret));
  }

  /** A new one. */
  public static HostSecret generate() {
    byte[] bytes = new byte[HostToken.BYTES];
    new SecureRandom().nextBytes(bytes);
    return new HostSecret(List.of(bytes));
  }

  /**
   * @throws KeyException when the file cannot be read, is open to others, or holds no secret
   */
  public static HostSecret read(Path file) {
    List<byte[]> found = new ArrayList<>();
    for (String line : KeyFiles.readSecret(file).lines().toList()) {
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
    return new HostSecret(found);
  }

  /** With a new secret before those that are there. */
  HostSecret rotated() {
    List<byte[]> all = new ArrayList<>(generate().secrets.values());
    all.add(secrets.values().iterator().next());
    return new HostSecret(all);
  }

  /** The lines of its file. */
  public String text() {
    StringBuilder lines = new StringBuilder();
    for (byte[] secret : secrets.values()) {
      lines.append(START).append(':').append(Base64.getEncoder().encodeToString(secret));
      lines.append('\n');
    }
    return lines.toString();
  }

  /** Of the secrets, the one that makes tokens first. */
  public Set<String> ids() {
    return secrets.keySet();
  }

  /** What this speaker seals with. */
  public HostToken token(Speaker speaker) {
    String id = secrets.keySet().iterator().next();
    return new HostToken(id, speaker, derived(id, speaker.scope()));
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
    Sealed sealed = found.get();
    if (!secrets.containsKey(sealed.secretId())) {
      return Optional.of("sealed with a token of a secret that is not ours: " + secrets.keySet());
    }
    byte[] wanted =
        HostToken.mac(
            key(sealed.secretId(), sealed.scope()), Envelope.of(HostToken.PURPOSE, topic, value));
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

  private byte[] key(String secretId, String scope) {
    String name = secretId + ':' + scope;
    byte[] known = keys.get(name);
    if (known != null) {
      return known;
    }
    byte[] made = derived(secretId, scope);
    if (keys.size() < MOST_KEYS) {
      keys.put(name, made);
    }
    return made;
  }

  private byte[] derived(String secretId, String scope) {
    byte[] secret = secrets.get(secretId);
    if (secret == null) {
      throw new IllegalArgumentException(secretId);
    }
    return HostToken.mac(secret, ("oasis-host-v1\n" + scope).getBytes(StandardCharsets.UTF_8));
  }

  private static String idOf(byte[] secret) {
    byte[] shown = HostToken.mac(secret, "oasis-host-id-v1".getBytes(StandardCharsets.UTF_8));
    return KeyFiles.idOf(shown);
  }
}
