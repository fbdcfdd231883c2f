package io.oasis.manager.server.access;

import io.oasis.configuration.Secrets;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * The tokens of this host: a file per role, made at the first start. Who may read the file has the
 * role.
 */
final class Tokens {
  /** Tells ours from other bearer tokens, to programs and to those who look for leaked secrets. */
  private static final String PREFIX = "oasis_";

  private final Map<Role, byte[]> tokens = new EnumMap<>(Role.class);

  Tokens(Path directory) {
    Secrets secrets = Secrets.in(directory);
    for (Role role : Role.values()) {
      String token = secrets.text(role.word() + ".token", () -> PREFIX + Secrets.fresh());
      tokens.put(role, token.getBytes(StandardCharsets.UTF_8));
    }
  }

  static boolean isLocal(String token) {
    return token.startsWith(PREFIX);
  }

  /** Whose it is; takes as long for a near miss as for any other. */
  Optional<Role> of(String token) {
    byte[] given = token.getBytes(StandardCharsets.UTF_8);
    Role found = null;
    for (Map.Entry<Role, byte[]> each : tokens.entrySet()) {
      if (MessageDigest.isEqual(each.getValue(), given)) {
        found = each.getKey();
      }
    }
    return Optional.ofNullable(found);
  }
}
