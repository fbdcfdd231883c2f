package io.oasis.brick.cache;

import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The blocks of several volumes, in partitions. Safe for threads; see the package. */
public final class Cache implements AutoCloseable {
  private static final int VOLUME_SHIFT = 44;
  private static final int STRIPES = 4096;

  /** 64 MiB: what is written together is copied. */
  private static final int MOST_WRITTEN_BLOCKS = 1 << 14;

  private static final int BLOCK_BYTES = BlockTable.BLOCK_BYTES;

  final ReentrantLock lock = new ReentrantLock();
  final BlockTable table;
  private final List<Partition> partitions = new ArrayList<>();
  private final List<Volume> volumes = new ArrayList<>();

  /** Writes that began, by stripe. */
  private final int[] begun = new int[STRIPES];

  /** Those of them that ended. */
  private final int[] ended = new int[STRIPES];

  final Destaging destaging;

  public Cache(long bytes) throws IOException {
    if (bytes < BLOCK_BYTES || bytes / BLOCK_BYTES > Integer.MAX_VALUE - 8) {
      throw new IllegalArgumentException("bytes must be 4096 to 8 TiB, was " + bytes);
    }
    table = new BlockTable((int) (bytes / BLOCK_BYTES));
    destaging = new Destaging(lock, table, volumes);
  }

