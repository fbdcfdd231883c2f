package io.oasis.manager.server.access;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.Cookie;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.springframework.http.HttpHeaders;
import org.springframework.security.core.context.SecurityContext;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Who calls, where no bearer token says it: another manager's pass, the cookie of a session, else
 * the client certificate of the connection. A cookie or certificate that is nobody's proves nothing
 * and hinders nothing; a pass that is no manager's, or for another call, is refused.
 */
final class CallerFilter extends OncePerRequestFilter {
  private static final String CERTIFICATES = "jakarta.servlet.request.X509Certificate";

  private final Sessions sessions;
  private final CertificateRoles certificates;
  private final Passes passes;
  private final Refusals refusals;

  CallerFilter(Sessions sessions, CertificateRoles certificates, Passes passes, Refusals refusals) {
    this.sessions = sessions;
    this.certificates = certificates;
    this.passes = passes;
    this.refusals = refusals;
  }

  /** Browsers tell all ports of a host the same cookies, so each has a name of its own. */
  static String cookieName(HttpServletRequest request) {
    return "oasis_session_" + request.getServerPort();
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    String shown = request.getHeader(HttpHeaders.AUTHORIZATION);
    if (shown == null) {
      ofSession(request).or(() -> ofCertificate(request)).ifPresent(CallerFilter::isKnown);
    } else if (Passes.isPass(shown)) {
      Optional<Caller> caller = passes.of(shown, request.getMethod(), Passes.target(request));
      if (caller.isEmpty()) {
        refusals.stranger(request, response, "the pass is no manager's, or not for this call");
        return;
      }
      isKnown(caller.get());
    }
    chain.doFilter(request, response);
  }

  private static void isKnown(Caller caller) {
    SecurityContext context = SecurityContextHolder.createEmptyContext();
    context.setAuthentication(caller);
    SecurityContextHolder.setContext(context);
  }

  private Optional<Caller> ofSession(HttpServletRequest request) {
    String name = cookieName(request);
    return Optional.ofNullable(request.getCookies()).stream()
        .flatMap(Arrays::stream)
        .filter(cookie -> cookie.getName().equals(name))
        .map(Cookie::getValue)
        .flatMap(value -> sessions.of(value).stream())
        .map(session -> new Caller(session.name(), session.role(), session.until()))
        .findFirst();
  }

  private Optional<Caller> ofCertificate(HttpServletRequest request) {
    if (!(request.getAttribute(CERTIFICATES) instanceof X509Certificate[] chain)) {
      return Optional.empty();
    }
    return Stream.of(chain)
        .findFirst()
        .flatMap(
            certificate -> {
              X500Principal subject = certificate.getSubjectX500Principal();
              return certificates
                  .of(subject)
                  .map(
                      role ->
                          new Caller(
                              subject.getName(), role, certificate.getNotAfter().toInstant()));
            });
  }
}
