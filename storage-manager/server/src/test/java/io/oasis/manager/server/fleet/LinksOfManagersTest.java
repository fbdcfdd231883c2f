package io.oasis.manager.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows that a code to sign in with is good at every manager and once among all of them, and what
 * is said where the one that made it cannot be asked.
 */
class LinksOfManagersTest {
  private static final String PATH = "/api/v1/session";
  private static final int ROUNDS = 8;

  private static final HttpResponse.BodyHandler<String> BODY = HttpResponse.BodyHandlers.ofString();

  @TempDir static Path directory;

  private static final Map<String, String> SHARED = new HashMap<>();

  private static ManagerByHand one;
  private static ManagerByHand other;
  private static ManagerByHand misled;
  private static ManagerByHand stranger;
  private final HttpClient client = HttpClient.newHttpClient();
  private final JsonMapper json = new JsonMapper();

  @BeforeAll
  static void start() {
    Map<String, String> keys = new HashMap<>();
    keys.put("token-dir", directory.resolve("tokens").toString());
    stranger = new ManagerByHand(directory.resolve("stranger"), keys);
    keys.putAll(ManagerByHand.sharedSecret(directory.resolve("shared")));
    SHARED.putAll(keys);
    one = new ManagerByHand(directory.resolve("one"), keys);
    other = new ManagerByHand(directory.resolve("other"), keys);
    keys.put("advertised-address", otherByName());
    misled = new ManagerByHand(directory.resolve("misled"), keys);
  }

  @AfterAll
  static void stop() {
    Stream.of(one, other, misled, stranger).forEach(ManagerByHand::close);
  }

  @BeforeEach
  void begin() {
    one.believes(new Fleet.Owner.Here(), other.address());
    other.believes(new Fleet.Owner.Here(), one.address());
  }

  @Test
  void aCodeBeginsOneSessionAtAnyManagerThatHoldsAtAll() throws Exception {
    String code = codeOf(one, "operator");
    HttpResponse<String> begun = open(other, code);
    assertThat(begun.statusCode()).as(begun.body()).isEqualTo(200);
    String set = begun.headers().firstValue("Set-Cookie").orElseThrow();
    assertThat(set).startsWith(cookieAt(other)).contains("HttpOnly", "SameSite=Strict");
    String session = set.substring(set.indexOf('=') + 1, set.indexOf(';'));
    for (ManagerByHand manager : List.of(one, other)) {
      HttpRequest who =
          HttpRequest.newBuilder(manager.uri(PATH))
              .header("Cookie", cookieAt(manager) + session)
              .build();
      assertThat(json.readTree(send(who).body()))
          .isEqualTo(
              json.readTree("{\"name\":\"operator token of this host\",\"role\":\"operator\"}"));
    }
    for (ManagerByHand manager : List.of(other, one)) {
      assertThat(open(manager, code).statusCode()).as("again").isEqualTo(401);
    }
  }

  @Test
  void ofThoseWhoOpenItAtOnceOneIsLetIn() throws Exception {
    for (int i = 0; i < ROUNDS; i++) {
      String code = codeOf(one, "viewer");
      List<CompletableFuture<HttpResponse<String>>> opened =
          Stream.of(one, other, one, other)
              .map(manager -> client.sendAsync(opening(manager, code), BODY))
              .toList();
      assertThat(opened.stream().map(each -> each.join().statusCode()))
          .containsExactlyInAnyOrder(200, 401, 401, 401);
    }
  }

  @Test
  void aCodeOfWhoIsGoneIsLostAndSaysSo() throws Exception {
    String code = codeOf(one, "viewer");
    other.believes(new Fleet.Owner.Here());
    HttpResponse<String> answer = open(other, code);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(detail(answer))
        .contains(one.address() + " is not known here", "`oasis login` prints another");
    other.believes(new Fleet.Owner.Here(), one.address());
    assertThat(open(other, code).statusCode()).as("it was not used up").isEqualTo(200);

    String gone;
    String lost;
    Map<String, String> keys = Map.of("token-dir", directory.resolve("tokens").toString());
    try (ManagerByHand third = new ManagerByHand(directory.resolve("third"), keys)) {
      gone = third.address();
      lost = codeOf(third, "viewer");
    }
    other.believes(new Fleet.Owner.Here(), gone);
    answer = open(other, lost);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(detail(answer))
        .contains(gone + " does not answer", "nobody else can open it", "`oasis login`");
  }

