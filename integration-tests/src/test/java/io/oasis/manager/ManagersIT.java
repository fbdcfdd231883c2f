package io.oasis.manager;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.Mode;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Shows two managers at a real broker that share the domains between them: each answers for all, to
 * those who may, and goes on alone when the other stops.
 */
class ManagersIT {
  private static final String ENFORCE = "{\"mode\":\"ENFORCE\",\"reason\":\"test\"}";

  @TempDir Path directory;

  private final HttpClient client = HttpClient.newHttpClient();
  private final JsonMapper json = new JsonMapper();
  private Pair pair;

  @BeforeEach
  void start() {
    pair = new Pair(directory, Map.of());
  }

  @AfterEach
  void stop() {
    pair.close();
    client.close();
  }

  @Test
  void eachAnswersForAllAndGoesOnAlone() throws Exception {
    pair.playUntilShared();
    String first = pair.slugAt(0);
    String second = pair.slugAt(1);
    pair.playUntil(() -> statuses(first, second).stream().allMatch(status -> status == 200));
    theyKnowOfEachOther();
    changesAreMadeByTheOwner(second);
    pushesReachWhoListensElsewhere(second);
    madeUpPassesAreRefused(second);

    pair.stopLast();
    pair.playUntil(() -> get(0, "/api/v1/domains/" + second).statusCode() == 200);
    assertThat(body(get(0, "/api/v1/domains/" + second)).path("mode").stringValue())
        .as("the operator's word")
        .isEqualTo("ENFORCE");
    pair.playUntil(() -> body(get(0, "/api/v1/managers")).path("managers").size() == 1);
    assertThat(body(get(0, "/api/v1/domains")).path("domains").size()).isEqualTo(Pair.DOMAINS);
  }

  private void theyKnowOfEachOther() {
    for (int i = 0; i < pair.managers(); i++) {
      JsonNode all = body(get(i, "/api/v1/domains"));
      assertThat(all.path("domains").size()).as(all.toString()).isEqualTo(Pair.DOMAINS);
      JsonNode named = body(get(i, "/api/v1/managers"));
      assertThat(named.path("managers").valueStream().map(each -> each.path("domains").size()))
          .as(named.toString())
          .containsExactly(1, 1);
      assertThat(body(get(i, "/actuator/health")).toString()).contains("\"managers\":2");
    }
  }

  /** Asked of the one that does not decide for it. */
  private void changesAreMadeByTheOwner(String second) {
    assertThat(put("viewer", second).statusCode()).isEqualTo(403);
    HttpResponse<String> answer = put("operator", second);
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    var rails = pair.railsAt(1);
    assertThat(rails.mode()).isEqualTo(Mode.ENFORCE);
    assertThat(rails.change().actor()).contains("operator token of this host");
  }

  private void pushesReachWhoListensElsewhere(String second) {
    Queue<String> ofTheDomain = listen("/api/v1/domains/" + second + "/events");
    Queue<String> ofAll = listen("/api/v1/events");
    String mode = "\"slug\":\"" + second + "\",\"mode\":\"ENFORCE\"";
    pair.playUntil(
        () ->
            ofTheDomain.stream().filter(line -> line.contains(mode)).count() > 3
                && ofAll.stream().filter(line -> line.contains(mode)).count() > 3);
  }

  private void madeUpPassesAreRefused(String second) {
    String madeUp = "eyJ0eXAiOiJvYXNpcy1wYXNzK2p3dCIsImFsZyI6IkhTMjU2In0.e30.AAAA";
    for (int i = 0; i < pair.managers(); i++) {
      HttpRequest request =
          HttpRequest.newBuilder(pair.uri(i, "/api/v1/domains/" + second))
              .header("Authorization", "Oasis-Pass " + madeUp)
              .build();
      assertThat(send(request).statusCode()).isEqualTo(401);
    }
  }

  private List<Integer> statuses(String first, String second) {
    return IntStream.range(0, pair.managers())
        .boxed()
        .flatMap(
            i ->
                List.of(first, second).stream()
                    .map(slug -> get(i, "/api/v1/domains/" + slug).statusCode()))
        .toList();
  }

  private HttpResponse<String> get(int manager, String path) {
    return send(pair.asked(manager, "viewer", path).build());
  }

  private HttpResponse<String> put(String role, String slug) {
    return send(
        pair.asked(0, role, "/api/v1/domains/" + slug + "/mode")
            .header("Content-Type", "application/json")
            .PUT(HttpRequest.BodyPublishers.ofString(ENFORCE))
            .build());
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return client.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private JsonNode body(HttpResponse<String> answer) {
    return json.readTree(answer.body());
  }

  /** Lines that come, until the manager stops. */
  private Queue<String> listen(String path) {
    Queue<String> lines = new ConcurrentLinkedQueue<>();
    HttpRequest request = pair.asked(0, "viewer", path).build();
    var _ =
        client
            .sendAsync(request, HttpResponse.BodyHandlers.ofInputStream())
            .thenAcceptAsync(
                answer ->
                    new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8))
                        .lines()
                        .forEach(lines::add),
                Thread::startVirtualThread);
    return lines;
  }
}
