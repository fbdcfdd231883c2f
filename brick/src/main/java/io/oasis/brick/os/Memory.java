package io.oasis.brick.os;

import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Buffers out of one budget. They start on a page, so direct I/O can use them, and come in powers
 * of two; those given back are kept for the next taker of their size as long as nobody needs the
 * room for another size. Who finds the budget used up waits.
 */
public final class Memory {
  public static final int LEAST_BYTES = 4096;

  private static final int CLASSES = 20;

  private final long budgetBytes;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<ArrayDeque<ByteBuffer>> kept = new ArrayList<>();
  private long mappedBytes;
  private long takenBytes;

  /** Who waits, longest first; changed under the lock. */
  private final Queue<Waiter> waiters = new ConcurrentLinkedQueue<>();

  private record Waiter(long bytes, Condition given) {}

  public Memory(long budgetBytes) {
    this.budgetBytes = budgetBytes;
    for (int i = 0; i < CLASSES; i++) {
      kept.add(new ArrayDeque<>());
    }
  }

  /**
   * A buffer of at least {@code bytes}, its content arbitrary; waits for it.
   *
   * @throws IOException when more is wanted than the budget has, or the system refuses
   */
  public ByteBuffer take(int bytes) throws IOException {
    lock.lock();
    try {
      ByteBuffer buffer = tryTakeLocked(bytes);
      while (buffer == null) {
        Waiter waiter = new Waiter(sizeOf(bytes), lock.newCondition());
        waiters.add(waiter);
        try {
          waiter.given.awaitNanos(TimeUnit.SECONDS.toNanos(1));
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new IOException("interrupted while waiting for memory", e);
        } finally {
          waiters.remove(waiter);
        }
        buffer = tryTakeLocked(bytes);
      }
      return buffer;
    } finally {
      lock.unlock();
    }
  }

  /** A buffer of at least {@code bytes}; null when the budget does not allow it now. */
  public @Nullable ByteBuffer tryTake(int bytes) throws IOException {
    lock.lock();
    try {
      return tryTakeLocked(bytes);
    } finally {
      lock.unlock();
    }
  }

  private @Nullable ByteBuffer tryTakeLocked(int bytes) throws IOException {
    int index = classOf(bytes);
    long size = sizeOf(bytes);
    if (size > budgetBytes) {
      throw new IOException(bytes + " bytes are more than the whole budget of " + budgetBytes);
    }
    ByteBuffer buffer = kept.get(index).poll();
    if (buffer == null) {
      if (takenBytes + size > budgetBytes) {
        return null;
      }
      makeRoom(size);
      buffer = Libc.map(size).asByteBuffer();
      mappedBytes += size;
    }
    takenBytes += size;
    return buffer;
  }

  private void makeRoom(long size) throws IOException {
    for (ArrayDeque<ByteBuffer> sameSize : kept) {
      while (mappedBytes + size > budgetBytes && !sameSize.isEmpty()) {
        ByteBuffer dropped = sameSize.remove();
        mappedBytes -= dropped.capacity();
        Libc.unmap(MemorySegment.ofBuffer(dropped.clear()));
      }
    }
  }

  /** Nobody uses the buffer any more. */
  public void give(ByteBuffer buffer) {
    lock.lock();
    try {
      takenBytes -= buffer.capacity();
      buffer.clear();
      kept.get(classOf(buffer.capacity())).push(buffer);
      wakeThoseThatFit();
    } finally {
      lock.unlock();
    }
  }

  /** Nobody else: hundreds may wait for much while little comes and goes. */
  private void wakeThoseThatFit() {
    long room = budgetBytes - takenBytes;
    for (Waiter waiter : waiters) {
      if (waiter.bytes <= room) {
        room -= waiter.bytes;
        waiter.given.signal();
      }
    }
  }

  /** True when somebody waits, so that nobody should keep what it could give back. */
  public boolean isShort() {
    return !waiters.isEmpty();
  }

  public long takenBytes() {
    lock.lock();
    try {
      return takenBytes;
    } finally {
      lock.unlock();
    }
  }

  private static long sizeOf(int bytes) {
    return (long) LEAST_BYTES << classOf(bytes);
  }

  private static int classOf(int bytes) {
    int pages = Math.max(1, Math.ceilDiv(bytes, LEAST_BYTES));
    return Integer.SIZE - Integer.numberOfLeadingZeros(pages - 1);
  }
}
