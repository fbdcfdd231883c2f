package io.oasis.brick.cache;

import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;

/** How one application reads a volume through the cache. */
final class CachedReads {
  private static final int BLOCK_BYTES = BlockTable.BLOCK_BYTES;

  private final Cache cache;
  private final Volume below;
  private final int id;
  private final Partition partition;

  CachedReads(Cache cache, Volume below, int id, Partition partition) {
    this.cache = cache;
    this.below = below;
    this.id = id;
    this.partition = partition;
  }

  boolean isCached(long offset, int length) {
    cache.lock.lock();
    try {
      return hasAll(offset, length);
    } finally {
      cache.lock.unlock();
    }
  }

  private boolean hasAll(long offset, int length) {
    for (long block = offset / BLOCK_BYTES; block * BLOCK_BYTES < offset + length; block++) {
      if (cache.table.find(Cache.keyOf(id, block)) == BlockTable.NONE) {
        return false;
      }
    }
    return true;
  }

  boolean tryRead(long offset, ByteBuffer into, int position, int length) {
    cache.lock.lock();
    try {
      if (!hasAll(offset, length)) {
        return false;
      }
      int blocks = Blocks.count(offset, length);
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

  /**
   * @param isAskedFor false when no application has asked for it, so it counts as neither hit nor
   *     miss
   */
  void read(long offset, ByteBuffer into, int position, int length, boolean isAskedFor)
      throws IOException {
    int blocks = Blocks.count(offset, length);
    int[] ended = new int[blocks];
    boolean[] dirty = new boolean[blocks];
    while (true) {
      note(offset, length, ended, dirty);
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
        fill(offset, into, position, length, ended);
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

  private void note(long offset, int length, int[] ended, boolean[] dirty) {
    cache.lock.lock();
    try {
      Blocks.each(
          id,
          offset,
          length,
          (key, inBlock, inRange, step) -> {
            int index = Blocks.indexOf(offset, inRange);
            int slot = cache.table.find(key);
            ended[index] = cache.writesEnded(key);
            dirty[index] = slot != BlockTable.NONE && cache.table.dirty[slot];
            return true;
          });
    } finally {
      cache.lock.unlock();
    }
  }

  /**
   * A block that was dirty when the volume was read is on the volume now and in the cache no more.
   */
  private boolean isOvertaken(long offset, int length, boolean[] dirty) {
    return !Blocks.each(
        id,
        offset,
        length,
        (key, inBlock, inRange, step) ->
            !dirty[Blocks.indexOf(offset, inRange)] || cache.table.find(key) != BlockTable.NONE);
  }

  /** Keeps what was read, but for blocks that somebody was writing then, or has begun to since. */
  private void fill(long offset, ByteBuffer from, int position, int length, int[] ended) {
    Blocks.each(
        id,
        offset,
        length,
        (key, inBlock, inRange, step) -> {
          if (step == BLOCK_BYTES
              && cache.writesBegun(key) == ended[Blocks.indexOf(offset, inRange)]) {
            cache.keep(key, partition, from, position + (int) inRange);
          }
          return true;
        });
  }
}
