package io.oasis.brick.mrc;

import java.util.Arrays;

/**
 * The sampled blocks in the order of their last reference: how many others were referenced since.
 *
 * <p>Each reference takes the next of a row of slots, and a bit says whether the slot is still the
 * last one of its block. The number of blocks referenced since slot p is the number of bits after
 * p: counted in words up to the end of p's group, then in groups. When the row is used up, slots
 * are renumbered in order. Blocks are found by hash in an open table with linear probing.
 */
final class SampledBlocks {
  /**
   * Slots per block of the sample: renumbering costs one pass every three samples of references.
   */
  private static final int SLOTS_PER_BLOCK = 4;

  /** A word is a long: 2^6 bits. */
  private static final int BITS_PER_WORD_LOG = 6;

  private final int capacity;
  private final long[] hashes;
  private final int[] slots;
  private final int[] counts;
  private final int mask;
  private final long[] words;
  private final int[] groups;
  private final int wordsPerGroupLog;
  private int size;
  private int nextSlot;
  private int touchedCount;

  /**
   * @param capacity blocks to keep, a power of two; one more fits in while another is removed
   */
  SampledBlocks(int capacity) {
    this.capacity = capacity;
    hashes = new long[2 * capacity];
    slots = new int[2 * capacity];
    counts = new int[2 * capacity];
    Arrays.fill(slots, -1);
    mask = hashes.length - 1;
    words = new long[SLOTS_PER_BLOCK * capacity >> BITS_PER_WORD_LOG];
    // About as many groups as words in a group, so that both loops are short.
    wordsPerGroupLog = (31 - Integer.numberOfLeadingZeros(words.length)) / 2;
    groups = new int[words.length >> wordsPerGroupLog];
  }

  int capacity() {
    return capacity;
  }

  int size() {
    return size;
  }

  /**
   * Makes a block the most recent one.
   *
   * @return how many other blocks were referenced since its last reference; -1 when it is new
   */
  int touch(long hash) {
    if (nextSlot == words.length << BITS_PER_WORD_LOG) {
      renumber();
    }
    int at = find(hash);
    int others = -1;
    if (slots[at] >= 0) {
      others = after(slots[at]);
      clear(slots[at]);
    } else {
      hashes[at] = hash;
      counts[at] = 0;
      size++;
    }
    touchedCount = counts[at] < Integer.MAX_VALUE ? ++counts[at] : counts[at];
    slots[at] = nextSlot;
    set(nextSlot++);
    return others;
  }

  /** References of the block touched last since it was sampled, weighed by age. */
  int touchedCount() {
    return touchedCount;
  }

  /** Weighs the past less. */
  void age(double keep) {
    for (int at = 0; at < counts.length; at++) {
      counts[at] = (int) (counts[at] * keep);
    }
  }

  void remove(long hash) {
    int gap = find(hash);
    if (slots[gap] < 0) {
      throw new IllegalStateException("not in the sample: hash " + Long.toHexString(hash));
    }
    clear(slots[gap]);
    size--;
    int at = gap;
    while (true) {
      at = (at + 1) & mask;
      if (slots[at] < 0) {
        break;
      }
      int home = (int) hashes[at] & mask;
      if (((at - home) & mask) >= ((at - gap) & mask)) {
        hashes[gap] = hashes[at];
        slots[gap] = slots[at];
        counts[gap] = counts[at];
        gap = at;
      }
    }
    slots[gap] = -1;
  }

  private int find(long hash) {
    int at = (int) hash & mask;
    while (slots[at] >= 0 && hashes[at] != hash) {
      at = (at + 1) & mask;
    }
    return at;
  }

  private int after(int slot) {
    int word = slot >> BITS_PER_WORD_LOG;
    int group = word >> wordsPerGroupLog;
    int count = Long.bitCount(words[word] & (-2L << slot));
    int groupEnd = (group + 1) << wordsPerGroupLog;
    for (int i = word + 1; i < groupEnd; i++) {
      count += Long.bitCount(words[i]);
    }
    for (int i = group + 1; i < groups.length; i++) {
      count += groups[i];
    }
    return count;
  }

  private void set(int slot) {
    words[slot >> BITS_PER_WORD_LOG] |= 1L << slot;
    groups[slot >> (BITS_PER_WORD_LOG + wordsPerGroupLog)]++;
  }

  private void clear(int slot) {
    words[slot >> BITS_PER_WORD_LOG] &= ~(1L << slot);
    groups[slot >> (BITS_PER_WORD_LOG + wordsPerGroupLog)]--;
  }

  /** Gives the blocks the first slots, in their order. */
  private void renumber() {
    int[] before = new int[words.length];
    for (int i = 1; i < words.length; i++) {
      before[i] = before[i - 1] + Long.bitCount(words[i - 1]);
    }
    for (int at = 0; at < slots.length; at++) {
      int slot = slots[at];
      if (slot >= 0) {
        int word = slot >> BITS_PER_WORD_LOG;
        slots[at] = before[word] + Long.bitCount(words[word] & ((1L << slot) - 1));
      }
    }
    Arrays.fill(words, 0);
    Arrays.fill(groups, 0);
    for (nextSlot = 0; nextSlot < size; nextSlot++) {
      set(nextSlot);
    }
  }

  long bytes() {
    // The table, the row of bits with its counts, and what renumbering takes for a moment.
    return 16L * hashes.length + 12L * words.length + 4L * groups.length;
  }
}
