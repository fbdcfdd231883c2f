package io.oasis.brick.device;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * A cache of blocks: least recently used goes first, either one list for everybody or a partition
 * for each owner.
 *
 * <p>Law: a partition never holds more than its size; without partitions all owners together never
 * hold more than the whole. A partition that shrinks gives up its oldest blocks at once.
 */
public final class BlockCache {
  /** A block of an owner. */
  private record Key(int owner, long block) {}

  private static final int EVERYBODY = -1;

  private final int blockBytes;
  private final boolean partitioned;
  private final Map<Integer, LinkedHashMap<Key, Boolean>> lists = new TreeMap<>();
  private final Map<Integer, Long> sizes = new TreeMap<>();
  private final Map<Integer, Long> held = new TreeMap<>();

  private BlockCache(int blockBytes, boolean partitioned) {
    this.blockBytes = blockBytes;
    this.partitioned = partitioned;
  }

  /** One list for everybody. */
  public static BlockCache shared(long bytes, int blockBytes) {
    BlockCache cache = new BlockCache(blockBytes, false);
    cache.sizes.put(EVERYBODY, bytes / blockBytes);
    return cache;
  }

  /** A partition for each owner; an owner without one holds nothing. */
  public static BlockCache partitioned(int blockBytes) {
    return new BlockCache(blockBytes, true);
  }

  /** Gives an owner's partition another size. */
  public void resize(int owner, long bytes) {
    if (!partitioned) {
      throw new IllegalStateException("a shared cache has no partitions");
    }
    sizes.put(owner, bytes / blockBytes);
    shrink(owner);
  }

  public long bytesOf(int owner) {
    return held.getOrDefault(owner, 0L) * blockBytes;
  }

  public long partitionBytes(int owner) {
    return sizes.getOrDefault(partitioned ? owner : EVERYBODY, 0L) * blockBytes;
  }

  public int blockBytes() {
    return blockBytes;
  }

  /** Whether the block is there; if so it is the newest now. */
  public boolean touch(int owner, long block) {
    LinkedHashMap<Key, Boolean> list = list(owner);
    return list.get(new Key(owner, block)) != null;
  }

  /** Puts a block in, as the newest. */
  public void put(int owner, long block) {
    if (list(owner).put(new Key(owner, block), Boolean.TRUE) == null) {
      held.merge(owner, 1L, Long::sum);
    }
    shrink(owner);
  }

  private LinkedHashMap<Key, Boolean> list(int owner) {
    return lists.computeIfAbsent(
        partitioned ? owner : EVERYBODY, key -> new LinkedHashMap<>(1_024, 0.75f, true));
  }

  private void shrink(int owner) {
    LinkedHashMap<Key, Boolean> list = list(owner);
    long most = sizes.getOrDefault(partitioned ? owner : EVERYBODY, 0L);
    while (list.size() > most) {
      var eldest = list.pollFirstEntry();
      held.merge(eldest.getKey().owner(), -1L, Long::sum);
    }
  }
}
