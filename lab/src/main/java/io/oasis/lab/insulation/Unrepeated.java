package io.oasis.lab.insulation;

import io.oasis.lab.sim.Chance;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads of blocks anywhere in a range, none of them twice: "does not hit in cache at all", Argon,
 * section 5.2. Of blocks that are drawn anew each time, a cache of any size has some.
 */
final class Unrepeated implements Pattern {
  private final Chance chance;
  private final long firstByte;
  private final long blockBytes;
  private final long blocks;
  private final int bytes;
  private final Set<Long> read = new HashSet<>();

  /**
   * @param bytes of a read, from the beginning of its block
   */
  Unrepeated(Chance chance, long firstByte, long rangeBytes, int bytes, int blockBytes) {
    this.chance = chance;
    this.firstByte = firstByte;
    this.blockBytes = blockBytes;
    this.bytes = bytes;
    blocks = rangeBytes / blockBytes;
  }

  @Override
  public Access next() {
    if (read.size() == blocks) {
      read.clear();
    }
    long block = chance.below(blocks);
    while (!read.add(block)) {
      block = chance.below(blocks);
    }
    return new Access(false, firstByte + block * blockBytes, bytes);
  }

  @Override
  public boolean repeats() {
    return false;
  }
}
