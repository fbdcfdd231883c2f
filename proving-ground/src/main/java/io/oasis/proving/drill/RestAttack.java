package io.oasis.proving.drill;

import io.oasis.configuration.Secrets;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A call of the manager's HTTP.
 *
 * @param role whose token is shown; empty: none
 * @param refusals the answers that refuse it
 */
record RestAttack(
    String name,
    String method,
    String path,
    String role,
    Map<String, String> headers,
    String body,
    Set<Integer> refusals)
    implements Attack {
  private static final String MODE = "/api/v1/domains/drill/mode";
  private static final String RAILS = "/api/v1/domains/drill/guard-rails";
  private static final String ENFORCE = "{\"mode\":\"ENFORCE\",\"reason\":\"drill\"}";

  /** {@code {"alg":"none"}} for an administrator. */
  private static final String UNSIGNED =
      "eyJhbGciOiJub25lIn0.eyJzdWIiOiJ4Iiwicm9sZXMiOlsiYWRtaW4iXSwiYXVkIjoib2FzaXMifQ.";

  private static final Set<Integer> NOBODY = Set.of(401, 429);
  private static final Set<Integer> FORBIDDEN = Set.of(403);

  static List<Attack> all() {
    List<Attack> attacks = new ArrayList<>();
    for (String path :
        List.of("domains", "doctor", "inventory", "audit", "events", "domains/x/guard-rails")) {
      attacks.add(nobody("GET", "/api/v1/" + path, ""));
    }
    attacks.add(nobody("GET", "/actuator/prometheus", ""));
    attacks.add(nobody("GET", "/v3/api-docs", ""));
    attacks.add(nobody("PUT", MODE, ENFORCE));
    attacks.add(nobody("PUT", RAILS, "{\"revision\":0,\"rails\":[]}"));
    attacks.add(nobody("POST", "/api/v1/plan/coschedule", "{}"));
    attacks.add(nobody("POST", "/api/v1/session", "{\"proof\":\"guessed\"}"));
    attacks.add(nobody("POST", "/api/v1/session/link", ""));
    attacks.addAll(forged());
    attacks.addAll(otherSites());
    attacks.add(as("viewer", "PUT", MODE, ENFORCE));
    attacks.add(as("viewer", "PUT", RAILS, "{\"revision\":0,\"rails\":[]}"));
    attacks.add(as("operator", "DELETE", RAILS, ""));
    attacks.add(as("admin", "POST", "/actuator/shutdown", ""));
    return attacks;
  }

  private static List<Attack> forged() {
    List<Attack> attacks = new ArrayList<>();
    attacks.add(shown("a made-up token", Map.of("Authorization", "Bearer oasis_made-up")));
    attacks.add(shown("an unsigned JWT", Map.of("Authorization", "Bearer " + UNSIGNED)));
    attacks.add(shown("a password", Map.of("Authorization", "Basic YWRtaW46YWRtaW4=")));
    attacks.add(shown("a made-up cookie", Map.of("Cookie", "oasis_session_8520=YWRtaW4.YWRtaW4")));
    return attacks;
  }

  /** By way of a browser that an administrator uses. */
  private static List<Attack> otherSites() {
    List<Attack> attacks = new ArrayList<>();
    for (Map.Entry<String, String> header :
        Map.of("Origin", "http://evil.example", "Sec-Fetch-Site", "cross-site").entrySet()) {
      attacks.add(
          new RestAttack(
              "rest: another site changes a mode, by " + header.getKey(),
              "PUT",
              MODE,
              "admin",
              Map.of(header.getKey(), header.getValue()),
              ENFORCE,
              FORBIDDEN));
    }
    attacks.add(
        new RestAttack(
            "rest: another site reads, by Origin",
            "GET",
            "/api/v1/domains",
            "admin",
            Map.of("Origin", "http://evil.example"),
            "",
            FORBIDDEN));
    return attacks;
  }

  private static Attack nobody(String method, String path, String body) {
    return new RestAttack(
        "rest: nobody, " + method + " " + path, method, path, "", Map.of(), body, NOBODY);
  }

  private static Attack shown(String what, Map<String, String> headers) {
    return new RestAttack("rest: " + what, "GET", "/api/v1/domains", "", headers, "", NOBODY);
  }

  private static Attack as(String role, String method, String path, String body) {
    return new RestAttack(
        "rest: " + role + ", " + method + " " + path,
        method,
        path,
        role,
        Map.of(),
        body,
        FORBIDDEN);
  }

  @Override
  public Verdict attempt(Site site) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(site.url() + path))
            .timeout(Site.PATIENCE)
            .header("Content-Type", "application/json")
            .method(method, HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    if (!role.isEmpty()) {
      String token = Secrets.read(site.tokens().resolve(role + ".token"));
      request.header("Authorization", "Bearer " + token);
    }
    try {
      int status =
          site.http().send(request.build(), HttpResponse.BodyHandlers.discarding()).statusCode();
      return new Verdict(refusals.contains(status), "HTTP " + status);
    } catch (IOException e) {
      return new Verdict(false, "no answer: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Verdict(false, "interrupted");
    }
  }
}
