package io.oasis.brick;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * What a volume may hold. Each write gives its blocks a version, which fills them; a trim's content
 * is nothing. Safe is what was acknowledged before an acknowledged flush began. After a crash a
 * block holds its safe version or one that was sent later, and what was lost never comes back.
 */
final class VersionedBlocks {
  static final int BLOCK_BYTES = 4096;

  private static final byte[] NOTHING = new byte[BLOCK_BYTES];

  private final long[] safe;
  private final long[] acknowledged;
  private final long[] lastSent;
  private final long[] lastTrim;
  private final long[] recovered;
  private long recoveredAt;
  private long newest;

  VersionedBlocks(int blocks) {
    safe = new long[blocks];
    acknowledged = new long[blocks];
    lastSent = new long[blocks];
    lastTrim = new long[blocks];
    recovered = new long[blocks];
  }

  /** A new version of these blocks is about to be sent. */
  synchronized long send(int first, int count, boolean trim) {
    newest++;
    Arrays.fill(lastSent, first, first + count, newest);
    if (trim) {
      Arrays.fill(lastTrim, first, first + count, newest);
    }
    return newest;
  }

  /** The server has acknowledged it. */
  synchronized void acknowledged(int first, int count, long version, boolean forced) {
    Arrays.fill(acknowledged, first, first + count, version);
    if (forced) {
      Arrays.fill(safe, first, first + count, version);
    }
  }

  /** What a flush that begins now must keep. */
  synchronized long[] beforeFlush() {
    return acknowledged.clone();
  }

  synchronized void flushed(long[] before) {
    for (int i = 0; i < safe.length; i++) {
      safe[i] = Math.max(safe[i], before[i]);
    }
  }

  /** What these blocks hold, all of which has been acknowledged. */
  synchronized byte[] expected(int first, int count) {
    ByteBuffer bytes = ByteBuffer.allocate(count * BLOCK_BYTES);
    for (int block = first; block < first + count; block++) {
      boolean isTrimmed = acknowledged[block] == lastTrim[block];
      bytes.put(isTrimmed ? NOTHING : content(acknowledged[block], block));
    }
    return bytes.array();
  }

  /** Judges what is found after a crash, and takes it for what is there from now on. */
  synchronized void recover(int block, byte[] data, String where) {
    long found = ByteBuffer.wrap(data).getLong();
    if (found == 0) {
      assertThat(data).as("%s: block %d is whole", where, block).isEqualTo(NOTHING);
      assertThat(lastTrim[block])
          .as("%s: block %d is empty", where, block)
          .isGreaterThanOrEqualTo(safe[block]);
      newest++;
      lastTrim[block] = newest;
      lastSent[block] = newest;
    } else {
      assertThat(data).as("%s: block %d is whole", where, block).isEqualTo(content(found, block));
      assertThat(found).as("%s: block %d", where, block).isBetween(safe[block], lastSent[block]);
      assertThat(found == recovered[block] || found > recoveredAt)
          .as("%s: block %d, version %d was lost before and is back", where, block, found)
          .isTrue();
    }
    recovered[block] = found;
    safe[block] = found == 0 ? newest : found;
    acknowledged[block] = safe[block];
  }

  /** All blocks have been looked at. */
  synchronized void recovered() {
    recoveredAt = newest;
  }

  /** The version and the block, in every sixteen bytes. */
  static byte[] content(long version, int block) {
    ByteBuffer bytes = ByteBuffer.allocate(BLOCK_BYTES);
    while (bytes.hasRemaining()) {
      bytes.putLong(version).putLong(block);
    }
    return bytes.array();
  }

  static byte[] content(long version, int first, int count) {
    ByteBuffer bytes = ByteBuffer.allocate(count * BLOCK_BYTES);
    for (int block = first; block < first + count; block++) {
      bytes.put(content(version, block));
    }
    return bytes.array();
  }
}
