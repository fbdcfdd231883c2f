package io.oasis.brick.stream;

import java.util.function.LongPredicate;

/**
 * Dirty blocks next to each other, written together: "it checks the cache for any contiguous blocks
 * that are also dirty" (Argon, section 4.2).
 *
 * @param first number of the first block
 * @param blocks 1 or more
 */
public record Run(long first, int blocks) {
  /**
   * The run that a dirty block belongs to; of a longer one, what lies before the block comes first.
   *
   * @param mostBlocks of an access
   */
  public static Run around(long block, int mostBlocks, LongPredicate isDirty) {
    long first = block;
    while (block - first + 1 < mostBlocks && first > 0 && isDirty.test(first - 1)) {
      first--;
    }
    long end = block + 1;
    while (end - first < mostBlocks && isDirty.test(end)) {
      end++;
    }
    return new Run(first, (int) (end - first));
  }

  /** The block behind the last one. */
  public long end() {
    return first + blocks;
  }
}
