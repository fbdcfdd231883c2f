package io.oasis.brick.device;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/**
 * A cache of blocks: least recently used goes first, either one list for everybody or a partition
 * for each owner.
 *
 * <p>Law: a partition never holds more than its size; without partitions all owners together never
 * hold more than the whole. A partition that shrinks gives up its oldest blocks at once.
 */
public final class BlockCache {
  /** A block's key is its number with its owner above: disks of up to 2^40 blocks. */
  private static final int OWNER_SHIFT = 40;

  /** One list, the oldest first, and what it may hold. */
  private static final class Part {
    private final LinkedHashMap<Long, Boolean> blocks = new LinkedHashMap<>(1_024, 0.75f, true);
    private long mostBlocks;
  }

  private final int blockBytes;
  private final boolean partitioned;
  private final List<Part> parts = new ArrayList<>();
  private final List<Long> held = new ArrayList<>();

  private BlockCache(int blockBytes, boolean partitioned) {
    this.blockBytes = blockBytes;
    this.partitioned = partitioned;
  }

  /** One list for everybody. */
  public static BlockCache shared(long bytes, int blockBytes) {
    BlockCache cache = new BlockCache(blockBytes, false);
    cache.part(0).mostBlocks = bytes / blockBytes;
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
    Part part = part(owner);
    part.mostBlocks = bytes / blockBytes;
    shrink(part);
  }

  public long bytesOf(int owner) {
    return owner < held.size() ? held.get(owner) * blockBytes : 0;
  }

  public long partitionBytes(int owner) {
    return part(owner).mostBlocks * blockBytes;
  }

  public int blockBytes() {
    return blockBytes;
  }

  /** Whether the block is there; if so it is the newest now. */
  public boolean touch(int owner, long block) {
    return part(owner).blocks.get(key(owner, block)) != null;
  }

  /** Puts a block in, as the newest. */
  public void put(int owner, long block) {
    Part part = part(owner);
    if (part.blocks.put(key(owner, block), Boolean.TRUE) == null) {
      count(owner, 1);
    }
    shrink(part);
  }

  private static long key(int owner, long block) {
    return (long) owner << OWNER_SHIFT | block;
  }

  private Part part(int owner) {
    int number = partitioned ? owner : 0;
    while (parts.size() <= number) {
      parts.add(new Part());
    }
    return parts.get(number);
  }

  private void count(int owner, int change) {
    while (held.size() <= owner) {
      held.add(0L);
    }
    held.set(owner, held.get(owner) + change);
  }

  private void shrink(Part part) {
    while (part.blocks.size() > part.mostBlocks) {
      count((int) (part.blocks.pollFirstEntry().getKey() >> OWNER_SHIFT), -1);
    }
  }
}
