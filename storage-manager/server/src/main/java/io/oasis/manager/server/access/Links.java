package io.oasis.manager.server.access;

import io.oasis.configuration.Secrets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Codes that begin a session, once among all managers.
 *
 * <p>Law: the manager that made a code, and no other, keeps what it stands for and gives it away
 * once; so any manager that can ask that one may be shown it, and it ends with that one. A code
 * names who made it and when it ends, signed, so that for what is made up or too old nobody is
 * asked.
 */
final class Links {
  /** How long a code waits to be used. */
  static final Duration LASTING = Duration.ofHours(1);

  /** Codes that wait to be used; the oldest is forgotten for one more. */
  private static final int MOST = 100;

  private static final String KIND = "link";

  private final Signed signed;
  private final Supplier<String> self;
  private final InstantSource clock;
  private final Map<String, Link> waiting = new LinkedHashMap<>();

  private record Link(String name, Role role, Instant proofUntil, Instant expires) {}

  /**
   * @param self by what address others call this manager
   */
  Links(Signed signed, Supplier<String> self, InstantSource clock) {
    this.signed = signed;
    this.self = self;
    this.clock = clock;
  }

  /**
   * A new code.
   *
   * @param proofUntil when the proof of who asks ends, which no session outlives
   */
  synchronized String make(String name, Role role, Instant proofUntil) {
    Instant now = clock.instant();
    waiting.values().removeIf(each -> !now.isBefore(each.expires()));
    if (waiting.size() >= MOST) {
      waiting.remove(waiting.keySet().iterator().next());
    }
    Instant expires = now.plus(LASTING);
    String code =
        signed.of(
            String.join(
                "\n", KIND, self.get(), Long.toString(expires.getEpochSecond()), Secrets.fresh()));
    waiting.put(code, new Link(name, role, proofUntil, expires));
    return code;
  }

  /** Which manager made it; empty when none did, or it is too old. */
  Optional<String> makerOf(String code) {
    return signed
        .said(code)
        .map(said -> said.split("\n", 4))
        .filter(parts -> parts[0].equals(KIND))
        .filter(parts -> clock.instant().isBefore(Signed.seconds(parts[2])))
        .map(parts -> parts[1]);
  }

  boolean isHere(String maker) {
    return maker.equals(self.get());
  }

  /** Whose session a code of ours begins; nobody gets it twice. */
  synchronized Optional<Caller> use(String code) {
    return Optional.ofNullable(waiting.remove(code))
        .filter(link -> clock.instant().isBefore(link.expires()))
        .map(link -> new Caller(link.name(), link.role(), link.proofUntil()));
  }

  /**
   * As whom another manager is asked: nobody is known yet. Each code has a name, and so a rate, of
   * its own; the name tells nothing of the code.
   */
  Caller opener(String code) {
    String name = "who opens link " + Integer.toHexString(code.hashCode());
    return new Caller(name, Role.VIEWER, clock.instant());
  }
}
