package io.oasis.adapter.targets.spdk;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Stands in for {@code spdk_tgt}: what is on the wire is as recorded with version 24.05, the bdevs
 * are {@link FakeBdevs}. It can be told to misbehave.
 */
public final class FakeSpdk implements AutoCloseable {
  private static final int MOST_CONNECTIONS = 64;
  private static final int MOST_BUFFERED_BYTES = 256 << 10;

  private final Path directory;
  private final boolean tcp;
  private final Set<SocketChannel> connections = ConcurrentHashMap.newKeySet();
  private volatile ServerSocketChannel server;
  private volatile FakeBdevs bdevs = new FakeBdevs();
  private volatile boolean hung;
  private volatile boolean halved;
  private volatile int pieceBytes = Integer.MAX_VALUE;
  private volatile boolean strayAnswers;

  public FakeSpdk(boolean tcp) throws IOException {
    this.tcp = tcp;
    directory = Files.createTempDirectory("oasis-fake-spdk");
    listen();
  }

  private void listen() throws IOException {
    SocketAddress address = UnixDomainSocketAddress.of(directory.resolve("spdk.sock"));
    if (tcp) {
      int port = server == null ? 0 : ((InetSocketAddress) server.getLocalAddress()).getPort();
      address = new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
    ServerSocketChannel fresh =
        ServerSocketChannel.open(tcp ? StandardProtocolFamily.INET : StandardProtocolFamily.UNIX);
    fresh.bind(address, 128);
    server = fresh;
    Thread.ofVirtual().name("fake-spdk").start(() -> accept(fresh));
  }

  public SpdkAddress address() throws IOException {
    return new SpdkAddress(
        tcp
            ? "127.0.0.1:" + ((InetSocketAddress) server.getLocalAddress()).getPort()
            : directory.resolve("spdk.sock").toString());
  }

  public FakeBdevs bdevs() {
    return bdevs;
  }

  /** Takes requests and answers none. */
  public void hang(boolean on) {
    hung = on;
  }

  /** Sends the first half of each answer and never the rest. */
  public void halve(boolean on) {
    halved = on;
  }

  /** Sends what it sends in pieces of this size. */
  void inPieces(int bytes) {
    pieceBytes = bytes;
  }

  /** Sends an answer that nobody waits for before each one. */
  void strayAnswers() {
    strayAnswers = true;
  }

  /** Ends and starts again: bdevs of before, with no limits and counters at zero. */
  public void restart() throws IOException {
    stop();
    bdevs = bdevs.afterRestart();
    listen();
  }

  private void accept(ServerSocketChannel from) {
    try {
      while (true) {
        SocketChannel connection = from.accept();
        connections.add(connection);
        if (connections.size() <= MOST_CONNECTIONS) {
          Thread.ofVirtual().start(() -> serve(connection));
        }
      }
    } catch (IOException e) {
      return; // closed
    }
  }

  private void serve(SocketChannel connection) {
    FakeStream stream = new FakeStream();
    ByteBuffer buffer = ByteBuffer.allocate(64 << 10);
    try (connection) {
      while (connection.read(buffer.clear()) >= 0) {
        stream.take(buffer.flip());
        if (hung) {
          continue;
        }
        List<String> later = new ArrayList<>();
        for (byte[] text = stream.next(); text != null; text = stream.next()) {
          FakeBdevs.Reply reply = bdevs.answer(text);
          if (reply.later()) {
            later.add(reply.text());
          } else {
            send(connection, reply.text());
          }
        }
        for (String text : later) {
          bdevs.changed();
          send(connection, text);
        }
        if (stream.isBroken() || stream.pending() >= MOST_BUFFERED_BYTES) {
          return;
        }
      }
    } catch (IOException e) {
      return; // the other side closed, or what it sent does not parse
    } finally {
      connections.remove(connection);
    }
  }

  private void send(SocketChannel connection, String answer) throws IOException {
    String text = strayAnswers ? "{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":7}" + answer : answer;
    boolean unasked = answer.startsWith("{\"jsonrpc\":\"2.0\",\"id\":null,\"result\"");
    String whole = unasked ? text.substring(0, text.length() - 1) : text + "\n"; // as recorded
    byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
    int end = halved ? bytes.length / 2 : bytes.length;
    for (int at = 0; at < end; at += Math.min(pieceBytes, end)) {
      ByteBuffer piece = ByteBuffer.wrap(bytes, at, Math.min(pieceBytes, end - at));
      while (piece.hasRemaining()) {
        connection.write(piece);
      }
    }
  }

  /** Ends; its address leads nowhere. */
  public void stop() throws IOException {
    ServerSocketChannel old = server;
    if (!old.isOpen()) {
      return;
    }
    SocketAddress address = old.getLocalAddress();
    old.close();
    for (SocketChannel connection : connections) {
      connection.close();
    }
    connections.clear();
    if (address instanceof UnixDomainSocketAddress local) {
      Files.deleteIfExists(local.getPath());
    }
  }

  @Override
  public void close() throws IOException {
    stop();
    try (var files = Files.list(directory)) {
      for (Path file : files.toList()) {
        Files.delete(file); // the lock of an adapter
      }
    }
    Files.delete(directory);
  }
}
