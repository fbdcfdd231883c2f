package io.oasis.brick.client.wire;

import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Asks one thing at a time over one connection, made anew when it has to be, and never waits for
 * long: after an answer that did not come within its patience, questions fail at once for {@link
 * #PAUSE}. Not thread-safe.
 */
public final class JsonClient implements AutoCloseable {
  static final Duration PAUSE = Duration.ofSeconds(1);

  /** What is said and heard. */
  public interface Question {
    JsonNode ask(JsonLink link) throws IOException;
  }

  private final SocketAddress address;
  private final Duration patience;
  private @Nullable JsonLink link;
  private boolean hung;
  private long hungAt;

  public JsonClient(SocketAddress address, Duration patience) {
    this.address = address;
    this.patience = patience;
  }

  /**
   * @throws GoneException when nobody listens
   * @throws HungException when it does not answer
   */
  public JsonNode ask(Question question) throws IOException {
    if (hung && System.nanoTime() - hungAt < PAUSE.toNanos()) {
      throw new HungException(address + " does not answer");
    }
    hung = false;
    return ask(question, link != null);
  }

  /**
   * @param again when the connection was made for an earlier question, and may be one to a process
   *     that has ended since
   */
  private JsonNode ask(Question question, boolean again) throws IOException {
    try {
      JsonLink present = link;
      if (present == null) {
        present = JsonLink.open(address, patience);
        link = present;
      }
      present.again();
      return question.ask(present);
    } catch (HungException e) {
      hung = true;
      hungAt = System.nanoTime();
      close(); // its answer may come late
      throw e;
    } catch (IOException e) {
      close();
      if (again) {
        return ask(question, false);
      }
      throw e;
    }
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
