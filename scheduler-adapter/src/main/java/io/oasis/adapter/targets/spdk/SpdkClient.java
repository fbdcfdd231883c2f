package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.wire.GoneException;
import io.oasis.adapter.targets.wire.HungException;
import io.oasis.adapter.targets.wire.JsonLink;
import io.oasis.adapter.targets.wire.RefusedException;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks SPDK one thing at a time over one connection, made anew when it has to be. An answer belongs
 * to the request with its id, whatever comes before it. After one that did not come, questions fail
 * at once for {@link #PAUSE}. Not thread-safe.
 */
public final class SpdkClient implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofSeconds(1);
  static final Duration PAUSE = Duration.ofSeconds(1);

  private final SpdkAddress address;
  private @Nullable JsonLink link;
  private long lastId;
  private boolean hung;
  private long hungAt;

  public SpdkClient(SpdkAddress address) {
    this.address = address;
  }

  public SpdkAddress address() {
    return address;
  }

  /** Parameters, to be filled in. */
  public static ObjectNode parameters() {
    return JsonLink.object();
  }

  /**
   * @return the result
   * @throws GoneException when nobody listens
   * @throws HungException when it does not answer
   * @throws RefusedException when it answers with an error, whose number is the code
   */
  public JsonNode ask(String method, ObjectNode parameters) throws IOException {
    if (hung && System.nanoTime() - hungAt < PAUSE.toNanos()) {
      throw new HungException("SPDK at " + address + " does not answer");
    }
    hung = false;
    return ask(method, parameters, link != null);
  }

  public JsonNode ask(String method) throws IOException {
    return ask(method, parameters());
  }

  /**
   * @param again when the connection was made for an earlier request, and may be one to a process
   *     that has ended since
   */
  private JsonNode ask(String method, ObjectNode parameters, boolean again) throws IOException {
    try {
      return answer(exchange(method, parameters), method);
    } catch (RefusedException e) {
      throw e;
    } catch (HungException e) {
      hung = true;
      hungAt = System.nanoTime();
      close(); // its answer may come late
      throw e;
    } catch (IOException e) {
      close();
      if (again) {
        return ask(method, parameters, false);
      }
      throw e;
    }
  }

  private JsonNode exchange(String method, ObjectNode parameters) throws IOException {
    JsonLink present = link;
    if (present == null) {
      present = JsonLink.open(address.socket(), PATIENCE);
      link = present;
    }
    lastId++;
    ObjectNode request =
        JsonLink.object().put("jsonrpc", "2.0").put("id", lastId).put("method", method);
    if (!parameters.isEmpty()) {
      request.set("params", parameters);
    }
    present.again();
    present.send(request);
    while (true) {
      JsonNode answer = present.receive();
      if (answer.path("id").asLong(0) == lastId) {
        return answer;
      }
    }
  }

  private JsonNode answer(JsonNode answer, String method) throws RefusedException {
    JsonNode error = answer.path("error");
    if (!error.isMissingNode()) {
      throw new RefusedException(
          error.path("code").asString(""),
          "SPDK at %s refuses %s: %s"
              .formatted(address, method, error.path("message").asString("")));
    }
    return answer.path("result");
  }

  @Override
  public void close() {
    JsonLink present = link;
    link = null;
    if (present != null) {
      present.close();
    }
  }
}
