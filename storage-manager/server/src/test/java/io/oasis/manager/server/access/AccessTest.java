package io.oasis.manager.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import io.oasis.configuration.Secrets;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerMain;
import io.oasis.manager.server.TestViews;
import io.oasis.manager.server.fleet.Fleet;
import io.oasis.manager.server.rest.OperatorDesk;
import io.oasis.manager.server.stream.Status;
import io.oasis.manager.server.stream.StreamsStatus;
import io.oasis.manager.server.view.AuditLog;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.RailsChange;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Shows who may ask what, by which proof, and what the others are told. */
class AccessTest {
  private static final String DOMAIN = "disk:/dev/x";
  private static final String PATH = "/api/v1/domains/disk~3A~2Fdev~2Fx";
  private static final String ENFORCE = "{\"mode\":\"ENFORCE\",\"reason\":\"x\"}";

  @TempDir static Path directory;

  private static ConfigurableApplicationContext server;
  private static String base;
  private static RSAKey key;
  private final HttpClient client = HttpClient.newHttpClient();
  private final JsonMapper json = new JsonMapper();

  /** In the place of Kafka: the operator's word is in force as soon as it is said. */
  @Configuration(proxyBeanMethods = false)
  static class ByHand {
    @Bean
    OperatorDesk.Sender sender(DomainRegistry views) {
      return message -> {
        views.publish(TestViews.view((GuardRails) message, 3));
        return true;
      };
    }

    @Bean
    Fleet fleet() {
      return Fleet.ALONE;
    }

    @Bean
    Status status() {
      return () -> new StreamsStatus(true, "deciding", TestViews.AT);
    }
  }

  @BeforeAll
  static void start() throws Exception {
    key = new RSAKeyGenerator(2048).keyID("k1").generate();
    Path keys = directory.resolve("keys.json");
    Files.writeString(keys, new JWKSet(key.toPublicJWK()).toString());
    server =
        ManagerMain.start(
            new ManagerComponent()
                .configuration(
                    Map.of(
                        "http-port", "0",
                        "state-dir", directory.toString(),
                        "jwt-issuer", "https://id.example",
                        "jwt-keys", keys.toString(),
                        "jwt-roles", "realm.roles")),
            ByHand.class);
    base = "http://127.0.0.1:" + server.getEnvironment().getProperty("local.server.port");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  @BeforeEach
  void begin() {
    server.getBean(DomainRegistry.class).publish(TestViews.view(TestViews.rails(DOMAIN), 3));
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /, 200, 200, 200, 200",
    "GET, /js/main.js, 200, 200, 200, 200",
    "GET, /actuator/health, 200, 200, 200, 200",
    "GET, /api/v1/domains, 401, 200, 200, 200",
    "GET, /api/v1/events/none, 401, 404, 404, 404",
    "GET, /api/v1/audit, 401, 200, 200, 200",
    "GET, /actuator/prometheus, 401, 200, 200, 200",
    "GET, /v3/api-docs, 401, 200, 200, 200",
    "GET, /api/v1/session, 204, 200, 200, 200",
    "POST, /api/v1/session/link, 401, 200, 200, 200",
    "PUT, /mode, 401, 403, 200, 200",
    "PUT, /guard-rails, 401, 403, 400, 400",
    "DELETE, /guard-rails, 401, 403, 403, 403",
    "POST, /api/v1/domains, 401, 403, 403, 403",
    "PUT, /api/v1/audit, 401, 403, 403, 403",
  })
  void eachCallNeedsItsRole(
      String method, String path, int nobody, int viewer, int operator, int admin)
      throws Exception {
    String whole = path.equals("/mode") || path.equals("/guard-rails") ? PATH + path : path;
    UnaryOperator<HttpRequest.Builder> call =
        request -> request.method(method, HttpRequest.BodyPublishers.ofString(ENFORCE));
    assertThat(send(whole, "", call).statusCode()).as("nobody").isEqualTo(nobody);
    assertThat(send(whole, local("viewer"), call).statusCode()).as("viewer").isEqualTo(viewer);
    assertThat(send(whole, local("operator"), call).statusCode()).isEqualTo(operator);
    assertThat(send(whole, local("admin"), call).statusCode()).as("admin").isEqualTo(admin);
  }

