package io.oasis.manager.server.access;

import io.oasis.configuration.Secrets;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * Lines that every manager with the same {@code session.key} knows as said by one of them. The
 * first says of what kind they are: a role begins a session's, {@code link} a link's.
 */
final class Signed {
  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;

  Signed(Path directory) {
    String secret = Secrets.in(directory).text("session.key", Secrets::fresh);
    this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
  }

  /** In letters, digits, '-', '_' and a dot. */
  String of(String said) {
    byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
    return text(bytes) + '.' + text(signature(bytes));
  }

  /** What was said; empty when it was nobody with this key. */
  Optional<String> said(String signed) {
    int dot = signed.indexOf('.');
    try {
      byte[] said = Base64.getUrlDecoder().decode(signed.substring(0, Math.max(dot, 0)));
      byte[] signature = Base64.getUrlDecoder().decode(signed.substring(dot + 1));
      return MessageDigest.isEqual(signature(said), signature)
          ? Optional.of(new String(said, StandardCharsets.UTF_8))
          : Optional.empty();
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not ours
    }
  }

  /** A time as it is written in such lines. */
  static Instant seconds(String sinceEpoch) {
    return Instant.ofEpochSecond(Long.parseLong(sinceEpoch));
  }

  private byte[] signature(byte[] said) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(key);
      return mac.doFinal(said);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(byte[] bytes) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }
}
