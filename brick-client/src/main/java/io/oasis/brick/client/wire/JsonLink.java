package io.oasis.brick.client.wire;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One connection that carries JSON objects both ways and never waits longer than its patience, from
 * its opening or from {@link #again}. Not thread-safe.
 */
public final class JsonLink implements AutoCloseable {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  private final SocketAddress address;
  private final long patienceNanos;
  private final SocketChannel channel;
  private final Selector selector;
  private final SelectionKey key;
  private final JsonSplitter splitter = new JsonSplitter();
  private final ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
  private long deadline;

  private JsonLink(
      SocketAddress address, Duration patience, SocketChannel channel, Selector selector)
      throws IOException {
    this.address = address;
    this.patienceNanos = patience.toNanos();
    this.channel = channel;
    this.selector = selector;
    channel.configureBlocking(false);
    this.key = channel.register(selector, 0);
    again();
  }

  /**
   * Connects.
   *
   * @throws GoneException when nobody listens there
   */
  public static JsonLink open(SocketAddress address, Duration patience) throws IOException {
    boolean local = address instanceof UnixDomainSocketAddress;
    SocketChannel channel =
        SocketChannel.open(local ? StandardProtocolFamily.UNIX : StandardProtocolFamily.INET);
    Selector selector = Selector.open();
    JsonLink link = new JsonLink(address, patience, channel, selector);
    try {
      link.connect(local);
      return link;
    } catch (IOException e) {
      link.close();
      throw e;
    }
  }

  private void connect(boolean local) throws IOException {
    try {
      if (channel.connect(address)) {
        return;
      }
      if (local) {
        throw new HungException(address + " takes no more connections");
      }
      do {
        await(SelectionKey.OP_CONNECT);
      } while (!channel.finishConnect());
    } catch (ConnectException e) {
      throw new GoneException("nobody listens at " + address, e);
    } catch (java.net.SocketException e) {
      throw new GoneException("there is no " + address, e);
    }
  }

  /** An object, to be filled in. */
  public static ObjectNode object() {
    return JSON.createObjectNode();
  }

  /** Patience begins anew. */
  public void again() {
    deadline = System.nanoTime() + patienceNanos;
  }

  public void send(JsonNode object) throws IOException {
    ByteBuffer out = ByteBuffer.wrap((object + "\n").getBytes(StandardCharsets.UTF_8));
    while (out.hasRemaining()) {
      if (channel.write(out) == 0) {
        await(SelectionKey.OP_WRITE);
      }
    }
  }

  /** The next object, whatever it is. */
  public JsonNode receive() throws IOException {
    while (true) {
      Optional<String> next = splitter.next();
      if (next.isPresent()) {
        return parse(next.get());
      }
      buffer.clear();
      int bytes = channel.read(buffer);
      if (bytes < 0) {
        throw new IOException(address + " closed the connection");
      }
      if (bytes == 0) {
        await(SelectionKey.OP_READ);
      }
      splitter.take(buffer.flip());
    }
  }

  private JsonNode parse(String text) throws IOException {
    try {
      return JSON.readTree(text);
    } catch (JacksonException e) {
      throw new IOException(address + " does not speak JSON", e);
    }
  }

  private void await(int operation) throws IOException {
    long left = (deadline - System.nanoTime()) / 1_000_000;
    if (left <= 0) {
      throw new HungException(address + " does not answer");
    }
    key.interestOps(operation);
    selector.select(left);
    selector.selectedKeys().clear();
  }

  @Override
  public void close() {
    try {
      selector.close();
      channel.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
