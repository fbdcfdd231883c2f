package io.oasis.proving.chaos;

import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The way of one service to the broker: TCP connections to a port of its own, passed on to the
 * broker's, in the quality that is set. What is cut is held and passed on when it is mended, ends
 * of connections included.
 */
final class Link implements AutoCloseable {
  private static final int CHUNK_BYTES = 16 << 10;

  /** What is under way in one direction of one connection: 1 MiB. */
  private static final int CHUNKS = 64;

  private static final Duration LOOK = Duration.ofMillis(5);

  /**
   * How well it passes.
   *
   * @param delay of every byte, each way
   * @param bytesPerSecond of each direction of each connection
   */
  record Quality(boolean up, Duration delay, double bytesPerSecond) {
    static final Quality GOOD = new Quality(true, Duration.ZERO, Double.POSITIVE_INFINITY);
    static final Quality CUT = new Quality(false, Duration.ZERO, Double.POSITIVE_INFINITY);

    /** 100 ms and 3 Mbit/s. */
    static final Quality SLOW = new Quality(true, Duration.ofMillis(100), 3e6 / 8);
  }

  /** Bytes, and when they came; none at the end. */
  private record Chunk(byte[] bytes, long nanos) {}

  private final ServerSocket server;
  private final int target;
  private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
  private volatile Quality quality = Quality.GOOD;

  private Link(ServerSocket server, int target) {
    this.server = server;
    this.target = target;
  }

  /**
   * @param port clients connect to
   * @param target the broker listens on
   */
  static Link open(int port, int target) {
    try {
      Link link = new Link(new ServerSocket(port, 50, InetAddress.getLoopbackAddress()), target);
      Thread.ofVirtual().name("link-" + port).start(link::accept);
      return link;
    } catch (IOException e) {
      throw new UncheckedIOException("port " + port + " cannot be listened on", e);
    }
  }

  void set(Quality next) {
    quality = next;
  }

  @Override
  public void close() {
    closeQuietly(server);
    sockets.forEach(Link::closeQuietly);
  }

  private void accept() {
    try {
      while (true) {
        Socket client = server.accept();
        sockets.add(client);
        Thread.ofVirtual().start(() -> connect(client));
      }
    } catch (IOException e) {
      close(); // closed, as nothing else ends it
    }
  }

  private void connect(Socket client) {
    Socket broker = new Socket();
    sockets.add(broker);
    try {
      awaitUp();
      broker.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target));
      client.setTcpNoDelay(true);
      broker.setTcpNoDelay(true);
      pass(client, broker);
      pass(broker, client);
    } catch (IOException e) {
      end(client, broker);
    }
  }

  private void pass(Socket from, Socket to) throws IOException {
    BlockingQueue<Chunk> underWay = new ArrayBlockingQueue<>(CHUNKS);
    InputStream in = from.getInputStream();
    OutputStream out = to.getOutputStream();
    Thread.ofVirtual().start(() -> read(in, underWay));
    Thread.ofVirtual().start(() -> write(underWay, out, from, to));
  }

  private static void read(InputStream in, BlockingQueue<Chunk> underWay) {
    byte[] buffer = new byte[CHUNK_BYTES];
    try {
      while (true) {
        int count = readSome(in, buffer);
        byte[] bytes = Arrays.copyOf(buffer, Math.max(0, count));
        underWay.put(new Chunk(bytes, System.nanoTime()));
        if (count < 0) {
          return;
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** A connection that was reset is at its end. */
  private static int readSome(InputStream in, byte[] buffer) {
    try {
      return in.read(buffer);
    } catch (IOException e) {
      return -1;
    }
  }

  private void write(BlockingQueue<Chunk> underWay, OutputStream out, Socket from, Socket to) {
    long free = System.nanoTime();
    try {
      while (true) {
        Chunk chunk = underWay.take();
        Quality now = quality;
        long due = Math.max(free, chunk.nanos() + now.delay().toNanos());
        long early = due - System.nanoTime();
        if (early > 0) {
          Thread.sleep(Duration.ofNanos(early));
        }
        awaitUp();
        if (chunk.bytes().length == 0) {
          break;
        }
        out.write(chunk.bytes());
        free = System.nanoTime() + (long) (chunk.bytes().length * 1e9 / now.bytesPerSecond());
      }
    } catch (IOException e) {
      // The other side has ended the connection: so does this one.
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    end(from, to);
    underWay.clear(); // the reader may wait for room
  }

  private void awaitUp() {
    while (!quality.up() && !server.isClosed()) {
      Wait.pause(LOOK);
    }
  }

  private void end(Socket one, Socket other) {
    closeQuietly(one);
    closeQuietly(other);
    sockets.remove(one);
    sockets.remove(other);
  }

  private static void closeQuietly(AutoCloseable socket) {
    try {
      socket.close();
    } catch (Exception e) {
      // Nothing is lost with a socket that cannot be closed.
    }
  }
}