  @Test
  void whoIsRefusedIsToldWhatIsNeeded() throws Exception {
    HttpResponse<String> nobody = send(PATH + "/mode", "", put(ENFORCE));
    assertThat(nobody.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Bearer");
    assertThat(nobody.headers().firstValue("Content-Security-Policy")).isPresent();
    assertThat(body(nobody).path("needed").stringValue()).isEqualTo("operator");
    assertThat(body(nobody).path("how").stringValue()).contains("oasis login");
    JsonNode viewer = body(send(PATH + "/mode", local("viewer"), put(ENFORCE)));
    assertThat(viewer.path("needed").stringValue()).isEqualTo("operator");
    assertThat(viewer.path("have").stringValue()).isEqualTo("viewer");
    assertThat(viewer.path("detail").stringValue()).contains("needs operator; you are viewer");
    HttpResponse<String> forged = send("/api/v1/domains", "oasis_made-up", get());
    assertThat(forged.statusCode()).isEqualTo(401);
    assertThat(forged.body()).doesNotContain("made-up");
  }

  @Test
  void onlyAnAdminTouchesWhatKeepsOasisFromDoingHarm() throws Exception {
    for (String touch :
        new String[] {
          "\"harm\":{\"mostThroughputLoss\":0.9}",
          "\"policy\":\"insulation\"",
          "\"movedLuns\":[{\"lun\":\"l\",\"domain\":\"disk:y\"}]"
        }) {
      String sent = "{\"revision\":0,\"rails\":[]," + touch + "}";
      HttpResponse<String> refused = send(PATH + "/guard-rails", local("operator"), put(sent));
      assertThat(refused.statusCode()).as(touch).isEqualTo(403);
      assertThat(body(refused).path("needed").stringValue()).isEqualTo("admin");
      assertThat(send(PATH + "/guard-rails", local("admin"), put(sent)).statusCode())
          .isEqualTo(200);
      begin();
    }
  }

  @Test
  void aChangeKeepsWhoMadeIt() throws Exception {
    String alice = jwt(claims -> claims.claim("preferred_username", "alice"), "oasis-operator");
    JsonNode mode = body(send(PATH + "/mode", alice, put(ENFORCE)));
    assertThat(mode.path("actor").stringValue()).isEqualTo("alice (s1)");
    JsonNode rails = body(send(PATH + "/guard-rails", local("viewer"), get()));
    assertThat(rails.path("actor").stringValue()).isEqualTo("alice (s1)");
  }

  @Test
  void aJwtOfTheIssuerHasTheRoleThatItsClaimNames() throws Exception {
    assertThat(send("/api/v1/domains", jwt(c -> c, "viewer"), get()).statusCode()).isEqualTo(200);
    assertThat(send(PATH + "/mode", jwt(c -> c, "viewer"), put(ENFORCE)).statusCode())
        .isEqualTo(403);
    assertThat(send(PATH + "/mode", jwt(c -> c, "operator"), put(ENFORCE)).statusCode())
        .isEqualTo(200);
    String past = jwt(c -> c.expirationTime(Date.from(Instant.now().minusSeconds(600))), "admin");
    for (String wrong :
        List.of(
            past,
            jwt(c -> c.expirationTime(null), "admin"),
            jwt(c -> c, "none"),
            jwt(c -> c.audience("other"), "admin"),
            jwt(c -> c.issuer("https://evil.example"), "admin"),
            Jwts.signed(new RSAKeyGenerator(2048).keyID("k1").generate(), c -> c, "admin"),
            jwt(c -> c, "admin") + "x")) {
      assertThat(send("/api/v1/domains", wrong, get()).statusCode()).isEqualTo(401);
    }
  }

  @Test
  void aLinkBeginsOneSessionInACookieThatNoScriptReads() throws Exception {
    JsonNode link =
        body(
            send(
                "/api/v1/session/link",
                local("operator"),
                request -> request.POST(HttpRequest.BodyPublishers.noBody())));
    String proof = "{\"proof\":\"" + link.path("code").stringValue() + "\"}";
    HttpResponse<String> begun = send("/api/v1/session", "", post(proof));
    assertThat(begun.statusCode()).isEqualTo(200);
    String cookie = begun.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(cookie).contains("HttpOnly", "SameSite=Strict", "Path=/").doesNotContain("Secure");
    assertThat(send("/api/v1/session", "", post(proof)).statusCode()).as("again").isEqualTo(401);

    String value = cookie.substring(0, cookie.indexOf(';'));
    UnaryOperator<HttpRequest.Builder> with = request -> request.header("Cookie", value);
    assertThat(body(send("/api/v1/session", "", with)).path("role").stringValue())
        .isEqualTo("operator");
    HttpResponse<String> changed =
        send(PATH + "/mode", "", request -> with.apply(put(ENFORCE).apply(request)));
    assertThat(changed.statusCode()).isEqualTo(200);
    UnaryOperator<HttpRequest.Builder> forged =
        request -> request.header("Cookie", value.replaceFirst("=.", "=X"));
    assertThat(send("/api/v1/session", "", forged).statusCode()).isEqualTo(204);
    assertThat(send("/api/v1/domains", "", forged).statusCode()).isEqualTo(401);
  }

  @Test
  void changesAreExportedWithWhoAndWhy() throws Exception {
    server
        .getBean(AuditLog.class)
        .put(
            new RailsChange(
                new io.oasis.protocol.DomainId(DOMAIN),
                new GuardRails.Change(
                    3, TestViews.AT, Optional.of("=1+1, \"so\""), Optional.of("alice")),
                List.of(
                    new RailsChange.Difference(
                        "mode", Optional.of("SHADOW"), Optional.of("ENFORCE"))),
                1));
    JsonNode change =
        body(send("/api/v1/audit?domain=disk~3A~2Fdev~2Fx", local("viewer"), get()))
            .path("changes")
            .path(0);
    assertThat(change.path("actor").stringValue()).isEqualTo("alice");
    assertThat(change.path("differences").path(0).toString())
        .isEqualTo("{\"field\":\"mode\",\"before\":\"SHADOW\",\"after\":\"ENFORCE\"}");
    HttpResponse<String> csv = send("/api/v1/audit?format=csv", local("viewer"), get());
    assertThat(csv.headers().firstValue("Content-Type").orElse("")).startsWith("text/csv");
    assertThat(csv.body().lines().skip(1).findFirst().orElse(""))
        .endsWith("\"3\",\"alice\",\"'=1+1, \"\"so\"\"\",\"mode\",\"SHADOW\",\"ENFORCE\"");
    assertThat(body(send("/api/v1/audit?domain=other", local("viewer"), get())).path("changes"))
        .isEmpty();
  }

  private static String local(String role) {
    return Secrets.read(directory.resolve("access").resolve(role + ".token"));
  }

  private static String jwt(UnaryOperator<JWTClaimsSet.Builder> claims, String role)
      throws Exception {
    return Jwts.signed(key, claims, role);
  }

  private static UnaryOperator<HttpRequest.Builder> get() {
    return HttpRequest.Builder::GET;
  }

  private static UnaryOperator<HttpRequest.Builder> put(String sent) {
    return request -> request.PUT(HttpRequest.BodyPublishers.ofString(sent));
  }

  private static UnaryOperator<HttpRequest.Builder> post(String sent) {
    return request -> request.POST(HttpRequest.BodyPublishers.ofString(sent));
  }

  private HttpResponse<String> send(
      String path, String token, UnaryOperator<HttpRequest.Builder> call)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(base + path)).header("Content-Type", "application/json");
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    return client.send(call.apply(request).build(), HttpResponse.BodyHandlers.ofString());
  }

  private JsonNode body(HttpResponse<String> answer) {
    return json.readTree(answer.body());
  }
}
