package io.oasis.brick.cache;

import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** A volume seen through a cache, for one application. */
final class CachedVolume implements Volume {
  private static final int BLOCK_BYTES = BlockTable.BLOCK_BYTES;

  private final Cache cache;
  private final Volume below;
  private final int id;
  private final Partition partition;
  private final boolean writeBack;

  CachedVolume(Cache cache, Volume below, int id, Partition partition, boolean writeBack) {
    this.cache = cache;
    this.below = below;
    this.id = id;
    this.partition = partition;
    this.writeBack = writeBack;
  }

  /** Something to do with the part of a range that lies in one block. */
  private interface Part {
    boolean visit(long key, int inBlock, long inRange, int length) throws IOException;
  }

  /** Visits the blocks of the range in order, until one says no. */
  private boolean each(long offset, long length, Part part) throws IOException {
    long done = 0;
    while (done < length) {
      long at = offset + done;
      int inBlock = (int) (at % BLOCK_BYTES);
      int step = (int) Math.min(length - done, BLOCK_BYTES - inBlock);
      if (!part.visit(Cache.keyOf(id, at / BLOCK_BYTES), inBlock, done, step)) {
        return false;
      }
      done += step;
    }
    return true;
  }

  @Override
  public boolean hasCache() {
    return true;
  }

  @Override
  public long cacheBytes() {
    cache.lock.lock();
    try {
      return (long) partition.limitBlocks * BLOCK_BYTES;
    } finally {
      cache.lock.unlock();
    }
  }

  @Override
  public boolean tryRead(long offset, ByteBuffer into, int position, int length) {
    cache.lock.lock();
    try {
      int blocks = 0;
      for (long block = offset / BLOCK_BYTES; block * BLOCK_BYTES < offset + length; block++) {
        if (cache.table.find(Cache.keyOf(id, block)) == BlockTable.NONE) {
          return false;
        }
        blocks++;
      }
      partition.hits += blocks;
      refer(offset, blocks);
      overlay(offset, into, position, length);
      return true;
    } finally {
      cache.lock.unlock();
    }
  }

  /** Copies the blocks that the cache has; returns how many it has not. */
  private int overlay(long offset, ByteBuffer into, int position, int length) {
    int missing = 0;
    int done = 0;
    while (done < length) {
      long at = offset + done;
      int inBlock = (int) (at % BLOCK_BYTES);
      int step = Math.min(length - done, BLOCK_BYTES - inBlock);
      int slot = cache.table.find(Cache.keyOf(id, at / BLOCK_BYTES));
      if (slot == BlockTable.NONE) {
        missing++;
      } else {
        cache.table.load(slot, inBlock, into, position + done, step);
        cache.table.touch(slot);
      }
      done += step;
    }
    return missing;
  }

  @Override
  public void read(long offset, ByteBuffer into, int position, int length) throws IOException {
    read(offset, into, position, length, true);
  }

  @Override
  public void prefetch(long offset, ByteBuffer room, int length) throws IOException {
    read(offset, room, 0, length, false);
  }

  /**
   * @param isAskedFor false when no application has asked for it, so it counts as neither hit nor
   *     miss
   */
  private void read(long offset, ByteBuffer into, int position, int length, boolean isAskedFor)
      throws IOException {
    int blocks = length == 0 ? 0 : indexOf(offset, length - 1) + 1;
    int[] writes = new int[blocks];
    boolean[] dirty = new boolean[blocks];
    while (true) {
      note(offset, length, writes, dirty);
      below.read(offset, into, position, length);
      cache.lock.lock();
      try {
        if (isOvertaken(offset, length, dirty)) {
          continue;
        }
        int missing = overlay(offset, into, position, length);
        if (isAskedFor) {
          partition.misses += missing;
          partition.hits += blocks - missing;
          refer(offset, blocks);
        }
        fill(offset, into, position, length, writes);
        return;
      } finally {
        cache.lock.unlock();
      }
    }
  }

