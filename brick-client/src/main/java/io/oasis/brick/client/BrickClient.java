package io.oasis.brick.client;

import io.oasis.brick.client.wire.GoneException;
import io.oasis.brick.client.wire.HungException;
import io.oasis.brick.client.wire.JsonClient;
import io.oasis.brick.client.wire.JsonLink;
import io.oasis.brick.client.wire.RefusedException;
import java.io.IOException;
import java.net.UnixDomainSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Asks a brick through its control socket; one that does not answer counts as hung for a while. */
public final class BrickClient implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMillis(500);

  private final Path control;
  private final JsonClient client;

  public BrickClient(Path control) {
    this.control = control;
    this.client = new JsonClient(UnixDomainSocketAddress.of(control), PATIENCE);
  }

  /** A request, to be filled in. */
  public static ObjectNode request(String method) {
    return JsonLink.object().put("method", method);
  }

  /**
   * @throws GoneException when there is no brick
   * @throws RefusedException when there is one and it refuses
   * @throws HungException when it does not answer
   */
  public JsonNode ask(ObjectNode request) throws IOException {
    JsonNode answer =
        client.ask(
            link -> {
              link.send(request);
              return link.receive();
            });
    if (!answer.path("ok").asBoolean(false)) {
      throw new RefusedException(
          "", "the brick at " + control + " refuses: " + answer.path("error"));
    }
    return answer;
  }

  @Override
  public void close() {
    client.close();
  }
}
