package io.oasis.brick.cache;

import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What becomes of the cache while one application writes or changes a volume. */
final class CachedWrites {
  private static final int BLOCK_BYTES = BlockTable.BLOCK_BYTES;
  private static final long NONE = -1;

  private final Cache cache;
  private final int id;
  private final Partition partition;

  CachedWrites(Cache cache, int id, Partition partition) {
    this.cache = cache;
    this.id = id;
    this.partition = partition;
  }

  boolean tryWrite(long offset, ByteBuffer from, int position, int length) {
    cache.lock.lock();
    try {
      // Half of a partition may be dirty: reads must always find something clean to push out.
      int blocks = Blocks.count(offset, length);
      if (partition.dirty + blocks > partition.limitBlocks / 2 || !mayKeep(offset, length)) {
        return false;
      }
      return Blocks.each(
          id,
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
    } finally {
      cache.lock.unlock();
    }
  }

  /**
   * Parts of blocks only where the rest of the block is here; nothing that is written through. What
   * is here becomes the newest, so that room for the others is not made at its expense.
   */
  private boolean mayKeep(long offset, int length) {
    return Blocks.each(
        id,
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

  /**
   * Takes the range out of the cache. Dirty blocks go down first, also those that are written
   * whole: a flush that comes in between must not find them in neither place.
   */
  int[] begin(long offset, long length) throws IOException {
    int[] writes = new int[(int) (length / BLOCK_BYTES) + 2];
    cache.lock.lock();
    try {
      long dirty = firstDirty(offset, length);
      while (dirty != NONE) {
        cache.destaging.destage(dirty); // lets the lock go meanwhile
        dirty = firstDirty(offset, length);
      }
      Blocks.each(
          id,
          offset,
          length,
          (key, inBlock, inRange, step) -> {
            int slot = cache.table.find(key);
            if (slot != BlockTable.NONE) {
              cache.table.remove(slot);
            }
            cache.writeBegins(key);
            writes[Blocks.indexOf(offset, inRange)] = cache.writesBegun(key);
            return true;
          });
      return writes;
    } finally {
      cache.lock.unlock();
    }
  }

  private long firstDirty(long offset, long length) {
    for (long block = offset / BLOCK_BYTES; block * BLOCK_BYTES < offset + length; block++) {
      long key = Cache.keyOf(id, block);
      int slot = cache.table.find(key);
      if (slot != BlockTable.NONE && (cache.table.dirty[slot] || cache.table.leaving[slot])) {
        return key;
      }
    }
    return NONE;
  }

  /** Puts what was written into the cache, where nobody else wrote at the same time. */
  void end(long offset, long length, int[] writes, @Nullable ByteBuffer from, int position) {
    cache.lock.lock();
    try {
      Blocks.each(
          id,
          offset,
          length,
          (key, inBlock, inRange, step) -> {
            boolean alone =
                cache.writesBegun(key) - cache.writesEnded(key) == 1
                    && cache.writesBegun(key) == writes[Blocks.indexOf(offset, inRange)];
            if (from != null && alone && step == BLOCK_BYTES) {
              cache.keep(key, partition, from, position + (int) inRange);
            }
            cache.writeEnds(key);
            return true;
          });
    } finally {
      cache.lock.unlock();
    }
  }
}
