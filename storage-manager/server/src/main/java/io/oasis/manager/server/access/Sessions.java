package io.oasis.manager.server.access;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;

/**
 * What a browser proves itself with: a cookie that says who, in which role and until when, signed
 * with a key of this host. Nothing is kept, so a cookie outlives a restart and holds at every
 * manager that has the same key; a new key ends all of them.
 */
final class Sessions {
  /** A working day; afterwards one signs in again. */
  static final Duration LASTING = Duration.ofHours(12);

  private final Signed signed;
  private final InstantSource clock;

  /**
   * @param name of who signed in, as changes are kept under
   */
  record Session(String name, Role role, Instant until) {}

  Sessions(Signed signed, InstantSource clock) {
    this.signed = signed;
    this.clock = clock;
  }

  /** A session from now on; not longer than the proof it is given for. */
  Session begin(Caller caller) {
    Instant until = clock.instant().plus(LASTING);
    return new Session(
        caller.getName(), caller.role(), until.isBefore(caller.until()) ? until : caller.until());
  }

  String cookie(Session session) {
    return signed.of(
        session.role().word() + '\n' + session.until().getEpochSecond() + '\n' + session.name());
  }

  Optional<Session> of(String cookie) {
    return signed
        .said(cookie)
        .map(said -> said.split("\n", 3))
        .flatMap(
            parts ->
                Role.of(parts[0])
                    .map(role -> new Session(parts[2], role, Signed.seconds(parts[1]))))
        .filter(session -> clock.instant().isBefore(session.until()));
  }
}
