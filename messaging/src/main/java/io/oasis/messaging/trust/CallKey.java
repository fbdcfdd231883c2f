package io.oasis.messaging.trust;

import java.nio.charset.StandardCharsets;

/**
 * The key that managers prove calls to each other with: made of a secret that they share, with a
 * purpose of its own (HMAC as a key derivation), so that it shows nothing of the secret and is no
 * host's key.
 */
final class CallKey {
  private static final byte[] PURPOSE = "oasis-manager-calls-v1".getBytes(StandardCharsets.UTF_8);

  private CallKey() {}

  static byte[] of(byte[] secret) {
    return HostToken.mac(secret, PURPOSE);
  }
}
