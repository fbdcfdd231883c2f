package io.oasis.manager.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.server.TestViews;
import io.oasis.manager.server.rest.Slug;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Mode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/**
 * Shows that any manager answers for any domain: what is read, changed and pushed is the same at
 * both, in the name of who asked.
 */
class TwoManagersTest {
  private static final String OURS = "disk:/dev/a";
  private static final String THEIRS = "disk:/dev/b";
  private static final String PATH = "/api/v1/domains/" + Slug.of(THEIRS);
  private static final String ENFORCE = "{\"mode\":\"ENFORCE\",\"reason\":\"x\"}";

  @TempDir static Path directory;

  private static ManagerByHand one;
  private static ManagerByHand other;
  private final HttpClient client = HttpClient.newHttpClient();

  @BeforeAll
  static void start() {
    Map<String, String> keys = ManagerByHand.sharedSecret(directory.resolve("shared"));
    one = new ManagerByHand(directory.resolve("one"), keys);
    other = new ManagerByHand(directory.resolve("other"), keys);
  }

  @AfterAll
  static void stop() {
    one.close();
    other.close();
  }

  @BeforeEach
  void begin() {
    one.decidesFor(OURS);
    other.decidesFor(THEIRS);
    one.believes(other.asOwner(), other.address());
    other.believes(one.asOwner(), one.address());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "/queues?limit=2",
        "/grants",
        "/decisions",
        "/doctor",
        "/guard-rails",
        "/mode",
        "/queues/nobody/explain",
        "/queues?limit=0",
      })
  void whatIsReadIsTheSameEverywhere(String path) throws Exception {
    HttpResponse<String> asOwner = other.get(PATH + path);
    HttpResponse<String> sentOn = one.get(PATH + path);
    assertThat(sentOn.statusCode()).isEqualTo(asOwner.statusCode());
    assertThat(sentOn.body()).isEqualTo(asOwner.body());
    assertThat(sentOn.headers().firstValue("Content-Type"))
        .isEqualTo(asOwner.headers().firstValue("Content-Type"));
    assertThat(asOwner.headers().firstValue("Via")).isEmpty();
    assertThat(sentOn.headers().firstValue("Via")).hasValue("1.1 oasis-manager");
  }

  @ParameterizedTest
  @ValueSource(strings = {"/api/v1/domains", "/api/v1/doctor"})
  void listsHaveTheDomainsOfAllManagers(String path) throws Exception {
    JsonNode list = one.body(path);
    assertThat(list.path("domains").valueStream().map(each -> each.path("domain").stringValue()))
        .containsExactly(OURS, THEIRS);
    assertThat(list.has("unanswered")).isFalse();
    assertThat(other.body(path)).isEqualTo(list);
  }

  @Test
  void managersAreNamedWithWhatTheyDecideFor() throws Exception {
    JsonNode said = one.body("/api/v1/managers");
    assertThat(said.path("asked").stringValue()).isEqualTo(one.address());
    assertThat(said.at("/managers/0/manager").stringValue()).isEqualTo(one.address());
    assertThat(said.at("/managers/0/domains/0").stringValue()).isEqualTo(OURS);
    assertThat(said.at("/managers/1/manager").stringValue()).isEqualTo(other.address());
    assertThat(said.at("/managers/1/domains/0").stringValue()).isEqualTo(THEIRS);
    assertThat(one.body("/actuator/health").toString()).contains("\"managers\":2");
  }

  @Test
  void aChangeIsMadeByTheOwnerInTheNameOfWhoAsked() throws Exception {
    HttpResponse<String> answer = one.put("operator", PATH + "/mode", ENFORCE);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    GuardRails rails = other.rails(THEIRS);
    assertThat(rails.mode()).isEqualTo(Mode.ENFORCE);
    assertThat(rails.change().actor()).contains("operator token of this host");
    assertThat(one.put("operator", PATH + "/mode", "{\"mode\":\"ENFORCE\"}").statusCode())
        .isEqualTo(400);
    assertThat(
            one.put("admin", PATH + "/guard-rails", "{\"revision\":7,\"rails\":[]}").statusCode())
        .isEqualTo(409);
  }

  @Test
  void nobodyMayMoreAtAnotherManager() throws Exception {
    HttpResponse<String> answer = one.put("viewer", PATH + "/mode", ENFORCE);
    assertThat(answer.statusCode()).isEqualTo(403);
    String policy = "{\"revision\":0,\"rails\":[],\"policy\":\"oasis\"}";
    HttpResponse<String> refused = one.put("operator", PATH + "/guard-rails", policy);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(refused.body()).contains("\"have\":\"operator\"");
    assertThat(other.rails(THEIRS).change().revision()).as("nothing was changed").isZero();
    HttpRequest bare = HttpRequest.newBuilder(one.uri(PATH)).build();
    assertThat(client.send(bare, HttpResponse.BodyHandlers.ofString()).statusCode()).isEqualTo(401);
  }

  @Test
  void aPassThatIsMadeUpIsRefused() throws Exception {
    String madeUp =
        "eyJ0eXAiOiJvYXNpcy1wYXNzK2p3dCIsImFsZyI6Im5vbmUifQ.eyJzdWIiOiJtIiwicm9sZSI6ImFkbWluIn0.";
    for (String pass : List.of("Oasis-Pass " + madeUp, "oasis-pass x", "Oasis-Pass ")) {
      HttpRequest request =
          HttpRequest.newBuilder(other.uri(PATH)).header("Authorization", pass).build();
      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .as(pass)
          .isEqualTo(401);
    }
  }

  @Test
  void theEventsOfADomainComeFromItsOwner() throws Exception {
    try (BufferedReader lines = listen(PATH + "/events")) {
      readUntil(lines, "event: view");
      readUntil(lines, "data: {\"domain\":{\"domain\":\"" + THEIRS);
      other.registry().remove(new DomainId(THEIRS));
      readUntil(lines, "event: gone");
    }
  }

  @Test
  void theEventsOfAllDomainsComeFromAllManagers() throws Exception {
    try (BufferedReader lines = listen("/api/v1/events?domain=" + Slug.of(THEIRS))) {
      String all = readUntil(lines, "data: {\"domains\"");
      assertThat(all).contains(OURS, THEIRS);
      readUntil(lines, "data: {\"domain\":{\"domain\":\"" + THEIRS);
      other.registry().publish(TestViews.view(TestViews.rails("disk:new"), 1));
      readUntil(lines, "data: {\"domain\":\"disk:new\"");
      one.registry().publish(TestViews.view(TestViews.rails("disk:own"), 1));
      readUntil(lines, "data: {\"domain\":\"disk:own\"");
      other.registry().remove(new DomainId("disk:new"));
      readUntil(lines, "event: gone");
    }
  }

  @Test
  void aManagerThatComesLaterIsFollowed() throws Exception {
    one.believes(new Fleet.Owner.Nobody("it comes"));
    try (BufferedReader lines = listen("/api/v1/events")) {
      assertThat(readUntil(lines, "data: {\"domains\"")).doesNotContain(THEIRS);
      one.believes(other.asOwner(), other.address());
      readUntil(lines, "data: {\"domain\":\"" + THEIRS);
    }
  }

  private BufferedReader listen(String path) throws Exception {
    HttpResponse<InputStream> answer =
        client.send(one.asked("viewer", path).build(), HttpResponse.BodyHandlers.ofInputStream());
    assertThat(answer.statusCode()).isEqualTo(200);
    return new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
  }

  private static String readUntil(BufferedReader lines, String start) throws IOException {
    String line = lines.readLine();
    while (line != null && !line.startsWith(start)) {
      line = lines.readLine();
    }
    assertThat(line).as(start).isNotNull();
    return line;
  }
}
