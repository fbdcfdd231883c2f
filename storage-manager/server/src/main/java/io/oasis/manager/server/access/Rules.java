package io.oasis.manager.server.access;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.security.authorization.AuthorizationDecision;
import org.springframework.security.authorization.AuthorizationManager;
import org.springframework.security.authorization.AuthorizationResult;
import org.springframework.security.core.Authentication;
import org.springframework.security.web.access.intercept.RequestAuthorizationContext;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.RequestMatcher;

/**
 * Which call needs which role: the first rule that fits holds; a call without a rule is nobody's.
 */
final class Rules implements AuthorizationManager<RequestAuthorizationContext> {
  /**
   * @param needed empty: everybody may
   */
  private record Rule(RequestMatcher calls, Optional<Role> needed) {}

  private final List<Rule> rules = new ArrayList<>();

  Rules(boolean openMetrics) {
    for (String path : List.of("/", "/index.html", "/app.css", "/favicon.svg", "/favicon.ico")) {
      open(path);
    }
    open("/js/**");
    open("/webjars/**");
    open("/actuator/health/**");
    open("/api/v1/session");
    rules.add(new Rule(calls(HttpMethod.POST, "/api/v1/session"), Optional.empty()));
    rules.add(new Rule(calls(HttpMethod.DELETE, "/api/v1/session"), Optional.empty()));
    rules.add(
        new Rule(
            calls(HttpMethod.GET, "/actuator/prometheus"),
            openMetrics ? Optional.empty() : Optional.of(Role.VIEWER)));
    need(HttpMethod.POST, "/api/v1/session/link", Role.VIEWER);
    need(HttpMethod.POST, "/api/v1/plan/**", Role.VIEWER);
    need(HttpMethod.PUT, "/api/v1/domains/*/mode", Role.OPERATOR);
    need(HttpMethod.PUT, "/api/v1/domains/*/guard-rails", Role.OPERATOR);
    need(HttpMethod.GET, "/**", Role.VIEWER);
    need(HttpMethod.HEAD, "/**", Role.VIEWER);
  }

  private void open(String path) {
    rules.add(new Rule(calls(HttpMethod.GET, path), Optional.empty()));
    rules.add(new Rule(calls(HttpMethod.HEAD, path), Optional.empty()));
  }

  private void need(HttpMethod method, String path, Role role) {
    rules.add(new Rule(calls(method, path), Optional.of(role)));
  }

  private static RequestMatcher calls(HttpMethod method, String path) {
    return PathPatternRequestMatcher.pathPattern(method, path);
  }

  /** The role that a call needs, in a word. */
  String needed(HttpServletRequest request) {
    return Optional.ofNullable(ruleOf(request))
        .flatMap(Rule::needed)
        .map(Role::word)
        .orElse("nothing that there is: nobody may do this");
  }

  @Override
  public AuthorizationResult authorize(
      Supplier<? extends Authentication> caller, RequestAuthorizationContext context) {
    Rule rule = ruleOf(context.getRequest());
    boolean granted =
        rule != null
            && rule.needed()
                .map(role -> caller.get() != null && role.isOf(caller.get()))
                .orElse(true);
    return new AuthorizationDecision(granted);
  }

  private @Nullable Rule ruleOf(HttpServletRequest request) {
    for (Rule rule : rules) {
      if (rule.calls().matches(request)) {
        return rule;
      }
    }
    return null;
  }
}
