package io.oasis.manager.server.access;

import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.server.resource.InvalidBearerTokenException;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import tools.jackson.databind.json.JsonMapper;

/** What who may not is told: which role a call needs, which one they have, how to show another. */
final class Refusals implements AuthenticationEntryPoint, AccessDeniedHandler {
  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);
  private static final String HOW =
      "send the token of a token file of this host, or a JWT, as `Authorization: Bearer TOKEN`;"
          + " `oasis login` prints a link that opens the page";

  private final Rules rules;
  private final RateLimit limit;
  private final JsonMapper json;

  Refusals(Rules rules, RateLimit limit, JsonMapper json) {
    this.rules = rules;
    this.limit = limit;
    this.json = json;
  }

  @Override
  public void commence(
      HttpServletRequest request, HttpServletResponse response, AuthenticationException e)
      throws IOException {
    boolean wrong = e instanceof InvalidBearerTokenException;
    stranger(request, response, wrong ? "the token is not accepted: " + e.getMessage() : "");
  }

  /** Whether a stranger has to wait, which then was said. */
  boolean isTooMany(HttpServletRequest request, HttpServletResponse response) throws IOException {
    boolean tooMany = !limit.admitsStranger(request.getRemoteAddr());
    if (tooMany) {
      tooMany(response);
    }
    return tooMany;
  }

  /** Nobody who is known; who tries that often has to wait. */
  void stranger(HttpServletRequest request, HttpServletResponse response, String why)
      throws IOException {
    if (!isTooMany(request, response)) {
      nobody(request, response, why);
    }
  }

  /** The same of whom it was asked already whether he has to wait. */
  void nobody(HttpServletRequest request, HttpServletResponse response, String why)
      throws IOException {
    ProblemDetail problem =
        problem(
            request,
            HttpStatus.UNAUTHORIZED,
            "nobody who is known" + (why.isEmpty() ? "" : ", " + why));
    problem.setProperty("how", HOW);
    response.setHeader(HttpHeaders.WWW_AUTHENTICATE, "Bearer realm=\"oasis\"");
    write(response, problem);
  }

  @Override
  public void handle(
      HttpServletRequest request, HttpServletResponse response, AccessDeniedException e)
      throws IOException {
    Authentication caller = SecurityContextHolder.getContext().getAuthentication();
    String has = Optional.ofNullable(caller).flatMap(Role::of).map(Role::word).orElse("nothing");
    LOG.warn(
        "refused: {} {} by {}, who has {}",
        request.getMethod(),
        request.getRequestURI().replaceAll("\\p{Cntrl}", "?"),
        caller == null ? "nobody" : caller.getName(),
        has);
    ProblemDetail problem = problem(request, HttpStatus.FORBIDDEN, has);
    problem.setProperty("have", has);
    write(response, problem);
  }

  void tooMany(HttpServletResponse response) throws IOException {
    response.setHeader(HttpHeaders.RETRY_AFTER, "1");
    write(
        response,
        ProblemDetail.forStatusAndDetail(
            HttpStatus.TOO_MANY_REQUESTS, "Too many calls in a short time; wait a second."));
  }

  private ProblemDetail problem(HttpServletRequest request, HttpStatus status, String has) {
    String needed = rules.needed(request);
    ProblemDetail problem =
        ProblemDetail.forStatusAndDetail(
            status,
            "%s %s needs %s; you are %s."
                .formatted(request.getMethod(), request.getRequestURI(), needed, has));
    problem.setProperty("needed", needed);
    return problem;
  }

  private void write(HttpServletResponse response, ProblemDetail problem) throws IOException {
    response.setStatus(problem.getStatus());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(json.writeValueAsBytes(problem));
  }
}
