package io.oasis.messaging.trust;

import io.oasis.protocol.Topic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.stream.Stream;
import org.apache.kafka.common.header.Headers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of the managers whose word counts: a PEM file, or a directory of such files
 * ({@code *.pem}). Several, so that a key can be changed without a gap.
 *
 * <p>Law: {@link Topic#SETTINGS} lets in what one of these keys has signed, byte for byte, and
 * nothing else; other topics are not asked. A record with an unknown key has the files read again,
 * at most once in {@link #LOOK}: a new key needs no restart. Files that cannot be read then leave
 * the keys that are known. A key that was taken out of the files counts until the next look, which
 * comes after {@link #LOOK} at the latest.
 */
public final class TrustedKeys implements Gate {
  /** A flood of unknown keys costs one look at the files in this time. */
  static final Duration LOOK = Duration.ofSeconds(5);

  static final String PUBLIC = "PUBLIC KEY";

  /** Of a signature, in Base64. */
  private static final int MOST_SIGNATURE_CHARS = 100;

  private static final Logger LOG = LoggerFactory.getLogger(TrustedKeys.class);

  private final Optional<Path> source;
  private final LongSupplier nanos;
  private volatile Map<String, PublicKey> keys;
  private long lookedAt;

  private TrustedKeys(Optional<Path> source, Map<String, PublicKey> keys, LongSupplier nanos) {
    this.source = source;
    this.keys = keys;
    this.nanos = nanos;
    this.lookedAt = nanos.getAsLong();
  }

  static TrustedKeys of(List<PublicKey> keys) {
    return new TrustedKeys(Optional.empty(), byId(keys), System::nanoTime);
  }

  /**
   * @param source a file, or a directory of files
   * @throws KeyException when it cannot be read, others may write to it, or it holds no key
   */
  public static TrustedKeys read(Path source) {
    return read(source, System::nanoTime);
  }

  static TrustedKeys read(Path source, LongSupplier nanos) {
    return new TrustedKeys(Optional.of(source), load(source), nanos);
  }

  /** Of the keys. */
  public Set<String> ids() {
    return Set.copyOf(keys.keySet());
  }

  @Override
  public Optional<String> refusal(Topic topic, Headers headers, byte[] value) {
    if (topic != Topic.SETTINGS) {
      return Optional.empty();
    }
    Optional<String> header = Envelope.text(headers, SigningKey.HEADER);
    if (header.isEmpty()) {
      return Optional.of("not signed; keys that are trusted: " + keys.keySet());
    }
    lookIfDue();
    int colon = header.get().indexOf(':');
    String id = colon < 0 ? "" : header.get().substring(0, colon);
    if (!keys.containsKey(id)) {
      return Optional.of("signed with a key that is not trusted; those that are: " + keys.keySet());
    }
    return isSigned(topic, value, id, bytes(header.get().substring(colon + 1)))
        ? Optional.empty()
        : Optional.of("its signature is not that of key " + id);
  }

  boolean isSigned(Topic topic, byte[] value, String id, byte[] bytes) {
    PublicKey key = keys.get(id);
    if (key == null) {
      return false;
    }
    try {
      Signature signature = Signature.getInstance(SigningKey.ALGORITHM);
      signature.initVerify(key);
      signature.update(Envelope.of(SigningKey.PURPOSE, topic, value));
      return signature.verify(bytes);
    } catch (GeneralSecurityException e) {
      return false; // as its length or form cannot be those of a signature
    }
  }

  private static byte[] bytes(String base64) {
    try {
      return base64.length() > MOST_SIGNATURE_CHARS
          ? new byte[0]
          : Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return new byte[0];
    }
  }

  private synchronized void lookIfDue() {
    long now = nanos.getAsLong();
    if (source.isEmpty() || now - lookedAt < LOOK.toNanos()) {
      return;
    }
    lookedAt = now;
    try {
      Map<String, PublicKey> fresh = load(source.get());
      if (!fresh.keySet().equals(keys.keySet())) {
        LOG.info("managers' keys that are trusted now: {}", fresh.keySet());
      }
      keys = fresh;
    } catch (KeyException e) {
      LOG.warn("the managers' keys stay as they are: {}", e.getMessage());
    }
  }

  private static Map<String, PublicKey> load(Path source) {
    Map<String, PublicKey> found = new LinkedHashMap<>();
    for (Path file : files(source)) {
      try {
        KeyFactory factory = KeyFactory.getInstance(SigningKey.ALGORITHM);
        for (byte[] block : KeyFiles.blocks(KeyFiles.readTrusted(file), PUBLIC)) {
          found.put(KeyFiles.idOf(block), factory.generatePublic(new X509EncodedKeySpec(block)));
        }
      } catch (GeneralSecurityException | IllegalArgumentException e) {
        throw new KeyException(file + ": holds no Ed25519 key (" + e.getMessage() + ")", e);
      }
    }
    if (found.isEmpty()) {
      throw new KeyException(source + ": holds no public key", null);
    }
    return found;
  }

  private static List<Path> files(Path source) {
    if (!Files.isDirectory(source)) {
      return List.of(source);
    }
    try (Stream<Path> all = Files.list(source)) {
      return all.filter(file -> file.getFileName().toString().endsWith(".pem")).sorted().toList();
    } catch (IOException e) {
      throw new KeyException(source + ": cannot be read (" + e + ")", e);
    }
  }

  private static Map<String, PublicKey> byId(List<PublicKey> keys) {
    Map<String, PublicKey> map = new LinkedHashMap<>();
    keys.forEach(key -> map.put(KeyFiles.idOf(key.getEncoded()), key));
    return map;
  }
}
