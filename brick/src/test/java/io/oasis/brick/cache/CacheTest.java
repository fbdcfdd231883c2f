package io.oasis.brick.cache;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.volume.MemoryVolume;
import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What a partition promises when it is small and its size changes. */
class CacheTest {
  private static final int BLOCK_BYTES = BlockTable.BLOCK_BYTES;

  @Test
  void aWriteOfPartOfABlockNeverPushesThatBlockOut() throws IOException {
    try (Cache cache = new Cache(8 * BLOCK_BYTES)) {
      Volume volume = cache.over(new MemoryVolume(64 * BLOCK_BYTES), "p", 8 * BLOCK_BYTES, true);
      ByteBuffer buffer = ByteBuffer.allocateDirect(8 * BLOCK_BYTES);
      for (int i = 0; i < buffer.capacity(); i++) {
        buffer.put(i, (byte) (i / BLOCK_BYTES + 1));
      }
      volume.write(BLOCK_BYTES, buffer, 0, 8 * BLOCK_BYTES);
      assertThat(volume.tryWrite(0, buffer, 7 * BLOCK_BYTES - 1, BLOCK_BYTES + 1)).isTrue();
      volume.read(BLOCK_BYTES, buffer, 0, BLOCK_BYTES);
      assertThat(buffer.get(0)).as("was written").isEqualTo((byte) 8);
      assertThat(buffer.get(1)).as("the rest of the block").isEqualTo((byte) 1);
    }
  }

  @Test
  void whatIsReadWhileItIsWrittenIsNotKept() throws IOException {
    CountingVolume below = new CountingVolume(64 * BLOCK_BYTES);
    try (Cache cache = new Cache(32 * BLOCK_BYTES)) {
      Volume volume = cache.over(below, "p", 32 * BLOCK_BYTES, false);
      ByteBuffer old = ByteBuffer.allocateDirect(BLOCK_BYTES);
      below.meanwhile = () -> volume.read(0, old, 0, BLOCK_BYTES);
      ByteBuffer buffer = ByteBuffer.allocateDirect(BLOCK_BYTES).put(0, (byte) 7);
      volume.write(0, buffer, 0, BLOCK_BYTES / 2);
      assertThat(old.get(0)).isZero();
      volume.read(0, buffer, 0, BLOCK_BYTES);
      assertThat(buffer.get(0)).isEqualTo((byte) 7);
    }
  }

  /** It began while half of the block was being written, and ended after that. */
  @Test
  void whatWasReadBeforeAWriteEndedIsNotKeptAfterIt() throws Exception {
    CountingVolume below = new CountingVolume(64 * BLOCK_BYTES);
    CountDownLatch copied = new CountDownLatch(1);
    CountDownLatch written = new CountDownLatch(1);
    try (Cache cache = new Cache(32 * BLOCK_BYTES);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      Volume volume = cache.over(below, "p", 32 * BLOCK_BYTES, false);
      ByteBuffer old = ByteBuffer.allocateDirect(BLOCK_BYTES);
      below.afterRead =
          () -> {
            copied.countDown();
            await(written);
          };
      List<Future<?>> reads = new ArrayList<>();
      below.meanwhile =
          () -> {
            reads.add(threads.submit(() -> read(volume, old)));
            await(copied);
          };
      ByteBuffer buffer = ByteBuffer.allocateDirect(BLOCK_BYTES).put(0, (byte) 7);
      volume.write(0, buffer, 0, BLOCK_BYTES / 2);
      written.countDown();
      reads.getFirst().get();
      assertThat(old.get(0)).isZero();
      assertThat(read(volume, buffer).get(0)).isEqualTo((byte) 7);
    }
  }

  private static void await(CountDownLatch latch) throws IOException {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new InterruptedIOException(e.getMessage());
    }
  }

  private static ByteBuffer read(Volume volume, ByteBuffer into) throws IOException {
    volume.read(0, into, 0, BLOCK_BYTES);
    return into;
  }

  /** "checks the cache for any contiguous blocks that are also dirty" (Argon, section 4.2). */
  @Test
  void dirtyNeighboursArePutDownTogether() throws IOException {
    CountingVolume below = new CountingVolume(1024 * BLOCK_BYTES);
    try (Cache cache = new Cache(1024 * BLOCK_BYTES)) {
      Volume volume = cache.over(below, "p", 1024 * BLOCK_BYTES, true);
      ByteBuffer buffer = ByteBuffer.allocateDirect(BLOCK_BYTES);
      for (int block = 0; block < 400; block++) {
        buffer.putInt(0, block);
        assertThat(volume.tryWrite((block * 7L % 400) * BLOCK_BYTES, buffer, 0, BLOCK_BYTES))
            .isTrue();
      }
      assertThat(volume.tryWrite(500L * BLOCK_BYTES, buffer, 0, BLOCK_BYTES)).isTrue();
      volume.flush();
      // 400 neighbours in writes of at most 1 MiB, and one that is alone.
      assertThat(below.writes).containsExactly(256, 144, 1);
      for (int block = 0; block < 400; block++) {
        below.read((block * 7L % 400) * BLOCK_BYTES, buffer, 0, BLOCK_BYTES);
        assertThat(buffer.getInt(0)).isEqualTo(block);
      }
    }
  }

  /**
   * Sixteen blocks in all: while one partition is made smaller the other already wants the room.
   */
  @ParameterizedTest
  @ValueSource(longs = {1, 2, 3, 4, 5})
  void twoPartitionsThatTradeRoomKeepWhatTheyWrote(long seed) throws Exception {
    try (Cache cache = new Cache(16 * BLOCK_BYTES);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      Volume below = new MemoryVolume(64 * BLOCK_BYTES);
      AtomicBoolean over = new AtomicBoolean();
      Volume left = cache.over(below, "left", 8 * BLOCK_BYTES, true);
      Volume right = cache.over(below, "right", 8 * BLOCK_BYTES, true);
      Future<Void> first = threads.submit(writer(left, 0, seed, over));
      Future<Void> second = threads.submit(writer(right, 32 * BLOCK_BYTES, seed + 100, over));
      Random random = new Random(seed);
      try {
        for (int i = 0; i < 5_000 && !first.isDone() && !second.isDone(); i++) {
          long blocks = random.nextInt(17);
          cache.divide(Map.of("left", blocks * BLOCK_BYTES, "right", (16 - blocks) * BLOCK_BYTES));
        }
      } finally {
        over.set(true);
      }
      first.get();
      second.get();
    }
  }

  private static Callable<Void> writer(Volume volume, int base, long seed, AtomicBoolean over) {
    return () -> {
      Random random = new Random(seed);
      byte[] model = new byte[32 * BLOCK_BYTES];
      ByteBuffer buffer = ByteBuffer.allocateDirect(model.length);
      while (!over.get()) {
        int length = 1 + random.nextInt(3 * BLOCK_BYTES);
        int at = random.nextInt(model.length - length);
        byte[] data = new byte[length];
        random.nextBytes(data);
        buffer.put(0, data);
        if (!volume.tryWrite(base + at, buffer, 0, length)) {
          volume.write(base + at, buffer, 0, length);
        }
        System.arraycopy(data, 0, model, at, length);
        if (!volume.tryRead(base, buffer, 0, model.length)) {
          volume.read(base, buffer, 0, model.length);
        }
        byte[] read = new byte[model.length];
        buffer.get(0, read);
        assertThat(read).isEqualTo(model);
      }
      return null;
    };
  }
}
