package io.oasis.brick.cache;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an application sees of its partition: what is found, what is dirty, what is let go. */
class CachedVolumeTest {
  private static final int BLOCK = BlockTable.BLOCK_BYTES;

  private final ByteBuffer buffer = ByteBuffer.allocateDirect(16 * BLOCK);
  private CountingVolume below;
  private Cache cache;
  private Volume volume;

  /** Sixteen blocks of cache, eight of them for "p", over 64 blocks. */
  @BeforeEach
  void open() throws IOException {
    below = new CountingVolume(64 * BLOCK);
    cache = new Cache(16 * BLOCK);
    volume = cache.over(below, "p", 8 * BLOCK, true);
  }

  @AfterEach
  void close() throws IOException {
    cache.close();
  }

  private Partition.Report report(String partition) {
    return cache.report().stream()
        .filter(p -> p.name().equals(partition))
        .findFirst()
        .orElseThrow();
  }

  private void read(int block, int blocks) throws IOException {
    if (!volume.tryRead((long) block * BLOCK, buffer, 0, blocks * BLOCK)) {
      volume.read((long) block * BLOCK, buffer, 0, blocks * BLOCK);
    }
  }

  private byte byteBelow(int block) throws IOException {
    below.read((long) block * BLOCK, buffer, 0, BLOCK);
    return buffer.get(0);
  }

  private void writeBack(int block, int value) {
    buffer.put(0, (byte) value);
    assertThat(volume.tryWrite((long) block * BLOCK, buffer, 0, BLOCK)).isTrue();
  }

  @Test
  void hitsAndMissesAreCountedInBlocksAndWhatIsReadAheadIsNeither() throws IOException {
    volume.prefetch(0, buffer, 2 * BLOCK);
    assertThat(report("p")).isEqualTo(new Partition.Report("p", 8 * BLOCK, 2 * BLOCK, 0, 0, 0));
    read(0, 2);
    read(1, 3);
    assertThat(report("p")).isEqualTo(new Partition.Report("p", 8 * BLOCK, 4 * BLOCK, 0, 3, 2));
    assertThat(report("p").hitRatio()).isEqualTo(0.6);
    assertThat(below.readBytes).hasValue(5L * BLOCK);
  }

  @Test
  void ofNothingReadNothingWasFound() {
    assertThat(report("p").hitRatio()).isZero();
  }

  @Test
  void aRangeIsCachedWhenAllItsBlocksAre() throws IOException {
    read(1, 2);
    assertThat(volume.isCached(BLOCK, 2 * BLOCK)).isTrue();
    assertThat(volume.isCached(BLOCK + 1, 2 * BLOCK - 1)).isTrue();
    assertThat(volume.isCached(BLOCK + 1, 2 * BLOCK)).isFalse();
    assertThat(volume.isCached(BLOCK - 1, 2)).isFalse();
    assertThat(volume.tryRead(BLOCK - 1, buffer, 0, 2)).isFalse();
  }

  @Test
  void theLeastRecentlyReadBlockMakesRoom() throws IOException {
    for (int block = 0; block < 8; block++) {
      read(block, 1);
    }
    read(0, 1);
    read(8, 1);
    assertThat(volume.isCached(0, BLOCK)).as("read again").isTrue();
    assertThat(volume.isCached(BLOCK, BLOCK)).as("the oldest").isFalse();
    assertThat(volume.isCached(2L * BLOCK, 7 * BLOCK)).isTrue();
  }

  @Test
  void whatOneReadsPushesNothingOfAnotherOut() throws IOException {
    Volume other = cache.over(below, "other", 8 * BLOCK, false);
    read(0, 2);
    for (int block = 20; block < 40; block++) {
      other.read((long) block * BLOCK, buffer, 0, BLOCK);
    }
    assertThat(volume.isCached(0, 2 * BLOCK)).isTrue();
    assertThat(report("other").usedBytes()).isEqualTo(8L * BLOCK);
  }

  @Test
  void halfOfAPartitionMayBeDirty() {
    for (int block = 0; block < 4; block++) {
      writeBack(block, 1);
    }
    assertThat(volume.tryWrite(10L * BLOCK, buffer, 0, BLOCK)).isFalse();
    assertThat(report("p").dirtyBytes()).isEqualTo(4L * BLOCK);
  }

  @Test
  void aPartOfABlockThatIsNotHereIsNotKept() {
    assertThat(volume.tryWrite(BLOCK, buffer, 0, BLOCK / 2)).isFalse();
    assertThat(report("p").usedBytes()).isZero();
  }

  /** A quarter of eight blocks is two. */
  @Test
  void onceMoreThanAQuarterIsDirtyTheOldestAndItsNeighboursShouldLeave() throws IOException {
    writeBack(20, 1);
    writeBack(5, 2);
    assertThat(volume.oldestWrites()).isEqualTo(Volume.Dirty.NOTHING);
    writeBack(21, 3);
    assertThat(volume.oldestWrites()).isEqualTo(new Volume.Dirty(20L * BLOCK, 2 * BLOCK));
    volume.putDown(20L * BLOCK);
    assertThat(below.writes).containsExactly(2);
    assertThat(byteBelow(20)).isEqualTo((byte) 1);
    assertThat(byteBelow(21)).isEqualTo((byte) 3);
    assertThat(byteBelow(5)).as("stays here").isZero();
    assertThat(report("p").dirtyBytes()).isEqualTo(BLOCK);
    assertThat(volume.oldestWrites()).isEqualTo(Volume.Dirty.NOTHING);
  }

