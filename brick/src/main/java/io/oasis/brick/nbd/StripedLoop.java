package io.oasis.brick.nbd;

import java.io.IOException;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * An application whose data is striped over several bricks: it keeps so many reads outstanding, and
 * each is answered when every brick has sent its fragment. Requests are numbered, older ones lower,
 * and every brick is told the same number; so bricks whose exports have {@code request-ids} choose
 * the same ones.
 */
public final class StripedLoop implements AutoCloseable {
  private final List<ClientConnection> connections = new ArrayList<>();
  private final List<Thread> threads = new ArrayList<>();
  private final LongSupplier offsets;

  /** Fragments that are missing, by request. */
  private final Map<Long, Integer> missing = new HashMap<>();

  private long lastRequest;
  private long answered;
  private volatile boolean closing;
  private volatile @Nullable IOException failure;

  private StripedLoop(LongSupplier offsets) {
    this.offsets = offsets;
  }

  /**
   * Connects and starts.
   *
   * @param bricks one for a volume that is not striped
   * @param offsets of one read after the other, the same on every brick
   */
  public static StripedLoop start(
      List<SocketAddress> bricks, String export, int fragmentBytes, int depth, LongSupplier offsets)
      throws IOException {
    StripedLoop loop = new StripedLoop(offsets);
    try {
      for (SocketAddress brick : bricks) {
        loop.connections.add(ClientConnection.open(brick, export, fragmentBytes, depth));
      }
      synchronized (loop) {
        for (int i = 0; i < depth; i++) {
          loop.submit();
        }
      }
    } catch (IOException | RuntimeException e) {
      loop.close();
      throw e;
    }
    for (ClientConnection connection : loop.connections) {
      loop.threads.add(
          Thread.ofPlatform().daemon().name("striped").start(() -> loop.receive(connection)));
    }
    return loop;
  }

  /** Reads that have been answered whole. */
  public synchronized long answered() {
    return answered;
  }

  /** What ended it, unless it was closed or still runs. */
  public Optional<IOException> failure() {
    return Optional.ofNullable(failure);
  }

  private void receive(ClientConnection connection) {
    try {
      while (!closing) {
        fragment(connection.receive());
      }
    } catch (IOException e) {
      if (!closing) {
        failure = e;
      }
    }
  }

  private synchronized void fragment(long request) throws IOException {
    int left = missing.merge(request, -1, Integer::sum);
    if (left == 0) {
      missing.remove(request);
      answered++;
      submit();
    }
  }

  private void submit() throws IOException {
    lastRequest += 2; // a read's is even
    missing.put(lastRequest, connections.size());
    long offset = offsets.getAsLong();
    for (ClientConnection connection : connections) {
      connection.submit(lastRequest, offset);
      connection.flush();
    }
  }

  @Override
  public void close() throws IOException {
    closing = true;
    for (ClientConnection connection : connections) {
      connection.close();
    }
    try {
      for (Thread thread : threads) {
        thread.join();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
