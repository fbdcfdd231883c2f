package io.oasis.brick.control;

import java.io.IOException;
import java.net.ConnectException;
import java.net.StandardProtocolFamily;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The socket that {@link Control} is asked through, and the clock of its leases. */
public final class ControlSocket implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(ControlSocket.class);
  private static final int MAX_CLIENTS = 16;
  private static final int MAX_LINE_BYTES = 64 << 10;

  /** Leases are looked at this often; 15 s is the usual one. */
  private static final long LOOK_NANOS = 50_000_000L;

  private final Control control;
  private final Path path;
  private final ServerSocketChannel listener;
  private final Set<SocketChannel> clients = ConcurrentHashMap.newKeySet();
  private volatile boolean closed;

  public ControlSocket(Path path, Control control) throws IOException {
    this.control = control;
    this.path = path;
    listener = ServerSocketChannel.open(StandardProtocolFamily.UNIX);
    try {
      removeStale();
      listener.bind(UnixDomainSocketAddress.of(path));
      Files.setPosixFilePermissions(path, PosixFilePermissions.fromString("rw-------"));
    } catch (IOException e) {
      listener.close();
      throw e;
    }
    Thread.ofPlatform().daemon().name("control-accept").start(this::accept);
    Thread.ofPlatform().daemon().name("control-leases").start(this::watchLeases);
  }

  private void removeStale() throws IOException {
    if (!Files.exists(path)) {
      return;
    }
    boolean answered;
    try (SocketChannel probe = SocketChannel.open(UnixDomainSocketAddress.of(path))) {
      answered = probe.isConnected();
    } catch (ConnectException e) {
      answered = false;
    }
    if (answered) {
      throw new IOException("somebody listens on " + path + " already");
    }
    Files.delete(path);
  }

  private void watchLeases() {
    while (!closed) {
      control.expire(System.nanoTime());
      LockSupport.parkNanos(LOOK_NANOS);
    }
  }

  private void accept() {
    while (!closed) {
      try {
        SocketChannel client = listener.accept();
        if (clients.size() >= MAX_CLIENTS) {
          client.close();
          continue;
        }
        clients.add(client);
        Thread.ofVirtual().start(() -> serve(client));
      } catch (IOException e) {
        if (!closed) {
          LOG.warn("the control socket failed: {}", e.toString());
        }
        return;
      }
    }
  }

  private void serve(SocketChannel client) {
    ByteBuffer line = ByteBuffer.allocate(MAX_LINE_BYTES);
    try (client) {
      while (client.read(line) >= 0 && line.hasRemaining()) {
        answerLines(client, line);
      }
    } catch (IOException e) {
      LOG.debug("a control client ended: {}", e.toString());
    } finally {
      clients.remove(client);
    }
  }

  private void answerLines(SocketChannel client, ByteBuffer lines) throws IOException {
    lines.flip();
    int start = 0;
    for (int i = 0; i < lines.limit(); i++) {
      if (lines.get(i) == '\n') {
        String line = new String(lines.array(), start, i - start, StandardCharsets.UTF_8);
        byte[] answer = (control.answer(line) + '\n').getBytes(StandardCharsets.UTF_8);
        for (ByteBuffer out = ByteBuffer.wrap(answer); out.hasRemaining(); ) {
          client.write(out);
        }
        start = i + 1;
      }
    }
    lines.position(start);
    lines.compact();
  }

  /** What was set from outside is given back. */
  @Override
  public void close() throws IOException {
    closed = true;
    listener.close();
    Files.deleteIfExists(path);
    for (SocketChannel client : clients) {
      client.close();
    }
    control.releaseAll();
  }
}
