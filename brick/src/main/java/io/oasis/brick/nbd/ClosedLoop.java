package io.oasis.brick.nbd;

import io.oasis.brick.stats.LatencyHistogram;
import java.io.IOException;
import java.net.SocketAddress;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * An application that keeps so many I/Os outstanding on an export, for as long as it is not closed:
 * one thread, one connection. Latencies reach from sending to the answer.
 */
public final class ClosedLoop implements AutoCloseable {
  private static final long NANOS_PER_SECOND = 1_000_000_000L;

  /** A paced load that is later than this does not make up for it. */
  private static final long MOST_BEHIND_NANOS = 100_000_000L;

  /**
   * What the application does.
   *
   * @param random offsets, or one block after the other
   * @param readPart part of the I/Os that are reads, 0 to 1
   * @param iops at most so many per second, 0 for as many as there are answers
   */
  public record Load(boolean random, double readPart, int blockBytes, int depth, double iops) {
    public Load {
      if (blockBytes < 512 || depth < 1 || !(readPart >= 0 && readPart <= 1) || !(iops >= 0)) {
        throw new IllegalArgumentException(
            "load = %d bytes, depth %d, %s reads, %s IOPS: out of range"
                .formatted(blockBytes, depth, readPart, iops));
      }
    }
  }

  /**
   * What it had done at one moment.
   *
   * @param nanos of {@link System#nanoTime}
   * @param bins of a {@link LatencyHistogram}
   */
  public record Counts(long nanos, long ios, long latencyNanos, long[] bins) {}

  private final ClientConnection connection;
  private final Load load;
  private final RandomGenerator chance;
  private final Thread thread;
  private final long[] sentAt;
  private final LongAdder ios = new LongAdder();
  private final LongAdder latencyNanos = new LongAdder();
  private final LatencyHistogram latencies = new LatencyHistogram();
  private long following;
  private long due;
  private volatile boolean closing;
  private volatile @Nullable IOException failure;

  private ClosedLoop(ClientConnection connection, Load load, RandomGenerator chance) {
    this.connection = connection;
    this.load = load;
    this.chance = chance;
    sentAt = new long[load.depth()];
    thread = Thread.ofPlatform().daemon().name("closed-loop").unstarted(this::run);
  }

  /** Connects and starts. */
  public static ClosedLoop start(
      SocketAddress address, String export, Load load, RandomGenerator chance) throws IOException {
    ClosedLoop loop =
        new ClosedLoop(
            ClientConnection.open(address, export, load.blockBytes(), load.depth()), load, chance);
    loop.thread.start();
    return loop;
  }

  /** What it has done so far. */
  public Counts counts() {
    return new Counts(System.nanoTime(), ios.sum(), latencyNanos.sum(), latencies.bins());
  }

  /** What ended it, unless it was closed or still runs. */
  public Optional<IOException> failure() {
    return Optional.ofNullable(failure);
  }

  private void run() {
    try {
      due = System.nanoTime();
      for (int slot = 0; slot < load.depth(); slot++) {
        submit(slot);
      }
      connection.flush();
      while (!closing) {
        answered(connection.receive());
        while (connection.hasMore()) {
          answered(connection.receive());
        }
        connection.flush();
      }
    } catch (IOException e) {
      if (!closing) {
        failure = e;
      }
    }
  }

  private void answered(long handle) {
    int slot = (int) (handle >>> 1);
    long nanos = System.nanoTime() - sentAt[slot];
    ios.increment();
    latencyNanos.add(nanos);
    latencies.record(nanos);
    submit(slot);
  }

  private void submit(int slot) {
    pace();
    long blocks = connection.sizeBytes() / load.blockBytes();
    long block = load.random() ? chance.nextLong(blocks) : following++ % blocks;
    boolean write = load.readPart() < 1 && chance.nextDouble() >= load.readPart();
    sentAt[slot] = System.nanoTime();
    connection.submit((long) slot << 1 | (write ? 1 : 0), block * load.blockBytes());
  }

  private void pace() {
    if (load.iops() == 0) {
      return;
    }
    long now = System.nanoTime();
    due = Math.max(due, now - MOST_BEHIND_NANOS);
    while (due - now > 0 && !closing) {
      LockSupport.parkNanos(due - now);
      now = System.nanoTime();
    }
    due += (long) (NANOS_PER_SECOND / load.iops());
  }

  @Override
  public void close() throws IOException {
    closing = true;
    connection.close();
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
