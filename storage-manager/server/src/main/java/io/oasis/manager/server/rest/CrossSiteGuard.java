package io.oasis.manager.server.rest;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.web.filter.OncePerRequestFilter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Keeps other web sites from reading or changing anything by way of a visitor's browser, and sets
 * the headers that keep our pages to themselves.
 *
 * <p>Every call must name this service in {@code Host}, by address or by a name of its own: a name
 * rebound to its address does not. It must also come from here, where the browser says where it
 * comes from; only a page may be opened from anywhere. There is no CORS.
 */
public final class CrossSiteGuard extends OncePerRequestFilter {
  private static final Set<String> READING = Set.of("GET", "HEAD", "OPTIONS");
  private static final Set<String> LOOPBACK = Set.of("localhost", "127.0.0.1", "[::1]");

  /** Nobody can make a browser take another site for an address. */
  private static final Pattern ADDRESS = Pattern.compile("[0-9.]+|\\[[0-9a-f:.]+]");

  private static final String PAGE_POLICY =
      "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:;"
          + " connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none';"
          + " form-action 'none'; frame-ancestors 'none'";

  /** Swagger UI writes style attributes. */
  private static final String SWAGGER_POLICY =
      PAGE_POLICY.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'");

  private final Set<String> hosts;
  private final JsonMapper json;

  /**
   * @param address what HTTP listens on
   * @param advertised by what other managers call it
   * @param allowed further names of this service
   */
  public CrossSiteGuard(String address, String advertised, List<String> allowed, JsonMapper json) {
    var names = new java.util.HashSet<>(LOOPBACK);
    names.add(address.contains(":") ? '[' + address + ']' : address.toLowerCase(Locale.ROOT));
    names.add(advertised.toLowerCase(Locale.ROOT));
    allowed.forEach(name -> names.add(name.toLowerCase(Locale.ROOT)));
    this.hosts = Set.copyOf(names);
    this.json = json;
  }

  @Override
  protected void doFilterInternal(
      HttpServletRequest request, HttpServletResponse response, FilterChain chain)
      throws ServletException, IOException {
    boolean swagger = request.getRequestURI().startsWith("/swagger-ui");
    response.setHeader("Content-Security-Policy", swagger ? SWAGGER_POLICY : PAGE_POLICY);
    response.setHeader("X-Content-Type-Options", "nosniff");
    response.setHeader("Referrer-Policy", "no-referrer");
    response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    BadValue refused = refused(request);
    if (refused != null) {
      refuse(response, refused);
      return;
    }
    chain.doFilter(request, response);
  }

  private @Nullable BadValue refused(HttpServletRequest request) {
    String host = String.valueOf(request.getHeader("Host")).toLowerCase(Locale.ROOT);
    String name = withoutPort(host);
    if (!hosts.contains(name) && !ADDRESS.matcher(name).matches()) {
      return new BadValue("Host", host, "must name this service; see allowed-hosts");
    }
    String origin = request.getHeader("Origin");
    if (origin != null && !host.equals(authority(origin))) {
      return new BadValue("Origin", origin, "must be the origin of this service");
    }
    if (READING.contains(request.getMethod()) && isVisit(request)) {
      return null;
    }
    String site = request.getHeader("Sec-Fetch-Site");
    if (site != null && !site.equals("same-origin") && !site.equals("none")) {
      return new BadValue("Sec-Fetch-Site", site, "must be same-origin");
    }
    return null;
  }

  /** Somebody follows a link to us, or a program that is no browser asks. */
  private static boolean isVisit(HttpServletRequest request) {
    String mode = request.getHeader("Sec-Fetch-Mode");
    return mode == null || mode.equals("navigate");
  }

  private void refuse(HttpServletResponse response, BadValue e) throws IOException {
    var problem = Problems.of(HttpStatus.FORBIDDEN, e.getMessage());
    problem.setProperty("field", e.field());
    problem.setProperty("value", e.value());
    problem.setProperty("rule", e.rule());
    response.setStatus(HttpStatus.FORBIDDEN.value());
    response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
    response.getOutputStream().write(json.writeValueAsBytes(problem));
  }

  private static String withoutPort(String host) {
    int colon = host.lastIndexOf(':');
    return colon > host.lastIndexOf(']') ? host.substring(0, colon) : host;
  }

  private static String authority(String origin) {
    try {
      return String.valueOf(URI.create(origin).getRawAuthority()).toLowerCase(Locale.ROOT);
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
