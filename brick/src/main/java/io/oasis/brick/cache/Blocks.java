package io.oasis.brick.cache;

/** The blocks that a range of bytes of one volume lies in. */
final class Blocks {
  private static final int BLOCK_BYTES = BlockTable.BLOCK_BYTES;

  private Blocks() {}

  /** Something to do with the part of a range that lies in one block. */
  interface Part {
    boolean visit(long key, int inBlock, long inRange, int length);
  }

  /** Visits the blocks of the range in order, until one says no. */
  static boolean each(int volume, long offset, long length, Part part) {
    long done = 0;
    while (done < length) {
      long at = offset + done;
      int inBlock = (int) (at % BLOCK_BYTES);
      int step = (int) Math.min(length - done, BLOCK_BYTES - inBlock);
      if (!part.visit(Cache.keyOf(volume, at / BLOCK_BYTES), inBlock, done, step)) {
        return false;
      }
      done += step;
    }
    return true;
  }

  /** The number of a byte's block among those of the range that begins at the offset. */
  static int indexOf(long offset, long inRange) {
    return (int) ((offset + inRange) / BLOCK_BYTES - offset / BLOCK_BYTES);
  }

  /** How many blocks the range touches. */
  static int count(long offset, long length) {
    return length == 0 ? 0 : indexOf(offset, length - 1) + 1;
  }
}
