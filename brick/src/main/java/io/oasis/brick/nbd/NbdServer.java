package io.oasis.brick.nbd;

import io.oasis.brick.os.Memory;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.StandardProtocolFamily;
import java.net.StandardSocketOptions;
import java.net.UnixDomainSocketAddress;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Listens on sockets and serves exports to those who connect. */
public final class NbdServer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(NbdServer.class);
  private static final int BACKLOG = 128;
  private static final long WATCH_NANOS = 250_000_000L;

  /** Who looks so late was not running, or hardly. */
  private static final long SUSPENDED_NANOS = 4 * WATCH_NANOS;

  /** With memory short, who keeps the server waiting for longer than this goes first. */
  private static final long PATIENCE_WHEN_SHORT_NANOS = 1_000_000_000L;

  /** Deep enough for the copy loops, and small because there may be thousands. */
  private static final long STACK_BYTES = 256 << 10;

  private final Handshake.Offer offer;
  private final Limits limits;
  private final Memory memory;
  private final List<ServerSocketChannel> listeners = new ArrayList<>();
  private final List<Path> socketFiles = new ArrayList<>();
  private final Map<Connection, Thread> connections = new ConcurrentHashMap<>();
  private final AtomicLong accepted = new AtomicLong();
  private final AtomicLong turnedAway = new AtomicLong();
  private final AtomicLong cutOff = new AtomicLong();
  private volatile boolean closed;

  /**
   * @param exports by name; the first is also what a client gets that names none
   * @param mustEncrypt refuse to talk about exports in the clear
   */
  public NbdServer(
      SequencedMap<String, Export> exports, Optional<Tls> tls, boolean mustEncrypt, Limits limits) {
    this.offer = new Handshake.Offer(exports, tls, mustEncrypt, limits.maxPayloadBytes());
    this.limits = limits;
    this.memory = new Memory(limits.memoryBytes());
    Thread.ofPlatform().daemon().name("nbd-watch").start(this::watch);
  }

  /**
   * Starts to listen.
   *
   * @return where, with the port that was chosen when 0 was asked for
   */
  public SocketAddress listen(SocketAddress address) throws IOException {
    boolean isUnix = address instanceof UnixDomainSocketAddress;
    ServerSocketChannel listener =
        isUnix ? ServerSocketChannel.open(StandardProtocolFamily.UNIX) : ServerSocketChannel.open();
    try {
      if (address instanceof UnixDomainSocketAddress unix) {
        removeStale(unix.getPath());
        listener.bind(address, BACKLOG);
        socketFiles.add(unix.getPath());
      } else {
        listener.setOption(StandardSocketOptions.SO_REUSEADDR, true);
        listener.bind(address, BACKLOG);
      }
    } catch (IOException e) {
      listener.close();
      throw e;
    }
    listeners.add(listener);
    Thread.ofPlatform().daemon().name("nbd-accept").start(() -> accept(listener));
    return listener.getLocalAddress();
  }

  /** A socket file that nobody listens on is what a killed server left. */
  private static void removeStale(Path file) throws IOException {
    if (!Files.exists(file)) {
      return;
    }
    boolean answered;
    try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(file))) {
      answered = probe.isConnected();
    } catch (ConnectException e) {
      answered = false;
    }
    if (answered) {
      throw new IOException("somebody listens on " + file + " already");
    }
    Files.delete(file);
  }

  private void accept(ServerSocketChannel listener) {
    while (!closed) {
      try {
        SocketChannel channel = listener.accept();
        accepted.incrementAndGet();
        if (connections.size() >= limits.maxConnections()) {
          turnedAway.incrementAndGet();
          channel.close();
          continue;
        }
        if (listener.getLocalAddress() instanceof InetSocketAddress) {
          channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        }
        start(channel);
      } catch (ClosedChannelException e) {
        return;
      } catch (IOException e) {
        LOG.warn("a connection could not be accepted: {}", e.toString());
        LockSupport.parkNanos(WATCH_NANOS);
      }
    }
  }

  private void start(SocketChannel channel) {
    Connection[] self = new Connection[1];
    Connection connection =
        new Connection(channel, offer, limits, memory, () -> connections.remove(self[0]));
    self[0] = connection;
    Thread thread =
        Thread.ofPlatform()
            .daemon()
            .name("nbd-" + accepted.get())
            .stackSize(STACK_BYTES)
            .unstarted(connection);
    connections.put(connection, thread);
    thread.start();
  }

  private void watch() {
    long last = System.nanoTime();
    while (!closed) {
      LockSupport.parkNanos(WATCH_NANOS);
      long now = System.nanoTime();
      boolean wasSuspended = now - last > SUSPENDED_NANOS;
      last = now;
      if (wasSuspended) {
        continue; // whoever owed something may have sent it long ago
      }
      Connection slowest = null;
      long longest = PATIENCE_WHEN_SHORT_NANOS;
      for (Connection connection : connections.keySet()) {
        if (connection.overdueNanos(now) > 0) {
          cutOff.incrementAndGet();
          connection.cut();
        } else if (connection.stalledNanos(now) > longest) {
          longest = connection.stalledNanos(now);
          slowest = connection;
        }
      }
      if (slowest != null && memory.isShort()) {
        cutOff.incrementAndGet();
        slowest.cut();
      }
    }
  }

  public int connections() {
    return connections.size();
  }

  public long accepted() {
    return accepted.get();
  }

  /** Connections that came when there were too many. */
  public long turnedAway() {
    return turnedAway.get();
  }

  /** Connections that were ended because the client kept the server waiting. */
  public long cutOff() {
    return cutOff.get();
  }

  public long memoryBytes() {
    return memory.takenBytes();
  }

  /** Ends every connection; when it returns none touches a volume any more. */
  @Override
  public void close() throws IOException {
    closed = true;
    for (ServerSocketChannel listener : listeners) {
      listener.close();
    }
    for (Path file : socketFiles) {
      Files.deleteIfExists(file);
    }
    while (!connections.isEmpty()) {
      for (Map.Entry<Connection, Thread> entry : connections.entrySet()) {
        entry.getKey().cut();
        joinBriefly(entry.getValue());
      }
    }
  }

  private static void joinBriefly(Thread thread) throws IOException {
    try {
      thread.join(100);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException("interrupted while connections were being closed", e);
    }
  }
}