  @Test
  void howMuchIsPutDownTogetherCanBeSet() throws IOException {
    cache.writeTogether(2 * BLOCK);
    for (int block = 0; block < 4; block++) {
      writeBack(block, 1);
    }
    volume.flush();
    assertThat(below.writes).containsExactly(2, 2);
  }

  @Test
  void extentsAndTheEndFindEverythingPutDown() throws IOException {
    writeBack(3, 7);
    volume.describe(0, 64L * BLOCK, (length, hole) -> true);
    assertThat(byteBelow(3)).isEqualTo((byte) 7);
    writeBack(4, 8);
    volume.close();
    assertThat(byteBelow(4)).isEqualTo((byte) 8);
  }

  @Test
  void whatIsZeroedOrDiscardedIsNoLongerHere() throws IOException {
    writeBack(3, 7);
    writeBack(4, 8);
    volume.zero(3L * BLOCK, BLOCK, true);
    volume.discard(4L * BLOCK, BLOCK);
    assertThat(volume.isCached(3L * BLOCK, BLOCK)).isFalse();
    assertThat(volume.isCached(4L * BLOCK, BLOCK)).isFalse();
    assertThat(report("p").dirtyBytes()).isZero();
    read(3, 2);
    assertThat(buffer.get(0)).isZero();
    assertThat(buffer.get(BLOCK)).isZero();
  }

  @Test
  void whatIsWrittenThroughIsKeptWhole() throws IOException {
    buffer.put(BLOCK / 2, (byte) 9);
    volume.write(BLOCK / 2, buffer, 0, BLOCK + BLOCK / 2);
    assertThat(volume.isCached(0, BLOCK)).as("half of it was written").isFalse();
    assertThat(volume.isCached(BLOCK, BLOCK)).isTrue();
    assertThat(volume.tryRead(BLOCK, buffer, 0, 1)).isTrue();
    assertThat(buffer.get(0)).isEqualTo((byte) 9);
  }

  @Test
  void theViewTellsItsPartitionsSizeAndIsAsPromptAsWhatIsBelow() throws IOException {
    assertThat(volume.hasCache()).isTrue();
    assertThat(volume.cacheBytes()).isEqualTo(8L * BLOCK);
    assertThat(volume.sizeBytes()).isEqualTo(64L * BLOCK);
    assertThat(volume.blockBytes()).isEqualTo(BLOCK);
    assertThat(volume.isPrompt()).isFalse();
    cache.divide(Map.of("p", 3L * BLOCK));
    assertThat(volume.cacheBytes()).isEqualTo(3L * BLOCK);
    assertThat(cache.bytes()).isEqualTo(16L * BLOCK);
  }

  @Test
  void partitionsMayFillTheCacheAndNotMore() throws IOException {
    cache.over(below, "other", 8 * BLOCK, false);
    assertThatThrownBy(() -> cache.over(below, "third", BLOCK, false))
        .hasMessage("partitions of 69632 bytes together would be larger than the cache of 65536");
    assertThatThrownBy(() -> cache.divide(Map.of("p", 9L * BLOCK)))
        .hasMessageStartingWith("partitions of 69632 bytes");
    assertThatThrownBy(() -> cache.divide(Map.of("nobody", 0L)))
        .hasMessage("there is no partition nobody");
    assertThatThrownBy(() -> cache.divide(Map.of("p", -1L)))
        .hasMessage("a partition must not be negative, was -1");
    assertThat(volume.cacheBytes()).isEqualTo(8L * BLOCK);
    cache.divide(Map.of("p", 12L * BLOCK, "other", 4L * BLOCK));
    assertThat(report("other").limitBytes()).isEqualTo(4L * BLOCK);
  }

  @Test
  void aPartitionMadeSmallerHoldsNoMoreWhenThatReturns() throws IOException {
    for (int block = 0; block < 4; block++) {
      writeBack(block, 5);
    }
    cache.divide(Map.of("p", (long) BLOCK));
    assertThat(report("p").usedBytes()).isEqualTo(BLOCK);
    for (int block = 0; block < 3; block++) {
      assertThat(byteBelow(block)).isEqualTo((byte) 5);
    }
  }

  @Test
  void twoVolumesHaveTheirOwnBlocks() throws IOException {
    CountingVolume second = new CountingVolume(64 * BLOCK);
    Volume other = cache.over(second, "p", 8 * BLOCK, true);
    writeBack(0, 1);
    buffer.put(0, (byte) 2);
    assertThat(other.tryWrite(0, buffer, 0, BLOCK)).isTrue();
    other.flush();
    assertThat(below.writes).as("not its own").isEmpty();
    second.read(0, buffer, 0, BLOCK);
    assertThat(buffer.get(0)).isEqualTo((byte) 2);
    read(0, 1);
    assertThat(buffer.get(0)).isEqualTo((byte) 1);
  }

  /** Four blocks are read round and round: a partition of four would find all but the first. */
  @Test
  void theCurveTellsWhatEachSizeWouldFindOnceEachBlockWasReadThreeTimes() throws IOException {
    for (int i = 0; i < 8; i++) {
      read(i % 4, 1);
    }
    assertThat(cache.curve("p", 4)).as("twice").isEmpty();
    for (int i = 0; i < 32; i++) {
      read(i % 4, 1);
    }
    assertThat(cache.curve("p", 4))
        .isEqualTo(
            List.of(
                new Partition.Point(4L * BLOCK, 0.9),
                new Partition.Point(8L * BLOCK, 0.9),
                new Partition.Point(12L * BLOCK, 0.9),
                new Partition.Point(16L * BLOCK, 0.9)));
    assertThat(cache.curve("p", 17)).as("steps smaller than a block").isEmpty();
    assertThat(cache.curve("nobody", 4)).isEmpty();
  }
}
