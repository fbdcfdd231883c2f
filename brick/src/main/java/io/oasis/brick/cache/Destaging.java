package io.oasis.brick.cache;

import io.oasis.brick.stream.Run;
import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Puts dirty blocks of a cache on their volumes, neighbours together: up to {@link #mostBlocks} in
 * one write. All of it is done under the cache's lock, but for the writes themselves.
 */
final class Destaging {
  /** 1 MiB: a disk of 65 MB/s transfers for longer than it takes to get there. */
  private static final int STANDARD_BLOCKS = 256;

  /** Blocks that are looked at for a dirty one, the oldest first. */
  private static final int MOST_LOOKED = 4_096;

  private static final int BLOCK_BYTES = BlockTable.BLOCK_BYTES;

  private final ReentrantLock lock;
  private final Condition left;
  private final BlockTable table;
  private final List<Volume> volumes;

  private int mostBlocks = STANDARD_BLOCKS;

  Destaging(ReentrantLock lock, BlockTable table, List<Volume> volumes) {
    this.lock = lock;
    this.table = table;
    this.volumes = volumes;
    left = lock.newCondition();
  }

  void limit(int blocks) {
    mostBlocks = blocks;
  }

  /** Waits while somebody puts the block on its volume; its slot afterwards. */
  private int settled(long key) {
    int slot = table.find(key);
    while (slot != BlockTable.NONE && table.leaving[slot]) {
      left.awaitUninterruptibly();
      slot = table.find(key);
    }
    return slot;
  }

  /**
   * Puts a block, if it is dirty, on its volume with the dirty ones beside it, without the lock
   * meanwhile; returns with the lock held.
   */
  void destage(long key) throws IOException {
    int slot = settled(key);
    if (slot != BlockTable.NONE && table.dirty[slot]) {
      write(runOf(key), Cache.volumeOf(key));
    }
  }

  /** What would be written together with this block. */
  Run runOf(long key) {
    int volume = Cache.volumeOf(key);
    return Run.around(
        Cache.blockOf(key), mostBlocks, block -> mayLeave(Cache.keyOf(volume, block)));
  }

  /**
   * What a partition should put down first: the least recently used dirty block and its neighbours,
   * once half of what may be dirty is.
   */
  Volume.Dirty oldestOf(Partition partition, int volume) {
    if (partition.dirty <= partition.limitBlocks / 4) {
      return Volume.Dirty.NOTHING;
    }
    int slot = partition.oldest;
    for (int looked = 0; slot != BlockTable.NONE && looked < MOST_LOOKED; looked++) {
      long key = table.keyOf(slot);
      if (Cache.volumeOf(key) == volume && mayLeave(key)) {
        Run run = runOf(key);
        return new Volume.Dirty(run.first() * BLOCK_BYTES, run.blocks() * BLOCK_BYTES);
      }
      slot = table.newerThan(slot);
    }
    return Volume.Dirty.NOTHING;
  }

  private boolean mayLeave(long key) {
    int slot = table.find(key);
    return slot != BlockTable.NONE && table.dirty[slot] && !table.leaving[slot];
  }

  private void write(Run run, int volume) throws IOException {
    Volume below = volumes.get(volume);
    long offset = run.first() * BLOCK_BYTES;
    int length = (int) Math.min((long) run.blocks() * BLOCK_BYTES, below.sizeBytes() - offset);
    int[] versions = new int[run.blocks()];
    // Freed at once: the collector would not see how much of it is in use.
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment memory = arena.allocate((long) run.blocks() * BLOCK_BYTES, BLOCK_BYTES);
      ByteBuffer copy = memory.asByteBuffer();
      for (int i = 0; i < run.blocks(); i++) {
        int slot = table.find(Cache.keyOf(volume, run.first() + i));
        table.load(slot, 0, copy, i * BLOCK_BYTES, BLOCK_BYTES);
        table.leaving[slot] = true;
        versions[i] = table.versions[slot];
      }
      boolean written = false;
      lock.unlock();
      try {
        below.write(offset, copy, 0, length);
        written = true;
      } finally {
        lock.lock();
        settle(run, volume, versions, written);
      }
    }
  }

  private void settle(Run run, int volume, int[] versions, boolean written) {
    for (int i = 0; i < run.blocks(); i++) {
      long key = Cache.keyOf(volume, run.first() + i);
      int slot = table.find(key);
      table.leaving[slot] = false;
      if (written && table.versions[slot] == versions[i]) {
        table.setDirty(slot, false);
      }
    }
    left.signalAll();
  }

  /** Puts everything dirty of a volume on it that was dirty when this began. */
  void destageAll(int volume, List<Partition> partitions) throws IOException {
    List<Long> keys = new ArrayList<>();
    for (Partition partition : partitions) {
      int slot = partition.dirty == 0 ? Partition.NONE : partition.oldest;
      for (; slot != Partition.NONE; slot = table.newerThan(slot)) {
        long key = table.keyOf(slot);
        if (Cache.volumeOf(key) == volume && (table.dirty[slot] || table.leaving[slot])) {
          keys.add(key);
        }
      }
    }
    keys.sort(null);
    for (long key : keys) {
      destage(key);
    }
  }
}
