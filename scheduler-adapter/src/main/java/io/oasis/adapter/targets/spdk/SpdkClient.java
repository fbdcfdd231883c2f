package io.oasis.adapter.targets.spdk;

import io.oasis.brick.client.wire.GoneException;
import io.oasis.brick.client.wire.HungException;
import io.oasis.brick.client.wire.JsonClient;
import io.oasis.brick.client.wire.JsonLink;
import io.oasis.brick.client.wire.RefusedException;
import java.io.IOException;
import java.time.Duration;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks SPDK one thing at a time. An answer belongs to the request with its id, whatever comes
 * before it. Not thread-safe.
 */
public final class SpdkClient implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(1);

  private final SpdkAddress address;
  private final JsonClient client;
  private long lastId;

  public SpdkClient(SpdkAddress address) {
    this.address = address;
    this.client = new JsonClient(address.socket(), PATIENCE);
  }

  /** Parameters, to be filled in. */
  public static ObjectNode parameters() {
    return JsonLink.object();
  }

  public JsonNode ask(String method) throws IOException {
    return ask(method, parameters());
  }

  /**
   * @return the result
   * @throws GoneException when nobody listens
   * @throws HungException when it does not answer
   * @throws RefusedException when it answers with an error, whose number is the code
   */
  public JsonNode ask(String method, ObjectNode parameters) throws IOException {
    JsonNode answer = client.ask(link -> exchange(link, method, parameters));
    JsonNode error = answer.path("error");
    if (!error.isMissingNode()) {
      throw new RefusedException(
          error.path("code").asString(""),
          "SPDK at %s refuses %s: %s"
              .formatted(address, method, error.path("message").asString("")));
    }
    return answer.path("result");
  }

  private JsonNode exchange(JsonLink link, String method, ObjectNode parameters)
      throws IOException {
    lastId++;
    ObjectNode request =
        JsonLink.object().put("jsonrpc", "2.0").put("id", lastId).put("method", method);
    if (!parameters.isEmpty()) {
      request.set("params", parameters);
    }
    link.send(request);
    while (true) {
      JsonNode answer = link.receive();
      if (answer.path("id").asLong(0) == lastId) {
        return answer;
      }
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