  private void refer(long offset, int blocks) {
    for (int i = 0; i < blocks; i++) {
      partition.reference(Cache.keyOf(id, offset / BLOCK_BYTES + i));
    }
  }

  private void note(long offset, int length, int[] writes, boolean[] dirty) throws IOException {
    cache.lock.lock();
    try {
      each(
          offset,
          length,
          (key, inBlock, inRange, step) -> {
            int index = indexOf(offset, inRange);
            int slot = cache.table.find(key);
            writes[index] = cache.writesBegun(key);
            dirty[index] = slot != BlockTable.NONE && cache.table.dirty[slot];
            return true;
          });
    } finally {
      cache.lock.unlock();
    }
  }

  private static int indexOf(long offset, long inRange) {
    return (int) ((offset + inRange) / BLOCK_BYTES - offset / BLOCK_BYTES);
  }

  /**
   * A block that was dirty when the volume was read is on the volume now and in the cache no more.
   */
  private boolean isOvertaken(long offset, int length, boolean[] dirty) throws IOException {
    return !each(
        offset,
        length,
        (key, inBlock, inRange, step) ->
            !dirty[indexOf(offset, inRange)] || cache.table.find(key) != BlockTable.NONE);
  }

  /**
   * Keeps what was read, but for blocks of which somebody wrote any meanwhile or is still at it.
   */
  private void fill(long offset, ByteBuffer from, int position, int length, int[] writes)
      throws IOException {
    each(
        offset,
        length,
        (key, inBlock, inRange, step) -> {
          boolean whole = step == BLOCK_BYTES;
          if (whole
              && cache.table.find(key) == BlockTable.NONE
              && cache.writesUnderWay(key) == 0
              && cache.writesBegun(key) == writes[indexOf(offset, inRange)]) {
            int slot = cache.slotFor(key, partition);
            if (slot != BlockTable.NONE) {
              cache.table.store(slot, 0, from, position + (int) inRange, BLOCK_BYTES);
            }
          }
          return true;
        });
  }

  @Override
  public boolean tryWrite(long offset, ByteBuffer from, int position, int length) {
    if (!writeBack || length == 0) {
      return false;
    }
    cache.lock.lock();
    try {
      // Half of a partition may be dirty: reads must always find something clean to push out.
      int blocks = indexOf(offset, length - 1) + 1;
      if (partition.dirty + blocks > partition.limitBlocks / 2 || !mayKeep(offset, length)) {
        return false;
      }
      return each(
          offset,
          length,
          (key, inBlock, inRange, step) -> {
            int slot = cache.slotFor(key, partition);
            if (slot == BlockTable.NONE) {
              return false;
            }
            cache.table.store(slot, inBlock, from, position + (int) inRange, step);
            cache.table.setDirty(slot, true);
            cache.table.touch(slot);
            cache.writeBegins(key);
            cache.writeEnds(key);
            return true;
          });
    } catch (IOException e) {
      throw new IllegalStateException("nothing was read or written", e);
    } finally {
      cache.lock.unlock();
    }
  }

  /**
   * Parts of blocks only where the rest of the block is here; nothing that is written through. What
   * is here becomes the newest, so that room for the others is not made at its expense.
   */
  private boolean mayKeep(long offset, int length) throws IOException {
    return each(
        offset,
        length,
        (key, inBlock, inRange, step) -> {
          int slot = cache.table.find(key);
          if (slot != BlockTable.NONE) {
            cache.table.touch(slot);
          }
          return step == BLOCK_BYTES || slot != BlockTable.NONE;
        });
  }

  /** What is done to the volume below while the blocks of the range are not in the cache. */
  private interface Change {
    void run() throws IOException;
  }

  @Override
  public void write(long offset, ByteBuffer from, int position, int length) throws IOException {
    int[] writes = begin(offset, length);
    boolean done = false;
    try {
      below.write(offset, from, position, length);
      done = true;
    } finally {
      end(offset, length, writes, done ? from : null, position);
    }
  }

