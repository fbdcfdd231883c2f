package io.oasis.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/**
 * Shows that what is missing for a moment is told from what is not there, and from all there is.
 */
class ManagerClientTest {
  private static final String DOMAINS = "{\"domains\":[{\"domain\":\"disk:a\"}]";

  @Test
  void aListThatIsNotWholeIsToldFromOneThatIs() throws Exception {
    assertThat(whenToldAll(DOMAINS + "}")).isEqualTo(1);
    assertThatThrownBy(
            () ->
                whenToldAll(
                    DOMAINS + ",\"unanswered\":[{\"manager\":\"m2:8520\",\"why\":\"is silent\"}]}"))
        .isInstanceOf(MissingException.class)
        .hasMessage("domains are missing: the manager m2:8520 is silent");
  }

  @Test
  void nobodyDecidesIsToldFromWhatIsWrong() throws Exception {
    Optional<JsonNode> domain =
        whenAnswered(503, "{\"detail\":\"starting\"}", client -> client.domain("disk:a"));
    assertThat(domain).isEmpty();
    assertThatThrownBy(() -> whenAnswered(500, "{}", client -> client.domain("disk:a")))
        .isInstanceOf(MissingException.class);
  }

  private static int whenToldAll(String answer) throws Exception {
    return whenAnswered(
        200,
        answer,
        client -> {
          assertThat(client.domains()).hasSize(1);
          return client.domainsOfAll().size();
        });
  }

  private static <T> T whenAnswered(int status, String answer, Function<ManagerClient, T> asked)
      throws Exception {
    InetSocketAddress free = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    HttpServer server = HttpServer.create(free, 0);
    server.createContext(
        "/api/v1/domains",
        call -> {
          byte[] bytes = answer.getBytes(StandardCharsets.UTF_8);
          call.sendResponseHeaders(status, bytes.length);
          call.getResponseBody().write(bytes);
          call.close();
        });
    server.start();
    String base = "http://127.0.0.1:" + server.getAddress().getPort();
    try (ManagerClient client = new ManagerClient(base, Optional::empty)) {
      return asked.apply(client);
    } finally {
      server.stop(0);
    }
  }
}
