package io.oasis.brick.cache;

import io.oasis.brick.os.Libc;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The slots of a cache: a block's bytes, which block it is, and its place in its partition's order.
 * All in arrays and one piece of memory, so a million blocks are a few objects. Belongs to the
 * cache's lock.
 */
final class BlockTable {
  static final int BLOCK_BYTES = 4096;
  static final int NONE = -1;

  /** A buffer addresses at most 2 GiB, so the memory is seen through windows of 1 GiB. */
  private static final int WINDOW_SLOTS_SHIFT = 18;

  private static final int WINDOW_SLOTS = 1 << WINDOW_SLOTS_SHIFT;

  private final MemorySegment memory;
  private final ByteBuffer[] windows;
  private final long[] keys;
  private final int[] chained;
  private final int[] newer;
  private final int[] older;
  private final int[] table;
  private final Partition[] owners;

  /**
   * Changes of the content since the slot was taken; a dirty block is clean when it is the same.
   */
  final int[] versions;

  final boolean[] dirty;

  /** Being written to the volume by somebody. */
  final boolean[] leaving;

  private int free;

  BlockTable(int slots) throws IOException {
    memory = Libc.map((long) slots * BLOCK_BYTES);
    windows = new ByteBuffer[Math.ceilDiv(slots, WINDOW_SLOTS)];
    for (int i = 0; i < windows.length; i++) {
      long start = (long) i * WINDOW_SLOTS * BLOCK_BYTES;
      long length = Math.min((long) WINDOW_SLOTS * BLOCK_BYTES, memory.byteSize() - start);
      windows[i] = memory.asSlice(start, length).asByteBuffer();
    }
    keys = new long[slots];
    chained = new int[slots];
    newer = new int[slots];
    older = new int[slots];
    versions = new int[slots];
    dirty = new boolean[slots];
    leaving = new boolean[slots];
    owners = new Partition[slots];
    table = new int[Math.max(16, Integer.highestOneBit(slots) << 1)];
    Arrays.fill(table, NONE);
    for (int i = 0; i < slots; i++) {
      chained[i] = i + 1;
    }
    chained[slots - 1] = NONE;
  }

  int slots() {
    return keys.length;
  }

  int find(long key) {
    int slot = table[bucket(key)];
    while (slot != NONE && keys[slot] != key) {
      slot = chained[slot];
    }
    return slot;
  }

  boolean hasFree() {
    return free != NONE;
  }

  /** Takes a free slot for the block, as its partition's newest. There is a free one. */
  int insert(long key, Partition owner) {
    int slot = free;
    free = chained[slot];
    int bucket = bucket(key);
    keys[slot] = key;
    chained[slot] = table[bucket];
    table[bucket] = slot;
    owners[slot] = owner;
    dirty[slot] = false;
    leaving[slot] = false;
    owner.blocks++;
    link(slot, owner);
    return slot;
  }

  void remove(int slot) {
    Partition owner = owners[slot];
    setDirty(slot, false);
    unlink(slot, owner);
    owner.blocks--;
    int bucket = bucket(keys[slot]);
    if (table[bucket] == slot) {
      table[bucket] = chained[slot];
    } else {
      int before = table[bucket];
      while (chained[before] != slot) {
        before = chained[before];
      }
      chained[before] = chained[slot];
    }
    chained[slot] = free;
    free = slot;
  }

  void touch(int slot) {
    Partition owner = owners[slot];
    if (owner.newest != slot) {
      unlink(slot, owner);
      link(slot, owner);
    }
  }

  void setDirty(int slot, boolean isDirty) {
    if (dirty[slot] != isDirty) {
      dirty[slot] = isDirty;
      owners[slot].dirty += isDirty ? 1 : -1;
    }
  }

  long keyOf(int slot) {
    return keys[slot];
  }

  /** The block that was used next after this one was; {@link #NONE} for the newest. */
  int newerThan(int slot) {
    return newer[slot];
  }

  void load(int slot, int from, ByteBuffer into, int position, int length) {
    into.put(position, window(slot), base(slot) + from, length);
  }

  void store(int slot, int to, ByteBuffer from, int position, int length) {
    window(slot).put(base(slot) + to, from, position, length);
    versions[slot]++;
  }

  void close() throws IOException {
    Libc.unmap(memory);
  }

  private ByteBuffer window(int slot) {
    return windows[slot >>> WINDOW_SLOTS_SHIFT];
  }

  private static int base(int slot) {
    return (slot & (WINDOW_SLOTS - 1)) * BLOCK_BYTES;
  }

  private int bucket(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 32) & (table.length - 1);
  }

  private void link(int slot, Partition owner) {
    newer[slot] = NONE;
    older[slot] = owner.newest;
    if (owner.newest == NONE) {
      owner.oldest = slot;
    } else {
      newer[owner.newest] = slot;
    }
    owner.newest = slot;
  }

  private void unlink(int slot, Partition owner) {
    if (newer[slot] == NONE) {
      owner.newest = older[slot];
    } else {
      older[newer[slot]] = older[slot];
    }
    if (older[slot] == NONE) {
      owner.oldest = newer[slot];
    } else {
      newer[older[slot]] = newer[slot];
    }
  }
}