  /**
   * @return a view of {@code below} through the cache, in the partition of that name, which is made
   *     when it is not there yet
   * @throws IllegalArgumentException when the partitions together would exceed the cache
   */
  public Volume over(Volume below, String partition, long partitionBytes, boolean writeBack) {
    lock.lock();
    try {
      int id = volumes.indexOf(below);
      if (id < 0) {
        id = volumes.size();
        volumes.add(below);
      }
      Partition found = find(partition);
      if (found == null) {
        found = new Partition(partition, 0);
        partitions.add(found);
      }
      long more = blocks(partitionBytes) - found.limitBlocks;
      if (more > 0) {
        requireFits(partitions.stream().mapToLong(p -> p.limitBlocks).sum() + more);
        found.limitBlocks += (int) more;
      }
      return new CachedVolume(this, below, id, found, writeBack);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Gives partitions other sizes, all at once; what no longer fits is gone when this returns.
   *
   * @param sizes in bytes, by partition; the others keep theirs
   * @throws IllegalArgumentException when there is no such partition or all together would exceed
   *     the cache; nothing is changed then
   */
  public void divide(Map<String, Long> sizes) throws IOException {
    lock.lock();
    try {
      long sum = 0;
      for (Partition partition : partitions) {
        sum +=
            blocks(sizes.getOrDefault(partition.name, (long) partition.limitBlocks * BLOCK_BYTES));
      }
      requireFits(sum);
      for (String name : sizes.keySet()) {
        if (find(name) == null) {
          throw new IllegalArgumentException("there is no partition " + name);
        }
      }
      for (Partition partition : partitions) {
        Long size = sizes.get(partition.name);
        if (size != null) {
          partition.limitBlocks = (int) blocks(size);
        }
      }
      for (Partition partition : partitions) {
        while (partition.blocks > partition.limitBlocks) {
          if (!evict(partition)) {
            destaging.destage(table.keyOf(partition.oldest));
          }
        }
      }
    } finally {
      lock.unlock();
    }
  }

  private static long blocks(long bytes) {
    if (bytes < 0) {
      throw new IllegalArgumentException("a partition must not be negative, was " + bytes);
    }
    return bytes / BLOCK_BYTES;
  }

  private void requireFits(long blocks) {
    if (blocks > table.slots()) {
      throw new IllegalArgumentException(
          "partitions of "
              + blocks * BLOCK_BYTES
              + " bytes together would be larger than the cache of "
              + bytes());
    }
  }

  /** What there is to share out, in bytes. */
  public long bytes() {
    return (long) table.slots() * BLOCK_BYTES;
  }

  /** Sets how much of what is dirty is put down in one write, where neighbours are dirty too. */
  public void writeTogether(long mostBytes) {
    lock.lock();
    try {
      destaging.limit(Math.clamp(mostBytes / BLOCK_BYTES, 1, MOST_WRITTEN_BLOCKS));
    } finally {
      lock.unlock();
    }
  }

  private @Nullable Partition find(String name) {
    return partitions.stream().filter(p -> p.name.equals(name)).findFirst().orElse(null);
  }

  public List<Partition.Report> report() {
    lock.lock();
    try {
      return partitions.stream().map(Cache::report).toList();
    } finally {
      lock.unlock();
    }
  }

  /**
   * What reads of a partition would find, by its size in equal steps up to the whole cache; empty
   * while that is not known.
   */
  public List<Partition.Point> curve(String partition, int points) {
    lock.lock();
    try {
      Partition found = find(partition);
      return found == null ? List.of() : found.curve(table.slots(), points);
    } finally {
      lock.unlock();
    }
  }

  private static Partition.Report report(Partition p) {
    return new Partition.Report(
        p.name,
        (long) p.limitBlocks * BLOCK_BYTES,
        (long) p.blocks * BLOCK_BYTES,
        (long) p.dirty * BLOCK_BYTES,
        p.hits,
        p.misses);
  }

  static long keyOf(int volume, long block) {
    return (long) volume << VOLUME_SHIFT | block;
  }

  static int volumeOf(long key) {
    return (int) (key >>> VOLUME_SHIFT);
  }

  static long blockOf(long key) {
    return key & ((1L << VOLUME_SHIFT) - 1);
  }

  int writesBegun(long key) {
    return begun[stripe(key)];
  }

  int writesEnded(long key) {
    return ended[stripe(key)];
  }

  void writeBegins(long key) {
    begun[stripe(key)]++;
  }

  void writeEnds(long key) {
    ended[stripe(key)]++;
  }

  private static int stripe(long key) {
    return (int) ((key * 0x9E3779B97F4A7C15L) >>> 40) & (STRIPES - 1);
  }

  /**
   * A slot for the block, its old one or a new one; {@link BlockTable#NONE} when the partition has
   * no room that is clean.
   */
  int slotFor(long key, Partition partition) {
    int slot = table.find(key);
    if (slot != BlockTable.NONE) {
      return slot;
    }
    // While another partition is made smaller there may be no free slot yet.
    boolean isFull = partition.blocks >= partition.limitBlocks || !table.hasFree();
    if (partition.limitBlocks == 0 || (isFull && !evict(partition))) {
      return BlockTable.NONE;
    }
    return table.insert(key, partition);
  }

  /** Keeps a whole block that is not here yet; nothing when there is no room for it. */
  void keep(long key, Partition partition, ByteBuffer from, int position) {
    int slot = table.find(key) == BlockTable.NONE ? slotFor(key, partition) : BlockTable.NONE;
    if (slot != BlockTable.NONE) {
      table.store(slot, 0, from, position, BlockTable.BLOCK_BYTES);
    }
  }

  /** Lets the partition's oldest clean block go, if it is among the oldest few. */
  private boolean evict(Partition partition) {
    int slot = partition.oldest;
    for (int looked = 0; slot != Partition.NONE && looked < 64; looked++) {
      if (!table.dirty[slot] && !table.leaving[slot]) {
        table.remove(slot);
        return true;
      }
      slot = table.newerThan(slot);
    }
    return false;
  }

  /** Puts everything dirty of a volume on it that was dirty when this began. */
  void destageAll(int volume) throws IOException {
    lock.lock();
    try {
      destaging.destageAll(volume, partitions);
    } finally {
      lock.unlock();
    }
  }

  /** The volumes have been flushed, and nobody uses the cache any more. */
  @Override
  public void close() throws IOException {
    table.close();
  }
}
