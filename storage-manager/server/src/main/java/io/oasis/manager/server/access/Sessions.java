package io.oasis.manager.server.access;

import io.oasis.configuration.Secrets;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * What a browser proves itself with: a cookie that says who, in which role and until when, signed
 * with a key of this host. Nothing is kept, so a cookie outlives a restart and holds at every
 * manager that has the same key; a new key ends all of them. A link to sign in with is good once.
 */
final class Sessions {
  /** A working day; afterwards one signs in again. */
  static final Duration LASTING = Duration.ofHours(12);

  /** How long a link waits to be used. */
  static final Duration LINK_LASTING = Duration.ofHours(1);

  /** Links that wait to be used; the oldest is forgotten for one more. */
  private static final int MOST_LINKS = 100;

  private static final String ALGORITHM = "HmacSHA256";

  private final SecretKeySpec key;
  private final InstantSource clock;
  private final Map<String, Link> links = new LinkedHashMap<>();

  /**
   * @param name of who signed in, as changes are kept under
   */
  record Session(String name, Role role, Instant until) {}

  private record Link(String name, Role role, Instant proofUntil, Instant expires) {}

  Sessions(Path directory, InstantSource clock) {
    String secret = Secrets.in(directory).text("session.key", Secrets::fresh);
    this.key = new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), ALGORITHM);
    this.clock = clock;
  }

  /** A session from now on; not longer than the proof it is given for. */
  Session begin(String name, Role role, Instant proofUntil) {
    Instant until = clock.instant().plus(LASTING);
    return new Session(name, role, until.isBefore(proofUntil) ? until : proofUntil);
  }

  String cookie(Session session) {
    String said =
        session.role().word() + '\n' + session.until().getEpochSecond() + '\n' + session.name();
    byte[] bytes = said.getBytes(StandardCharsets.UTF_8);
    return text(bytes) + '.' + text(signature(bytes));
  }

  Optional<Session> of(String cookie) {
    int dot = cookie.indexOf('.');
    try {
      byte[] said = Base64.getUrlDecoder().decode(cookie.substring(0, Math.max(dot, 0)));
      byte[] signed = Base64.getUrlDecoder().decode(cookie.substring(dot + 1));
      if (!MessageDigest.isEqual(signature(said), signed)) {
        return Optional.empty();
      }
      String[] parts = new String(said, StandardCharsets.UTF_8).split("\n", 3);
      Instant until = Instant.ofEpochSecond(Long.parseLong(parts[1]));
      return Role.of(parts[0])
          .filter(_ -> clock.instant().isBefore(until))
          .map(role -> new Session(parts[2], role, until));
    } catch (IllegalArgumentException e) {
      return Optional.empty(); // not ours
    }
  }

  /**
   * A code that begins a session, once.
   *
   * @param proofUntil when the proof of who asks ends, which no session outlives
   */
  synchronized String link(String name, Role role, Instant proofUntil) {
    Instant now = clock.instant();
    links.values().removeIf(each -> !now.isBefore(each.expires()));
    if (links.size() >= MOST_LINKS) {
      links.remove(links.keySet().iterator().next());
    }
    String code = Secrets.fresh();
    links.put(code, new Link(name, role, proofUntil, now.plus(LINK_LASTING)));
    return code;
  }

  /** The session that a code stands for; nobody gets it twice. */
  synchronized Optional<Session> use(String code) {
    return Optional.ofNullable(links.remove(code))
        .filter(link -> clock.instant().isBefore(link.expires()))
        .map(link -> begin(link.name(), link.role(), link.proofUntil()));
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