  /** Also where nobody can say whether it is right. */
  @Test
  void whoOftenShowsACodeOfAnotherHasToWait() throws Exception {
    String code = codeOf(one, "viewer");
    try (ManagerByHand asked = new ManagerByHand(directory.resolve("asked"), SHARED)) {
      asked.believes(new Fleet.Owner.Here());
      int tries = 0;
      int status = open(asked, code).statusCode();
      while (status == 503 && tries < 1_000) {
        status = open(asked, code).statusCode();
        tries++;
      }
      assertThat(status).isEqualTo(429);
      assertThat(tries).isGreaterThan(30);
    }
  }

  /** Nobody is asked, and so nobody can have others asked, with what no manager made. */
  @Test
  void nobodyIsAskedForWhatIsMadeUp() throws Exception {
    String foreign;
    try (ManagerByHand third = new ManagerByHand(directory.resolve("foreign"), Map.of())) {
      foreign = codeOf(third, "viewer");
      other.believes(new Fleet.Owner.Here(), third.address());
    }
    String cookie =
        open(one, codeOf(one, "admin")).headers().firstValue("Set-Cookie").orElseThrow();
    String session = cookie.substring(cookie.indexOf('=') + 1, cookie.indexOf(';'));
    for (String code : List.of(foreign, session, foreign.replaceFirst("\\..*", "."), ".", "x")) {
      assertThat(open(other, code).statusCode()).as(code).isEqualTo(401);
    }
    HttpRequest asCookie =
        HttpRequest.newBuilder(one.uri(PATH))
            .header("Cookie", cookieAt(one) + codeOf(one, "admin"))
            .build();
    assertThat(send(asCookie).statusCode()).as("a code is no session").isEqualTo(204);
  }

  @Test
  void whoSharesNoKeyIsToldWhatIsMissing() throws Exception {
    stranger.believes(new Fleet.Owner.Here(), one.address());
    HttpResponse<String> answer = open(stranger, codeOf(one, "viewer"));
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(detail(answer)).contains("--host-secret");
  }

  /** Its address leads to one that knows itself by another. */
  @Test
  void aCodeIsNotSentRoundAndRound() throws Exception {
    String code = codeOf(misled, "viewer");
    one.believes(new Fleet.Owner.Here(), otherByName());
    other.believes(new Fleet.Owner.Here(), otherByName());
    HttpResponse<String> answer = open(one, code);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(detail(answer)).contains("does not believe us");
  }

  private static String otherByName() {
    return other.address().replace("127.0.0.1", "localhost");
  }

  private static String cookieAt(ManagerByHand manager) {
    return "oasis_session_" + manager.uri("/").getPort() + '=';
  }

  private String codeOf(ManagerByHand manager, String role) throws Exception {
    HttpRequest request =
        manager.asked(role, PATH + "/link").POST(HttpRequest.BodyPublishers.noBody()).build();
    return json.readTree(send(request).body()).path("code").stringValue();
  }

  private HttpResponse<String> open(ManagerByHand manager, String code) throws Exception {
    return send(opening(manager, code));
  }

  private static HttpRequest opening(ManagerByHand manager, String code) {
    return HttpRequest.newBuilder(manager.uri(PATH))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString("{\"proof\":\"" + code + "\"}"))
        .build();
  }

  private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
    return client.send(request, BODY);
  }

  private String detail(HttpResponse<String> answer) {
    JsonNode problem = json.readTree(answer.body());
    return problem.path("detail").stringValue();
  }
}
