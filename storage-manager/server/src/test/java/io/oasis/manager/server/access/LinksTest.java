package io.oasis.manager.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.configuration.Secrets;
import io.oasis.manager.server.Advertised;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerConfig;
import io.oasis.manager.server.ManagerMain;
import io.oasis.messaging.trust.HostSecret;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;

/** Shows how long a code is good, how many wait, and that one that was sent on goes no further. */
class LinksTest {
  private static final String MAKER = "192.0.2.1:8520";
  private static final int MOST = 100;

  @TempDir private Path directory = Path.of("");

  private Instant now = Instant.parse("2026-01-01T12:00:00Z");

  private Links links(String self) {
    return new Links(new Signed(directory.resolve("tokens")), () -> self, () -> now);
  }

  @Test
  void aCodeIsGoodForAnHour() {
    Links here = links(MAKER);
    Links elsewhere = links("192.0.2.2:8520");
    String code = here.make("alice", Role.OPERATOR, Instant.MAX);
    now = now.plus(Links.LASTING).minusSeconds(1);
    assertThat(elsewhere.makerOf(code)).hasValue(MAKER);
    assertThat(elsewhere.isHere(MAKER)).isFalse();
    assertThat(here.isHere(MAKER)).isTrue();
    now = now.plusSeconds(1);
    assertThat(elsewhere.makerOf(code)).as("nobody is asked").isEmpty();
    assertThat(here.use(code)).isEmpty();
  }

  @Test
  void itBeginsASessionNoLongerThanTheProofItWasMadeFor() {
    Links here = links(MAKER);
    Instant end = now.plus(Duration.ofMinutes(5));
    Caller caller = here.use(here.make("alice", Role.OPERATOR, end)).orElseThrow();
    assertThat(caller.getName()).isEqualTo("alice");
    assertThat(caller.role()).isEqualTo(Role.OPERATOR);
    assertThat(caller.until()).isEqualTo(end);
  }

  @Test
  void theOldestIsForgottenForOneMore() {
    Links here = links(MAKER);
    String first = here.make("alice", Role.VIEWER, Instant.MAX);
    String second = here.make("alice", Role.VIEWER, Instant.MAX);
    for (int i = 2; i <= MOST; i++) {
      var _ = here.make("alice", Role.VIEWER, Instant.MAX);
    }
    assertThat(here.use(first)).isEmpty();
    assertThat(here.use(second)).isPresent();
  }

  @Test
  void whoOpensOneHasARateOfTheirOwnAndNoRights() {
    Links here = links(MAKER);
    String one = here.make("alice", Role.ADMIN, Instant.MAX);
    String other = here.make("alice", Role.ADMIN, Instant.MAX);
    assertThat(here.opener(one).getName()).isNotEqualTo(here.opener(other).getName());
    assertThat(here.opener(one).role()).isEqualTo(Role.VIEWER);
  }

  @Test
  void oneThatWasSentOnGoesNoFurther() throws Exception {
    Secrets shared = Secrets.in(directory.resolve("shared"));
    shared.put("hosts.secret", HostSecret.generate().text().strip());
    Map<String, String> keys =
        Map.of(
            "http-port", "0",
            "state-dir", directory.resolve("state").toString(),
            "token-dir", directory.resolve("tokens").toString(),
            "host-secret", shared.file("hosts.secret").toString());
    try (ConfigurableApplicationContext manager =
            ManagerMain.start(new ManagerComponent().configuration(keys), AccessTest.ByHand.class);
        HttpClient client = HttpClient.newHttpClient()) {
      now = Instant.now();
      Links third = links(MAKER);
      String code = third.make("alice", Role.VIEWER, Instant.MAX);
      String address = manager.getBean(Advertised.class).address();
      HttpRequest request =
          HttpRequest.newBuilder(URI.create("http://" + address + SessionController.PATH))
              .header("Authorization", pass(manager, address, third.opener(code)))
              .header("Content-Type", "application/json")
              .POST(HttpRequest.BodyPublishers.ofString("{\"proof\":\"" + code + "\"}"))
              .build();
      assertThat(client.send(request, HttpResponse.BodyHandlers.ofString()).statusCode())
          .isEqualTo(410);
    }
  }

  /** As another manager makes it. */
  private static String pass(
      ConfigurableApplicationContext manager, String address, Caller opener) {
    ManagerConfig config = manager.getBean(ManagerConfig.class);
    return new Passes(
            config.credentials()::callKeys,
            config.streams().applicationId(),
            () -> MAKER,
            InstantSource.system())
        .of(opener, address, "POST", SessionController.PATH)
        .orElseThrow();
  }
}
