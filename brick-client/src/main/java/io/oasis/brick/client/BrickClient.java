package io.oasis.brick.client;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Asks a brick through its control socket, and never waits for long: a brick that does not answer
 * within {@link #PATIENCE} counts as hung, and further questions fail at once for {@link #PAUSE}.
 * Connects anew when it has to. Not thread-safe.
 */
public final class BrickClient implements AutoCloseable {
  static final Duration PATIENCE = Duration.ofMillis(500);
  static final Duration PAUSE = Duration.ofSeconds(1);

  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int MAX_ANSWER_BYTES = 16 << 20;

  private final Path control;
  private final ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
  private @Nullable SocketChannel channel;
  private @Nullable Selector selector;
  private boolean hung;
  private long hungAt;

  public BrickClient(Path control) {
    this.control = control;
  }

  /** A request, to be filled in. */
  public static ObjectNode request(String method) {
    return JSON.createObjectNode().put("method", method);
  }

  /** The brick says no; the message says why. */
  public static final class RefusedException extends IOException {
    private static final long serialVersionUID = 1L;

    RefusedException(String message) {
      super(message);
    }
  }

  /** Nobody listens at the control socket. */
  public static final class GoneException extends IOException {
    private static final long serialVersionUID = 1L;

    GoneException(String message, Throwable cause) {
      super(message, cause);
    }
  }

  /**
   * @throws GoneException when there is no brick
   * @throws RefusedException when there is one and it refuses
   * @throws IOException when it does not answer
   */
  public JsonNode ask(ObjectNode request) throws IOException {
    if (hung && System.nanoTime() - hungAt < PAUSE.toNanos()) {
      throw new IOException("the brick at " + control + " does not answer");
    }
    hung = false;
    JsonNode answer = answer(request.toString() + '\n', channel != null);
    if (!answer.path("ok").asBoolean(false)) {
      throw new RefusedException("the brick at " + control + " refuses: " + answer.path("error"));
    }
    return answer;
  }

  /**
   * @param again when the connection was made for an earlier request, and may be one to a brick
   *     that has ended since
   */
  private JsonNode answer(String line, boolean again) throws IOException {
    try {
      return JSON.readTree(exchange(line));
    } catch (IOException e) {
      close();
      if (again && !hung) {
        return answer(line, false);
      }
      throw e;
    } catch (JacksonException e) {
      close();
      throw new IOException("the brick at " + control + " does not answer with JSON", e);
    }
  }

  private byte[] exchange(String line) throws IOException {
    SocketChannel present = connect();
    long deadline = System.nanoTime() + PATIENCE.toNanos();
    ByteBuffer out = ByteBuffer.wrap(line.getBytes(StandardCharsets.UTF_8));
    while (out.hasRemaining()) {
      if (present.write(out) == 0) {
        await(SelectionKey.OP_WRITE, deadline);
      }
    }
    ByteArrayOutputStream answer = new ByteArrayOutputStream();
    while (true) {
      buffer.clear();
      int bytes = present.read(buffer);
      if (bytes < 0) {
        throw new IOException("the brick at " + control + " closed the connection");
      }
      if (bytes == 0) {
        await(SelectionKey.OP_READ, deadline);
        continue;
      }
      answer.write(buffer.array(), 0, bytes);
      if (buffer.get(bytes - 1) == '\n') {
        return answer.toByteArray();
      }
      if (answer.size() > MAX_ANSWER_BYTES) {
        throw new IOException("the brick at " + control + " does not end its answer");
      }
    }
  }

  private SocketChannel connect() throws IOException {
    SocketChannel present = channel;
    if (present != null) {
      return present;
    }
    try {
      present = SocketChannel.open(UnixDomainSocketAddress.of(control));
    } catch (ConnectException e) {
      throw new GoneException("no brick listens at " + control, e);
    } catch (java.net.SocketException e) {
      throw new GoneException("there is no " + control + ": is the brick's `control` so?", e);
    }
    channel = present;
    present.configureBlocking(false);
    Selector fresh = Selector.open();
    selector = fresh;
    present.register(fresh, 0);
    return present;
  }

  private void await(int operation, long deadline) throws IOException {
    Selector present = selector;
    long left = (deadline - System.nanoTime()) / 1_000_000;
    if (present == null || left <= 0) {
      hung = true;
      hungAt = System.nanoTime();
      throw new IOException("the brick at " + control + " does not answer");
    }
    present.keys().forEach(key -> key.interestOps(operation));
    present.select(left);
    present.selectedKeys().clear();
  }

  @Override
  public void close() {
    try (SocketChannel oldChannel = channel;
        Selector oldSelector = selector) {
      channel = null;
      selector = null;
    } catch (IOException e) {
      hung = false; // it is gone either way
    }
  }
}
