package io.oasis.manager.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.configuration.Secrets;
import io.oasis.manager.server.ManagerComponent;
import io.oasis.manager.server.ManagerMain;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Primary;

/** Shows that who calls too often is told to wait, and that nobody else waits with him. */
class FloodTest {
  @TempDir private Path directory = Path.of("");
  private final HttpClient client = HttpClient.newHttpClient();

  /** However slow this machine is, no call comes so late that another is granted. */
  @Configuration(proxyBeanMethods = false)
  static class StoppedClock extends AccessTest.ByHand {
    @Bean
    @Primary
    InstantSource stopped() {
      return InstantSource.fixed(Instant.EPOCH);
    }
  }

  @Test
  void whoCallsTooOftenWaitsAlone() throws Exception {
    try (ConfigurableApplicationContext server =
        ManagerMain.start(
            new ManagerComponent()
                .configuration(Map.of("http-port", "0", "state-dir", directory.toString())),
            StoppedClock.class)) {
      String base = "http://127.0.0.1:" + server.getEnvironment().getProperty("local.server.port");
      List<Integer> guesses = calls(base, "oasis_guessed", RateLimit.STRANGER_BURST + 10);
      assertThat(Collections.frequency(guesses, 401)).isEqualTo(RateLimit.STRANGER_BURST);
      assertThat(Collections.frequency(guesses, 429)).isEqualTo(10);

      List<Integer> known = calls(base, token("viewer"), RateLimit.BURST + 10);
      assertThat(known.subList(0, RateLimit.BURST)).containsOnly(200);
      assertThat(known.subList(RateLimit.BURST, known.size())).containsOnly(429);
      assertThat(calls(base, token("operator"), 1)).containsExactly(200);

      HttpResponse<String> told = call(base, token("viewer"));
      assertThat(told.headers().firstValue("Retry-After")).contains("1");
      assertThat(told.body()).contains("Too many calls");
    }
  }

  private String token(String role) {
    return Secrets.read(directory.resolve("access").resolve(role + ".token"));
  }

  private List<Integer> calls(String base, String token, int times)
      throws IOException, InterruptedException {
    List<Integer> answers = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      answers.add(call(base, token).statusCode());
    }
    return answers;
  }

  private HttpResponse<String> call(String base, String token)
      throws IOException, InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(base + "/api/v1/domains"))
            .header("Authorization", "Bearer " + token)
            .build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
