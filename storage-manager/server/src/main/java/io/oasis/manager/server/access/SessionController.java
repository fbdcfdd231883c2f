package io.oasis.manager.server.access;

import io.swagger.v3.oas.annotations.Operation;
import io.swagger.v3.oas.annotations.tags.Tag;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.ResponseCookie;
import org.springframework.http.ResponseEntity;
import org.springframework.security.core.Authentication;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestController;

/**
 * A browser's session. The proof comes in the body of a call of the page's own script, so that it
 * stands in no address, log or history; the cookie is one that no script can read and that no other
 * site can have sent.
 */
@RestController
@RequestMapping(path = "/api/v1/session", produces = "application/json")
@Tag(name = "session", description = "Who calls, and the page's cookie.")
public class SessionController {
  private final Sessions sessions;
  private final Bearers bearers;
  private final Refusals refusals;
  private final InstantSource clock;

  SessionController(Sessions sessions, Bearers bearers, Refusals refusals, InstantSource clock) {
    this.sessions = sessions;
    this.bearers = bearers;
    this.refusals = refusals;
    this.clock = clock;
  }

  /**
   * @param proof the code of a link, a token of this host or a JWT
   */
  public record Proof(@Nullable String proof) {}

  /** Who calls, and in which role. */
  public record Who(String name, String role) {}

  /**
   * @param code what the page's address ends with: {@code #login=CODE}
   * @param expires when it is no longer good
   */
  public record Link(String code, Instant expires) {}

  @GetMapping
  @Operation(summary = "Who calls, and in which role; 204 when that is not known")
  public ResponseEntity<Who> who(@Nullable Authentication caller) {
    return caller instanceof Caller known
        ? ResponseEntity.ok(new Who(known.getName(), known.role().word()))
        : ResponseEntity.noContent().build();
  }

  @PostMapping(consumes = "application/json")
  @Operation(summary = "Begin a session: a cookie for a proof")
  public @Nullable Who begin(
      @RequestBody Proof proof, HttpServletRequest request, HttpServletResponse response)
      throws IOException {
    String given = Optional.ofNullable(proof.proof()).orElse("").strip();
    Optional<Sessions.Session> session = sessions.use(given).or(() -> ofToken(given));
    if (session.isEmpty()) {
      refusals.stranger(request, response, "the proof is not accepted, or was used before");
      return null;
    }
    set(request, response, sessions.cookie(session.get()), session.get().until());
    return new Who(session.get().name(), session.get().role().word());
  }

  @DeleteMapping
  @Operation(summary = "End the session: the cookie is taken back")
  public void end(HttpServletRequest request, HttpServletResponse response) {
    set(request, response, "", Instant.MIN);
  }

  @PostMapping("/link")
  @Operation(summary = "A code that begins a session like the caller's, once, within an hour")
  public Link link(Authentication caller) {
    Caller known = (Caller) caller;
    String code = sessions.link(known.getName(), known.role(), known.until());
    return new Link(code, clock.instant().plus(Sessions.LINK_LASTING));
  }

  private Optional<Sessions.Session> ofToken(String token) {
    try {
      return bearers
          .callerOf(token)
          .map(caller -> sessions.begin(caller.getName(), caller.role(), caller.until()));
    } catch (InvalidBearerTokenException e) {
      return Optional.empty();
    }
  }

  private void set(
      HttpServletRequest request, HttpServletResponse response, String value, Instant until) {
    Instant now = clock.instant();
    Duration left = until.isAfter(now) ? Duration.between(now, until) : Duration.ZERO;
    response.addHeader(
        HttpHeaders.SET_COOKIE,
        ResponseCookie.from(CallerFilter.cookieName(request), value)
            .httpOnly(true)
            .secure(request.isSecure())
            .sameSite("Strict")
            .path("/")
            .maxAge(left)
            .build()
            .toString());
  }
}
