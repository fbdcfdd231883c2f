package io.oasis.manager.server.access;

import io.oasis.manager.server.fleet.LinkMakers;
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
import org.springframework.http.HttpStatus;
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
@RequestMapping(path = SessionController.PATH, produces = "application/json")
@Tag(name = "session", description = "Who calls, and the page's cookie.")
public class SessionController {
  static final String PATH = "/api/v1/session";

  private final Sessions sessions;
  private final Links links;
  private final LinkMakers makers;
  private final Bearers bearers;
  private final Refusals refusals;
  private final InstantSource clock;

  SessionController(
      Sessions sessions,
      Links links,
      LinkMakers makers,
      Bearers bearers,
      Refusals refusals,
      InstantSource clock) {
    this.sessions = sessions;
    this.links = links;
    this.makers = makers;
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
  @Operation(
      summary = "Begin a session: a cookie for a proof",
      description = "503 when another manager made the code and does not answer.")
  public @Nullable ResponseEntity<Who> begin(
      @RequestBody Proof proof,
      @Nullable Authentication caller,
      HttpServletRequest request,
      HttpServletResponse response)
      throws IOException, InterruptedException {
    String given = Optional.ofNullable(proof.proof()).orElse("").strip();
    boolean sentOn = Passes.isSentOn(caller);
    Optional<String> maker = links.makerOf(given);
    boolean asksAnother = !sentOn && maker.isPresent() && !links.isHere(maker.get());
    if (asksAnother && refusals.isTooMany(request, response)) {
      return null;
    }
    Optional<Sessions.Session> session = sessionFor(given, maker, sentOn);
    if (session.isPresent()) {
      set(request, response, sessions.cookie(session.get()), session.get().until());
      return ResponseEntity.ok(new Who(session.get().name(), session.get().role().word()));
    }
    if (sentOn) {
      return ResponseEntity.status(HttpStatus.GONE).build(); // 401 would speak of the pass
    }
    String why = "the proof is not accepted, or was used before";
    if (asksAnother) {
      refusals.nobody(request, response, why);
    } else {
      refusals.stranger(request, response, why);
    }
    return null;
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
    String code = links.make(known.getName(), known.role(), known.until());
    return new Link(code, clock.instant().plus(Links.LASTING));
  }

  /**
   * @param maker of the code that it is; empty where it is a token
   * @param sentOn by a manager that believes the code was made here: then it goes no further
   */
  private Optional<Sessions.Session> sessionFor(
      String proof, Optional<String> maker, boolean sentOn) throws InterruptedException {
    if (maker.isEmpty()) {
      return ofToken(proof);
    }
    if (links.isHere(maker.get())) {
      return links.use(proof).map(sessions::begin);
    }
    return sentOn
        ? Optional.empty()
        : makers.cookie(maker.get(), links.opener(proof), PATH, proof).flatMap(sessions::of);
  }

  private Optional<Sessions.Session> ofToken(String token) {
    try {
      return bearers.callerOf(token).map(sessions::begin);
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
