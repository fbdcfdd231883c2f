package io.oasis.manager.server.fleet;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.server.rest.Slug;
import io.oasis.protocol.DomainId;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Shows what a manager says when the one that decides does not answer, or nobody decides. */
class AbsentManagersTest {
  private static final String OURS = "disk:/dev/a";
  private static final String THEIRS = "disk:/dev/b";
  private static final String PATH = "/api/v1/domains/" + Slug.of(THEIRS);
  private static final Fleet.Owner NOBODY = new Fleet.Owner.Nobody("it moves");

  @TempDir static Path directory;

  private static ManagerByHand one;
  private static ManagerByHand other;
  private static ManagerByHand stranger;
  private final JsonMapper json = new JsonMapper();

  @BeforeAll
  static void start() {
    Map<String, String> keys = ManagerByHand.sharedSecret(directory.resolve("shared"));
    one = new ManagerByHand(directory.resolve("one"), keys);
    other = new ManagerByHand(directory.resolve("other"), keys);
    stranger = new ManagerByHand(directory.resolve("stranger"), Map.of());
  }

  @AfterAll
  static void stop() {
    one.close();
    other.close();
    stranger.close();
  }

  @BeforeEach
  void begin() {
    one.decidesFor(OURS);
    other.decidesFor(THEIRS);
    one.believes(other.asOwner(), other.address());
    other.believes(one.asOwner(), one.address());
    stranger.believes(other.asOwner(), other.address());
  }

  @Test
  void whoDoesNotAnswerIsNamedInLists() throws Exception {
    String gone = nobodyThere();
    one.believes(NOBODY, other.address(), gone);
    for (String path : List.of("/api/v1/domains", "/api/v1/doctor", "/api/v1/managers")) {
      JsonNode list = one.body(path);
      assertThat(list.path("unanswered").path(0).path("manager").stringValue()).isEqualTo(gone);
      assertThat(list.path("unanswered").path(0).path("why").stringValue())
          .contains("does not answer");
      assertThat(list.path(path.endsWith("managers") ? "managers" : "domains").size()).isEqualTo(2);
    }
  }

  @Test
  void anOwnerThatIsGoneIsNamed() throws Exception {
    String gone = nobodyThere();
    one.believes(new Fleet.Owner.There(gone), gone);
    HttpResponse<String> answer = one.get(PATH);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).contains("2");
    assertThat(body(answer).path("manager").stringValue()).isEqualTo(gone);
    assertThat(body(answer).path("detail").stringValue()).contains(gone + " does not answer");
  }

  @Test
  void whatNobodyDecidesForAtTheMomentIsToBeAskedAgain() throws Exception {
    one.believes(NOBODY);
    HttpResponse<String> answer = one.get(PATH);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(body(answer).path("detail").stringValue()).contains("it moves");
    one.believes(new Fleet.Owner.Here());
    assertThat(one.get(PATH).statusCode()).as("nobody has heard of it").isEqualTo(404);
  }

  @Test
  void aCallGoesNoFurtherThanOneManager() throws Exception {
    other.registry().remove(new DomainId(THEIRS));
    HttpResponse<String> answer = one.get(PATH);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(body(answer).path("manager").stringValue())
        .as("what the one that was asked believes")
        .isEqualTo(one.address());
  }

  @Test
  void managersWithoutACommonKeySendNothingOn() throws Exception {
    HttpResponse<String> answer = stranger.get(PATH);
    assertThat(answer.statusCode()).isEqualTo(503);
    assertThat(body(answer).path("manager").stringValue()).isEqualTo(other.address());
    assertThat(body(answer).path("detail").stringValue()).contains("--host-secret");
    one.believes(stranger.asOwner());
    assertThat(one.body(PATH).path("detail").stringValue()).contains("does not believe us");
  }

  private JsonNode body(HttpResponse<String> answer) {
    return json.readTree(answer.body());
  }

  /** Where nothing listens. */
  private static String nobodyThere() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return "127.0.0.1:" + socket.getLocalPort();
    }
  }
}
