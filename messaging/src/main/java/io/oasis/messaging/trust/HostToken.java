package io.oasis.messaging.trust;

import io.oasis.protocol.Speaker;
import io.oasis.protocol.Topic;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Base64;
import java.util.EnumSet;
import java.util.Set;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.apache.kafka.common.header.Headers;

/**
 * What a host seals its records with: HMAC-SHA-256 (RFC 2104) with a key that is made of the
 * managers' {@link HostSecret} and of whom the host may speak. Its file is one line.
 */
public final class HostToken implements Seal {
  static final String HEADER = "oasis-seal";
  static final String PURPOSE = "oasis-seal-v1";
  static final String ALGORITHM = "HmacSHA256";

  /** Bytes of HMAC-SHA-256, of keys as of seals. */
  static final int BYTES = 32;

  /** Those that managers hear, and no others. */
  static final Set<Topic> TOPICS =
      EnumSet.of(Topic.REQUESTS, Topic.USAGE, Topic.OUTCOMES, Topic.INVENTORY, Topic.GUARD_RAILS);

  private static final String START = "oasis-host-token-v1";

  private final String secretId;
  private final Speaker speaker;
  private final byte[] key;

  HostToken(String secretId, Speaker speaker, byte[] key) {
    this.secretId = secretId;
    this.speaker = speaker;
    this.key = key.clone();
  }

  /**
   * @throws KeyException when the file cannot be read, is open to others, or holds no token
   */
  public static HostToken read(Path file) {
    String[] parts = KeyFiles.readSecret(file).strip().split(":", -1);
    try {
      byte[] key = Base64.getDecoder().decode(parts[parts.length - 1]);
      if (parts.length == 4 && parts[0].equals(START) && key.length == BYTES) {
        return new HostToken(parts[1], Speaker.parse(parts[2]), key);
      }
    } catch (IllegalArgumentException e) {
      throw new KeyException(file + ": holds no token of a host (" + e.getMessage() + ")", e);
    }
    throw new KeyException(file + ": holds no token of a host", null);
  }

  /** The line of its file. */
  public String text() {
    return String.join(
            ":", START, secretId, speaker.scope(), Base64.getEncoder().encodeToString(key))
        + '\n';
  }

  /** Who seals with it. */
  public Speaker speaker() {
    return speaker;
  }

  @Override
  public void put(Topic topic, Headers headers, byte[] value) {
    if (TOPICS.contains(topic)) {
      byte[] seal = mac(key, Envelope.of(PURPOSE, topic, value));
      String text =
          String.join(":", secretId, speaker.scope(), Base64.getEncoder().encodeToString(seal));
      Envelope.put(headers, HEADER, text);
    }
  }

  static byte[] mac(byte[] key, byte[] text) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key, ALGORITHM));
      return mac.doFinal(text);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