  private void change(long offset, long length, Change change) throws IOException {
    int[] writes = begin(offset, length);
    try {
      change.run();
    } finally {
      end(offset, length, writes, null, 0);
    }
  }

  /**
   * Takes the range out of the cache. Dirty blocks go down first, also those that are written
   * whole: a flush that comes in between must not find them in neither place.
   */
  private int[] begin(long offset, long length) throws IOException {
    int[] writes = new int[(int) (length / BLOCK_BYTES) + 2];
    cache.lock.lock();
    try {
      boolean done;
      do {
        done = each(offset, length, (key, inBlock, inRange, step) -> wasClean(key));
      } while (!done);
      each(
          offset,
          length,
          (key, inBlock, inRange, step) -> {
            int slot = cache.table.find(key);
            if (slot != BlockTable.NONE) {
              cache.table.remove(slot);
            }
            cache.writeBegins(key);
            writes[indexOf(offset, inRange)] = cache.writesBegun(key);
            return true;
          });
      return writes;
    } finally {
      cache.lock.unlock();
    }
  }

  /** Puts a dirty block down; false when that was necessary: the lock was not held meanwhile. */
  private boolean wasClean(long key) throws IOException {
    int slot = cache.table.find(key);
    if (slot == BlockTable.NONE || !(cache.table.dirty[slot] || cache.table.leaving[slot])) {
      return true;
    }
    cache.destaging.destage(key);
    return false;
  }

  /** Puts what was written into the cache, where nobody else wrote at the same time. */
  private void end(long offset, long length, int[] writes, @Nullable ByteBuffer from, int position)
      throws IOException {
    cache.lock.lock();
    try {
      each(
          offset,
          length,
          (key, inBlock, inRange, step) -> {
            boolean alone =
                cache.writesUnderWay(key) == 1
                    && cache.writesBegun(key) == writes[indexOf(offset, inRange)];
            if (from != null
                && alone
                && step == BLOCK_BYTES
                && cache.table.find(key) == BlockTable.NONE) {
              int slot = cache.slotFor(key, partition);
              if (slot != BlockTable.NONE) {
                cache.table.store(slot, 0, from, position + (int) inRange, BLOCK_BYTES);
              }
            }
            cache.writeEnds(key);
            return true;
          });
    } finally {
      cache.lock.unlock();
    }
  }

  @Override
  public Dirty oldestWrites() {
    cache.lock.lock();
    try {
      return cache.destaging.oldestOf(partition, id);
    } finally {
      cache.lock.unlock();
    }
  }

  @Override
  public void putDown(long offset) throws IOException {
    cache.lock.lock();
    try {
      cache.destaging.destage(Cache.keyOf(id, offset / BLOCK_BYTES));
    } finally {
      cache.lock.unlock();
    }
  }

  @Override
  public void flush() throws IOException {
    cache.destageAll(id);
    below.flush();
  }

  @Override
  public void discard(long offset, long length) throws IOException {
    change(offset, length, () -> below.discard(offset, length));
  }

  @Override
  public void zero(long offset, long length, boolean keepSpace) throws IOException {
    change(offset, length, () -> below.zero(offset, length, keepSpace));
  }

  @Override
  public void describe(long offset, long length, ExtentSink sink) throws IOException {
    cache.destageAll(id);
    below.describe(offset, length, sink);
  }

  @Override
  public long sizeBytes() {
    return below.sizeBytes();
  }

  @Override
  public int blockBytes() {
    return Math.max(BLOCK_BYTES, below.blockBytes());
  }

  @Override
  public boolean isPrompt() {
    return below.isPrompt();
  }

  /** Puts down what is dirty; the volume below is closed by whoever opened it. */
  @Override
  public void close() throws IOException {
    flush();
  }
}
