package io.oasis.brick;

import static io.oasis.brick.VersionedBlocks.BLOCK_BYTES;
import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.client.BrickClient;
import io.oasis.brick.client.wire.RefusedException;
import io.oasis.brick.nbd.NbdClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows that a brick killed in mid-load keeps what was acknowledged as flushed: sixteen connections
 * read, write, trim and flush while discipline, limit and partition change, and every block then
 * holds what it had at the last flush or something written later, whole. The round is the seed.
 */
@Tag("slow")
@Timeout(180)
class CrashTest {
  private static final int TRIM = 4;
  private static final int WRITE_ZEROES = 6;
  private static final int FLUSH = 3;
  private static final int FUA = 1;
  private static final int CONNECTIONS = 16;
  private static final int BLOCKS_EACH = 125;
  private static final int MOST_BLOCKS = 4;
  private static final String[] DISCIPLINES = {
    "none", "sfq(4)", "lottery", "zygaria(8)", "edf-wc", "quanta-wc", "argon", "facade"
  };

  @TempDir Path directory;

  private final VersionedBlocks blocks = new VersionedBlocks(CONNECTIONS * BLOCKS_EACH);
  private final AtomicLong operations = new AtomicLong();

  @ParameterizedTest
  @ValueSource(strings = {"", "--device.main.write-back true --device.main.access-bytes 64K"})
  void whatWasFlushedSurvivesKillMinusNine(String cacheMode) throws Exception {
    crash(cacheMode, 4, 3_000);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--device.main.write-back true --device.main.access-bytes 64K"})
  @Tag("deep")
  @Timeout(7200)
  void fiveMillionOperationsAndFortyKills(String cacheMode) throws Exception {
    crash(cacheMode, 40, 125_000);
  }

  private void crash(String cacheMode, int rounds, int operationsEach) throws Exception {
    for (int round = 0; round < rounds; round++) {
      try (BrickProcess brick = start(cacheMode)) {
        verify(brick, "round " + round);
        load(brick, round, operations.get() + operationsEach);
      }
    }
    try (BrickProcess brick = start(cacheMode)) {
      verify(brick, "end");
    }
  }

  private void verify(BrickProcess brick, String where) throws Exception {
    try (NbdClient client = brick.connect("e")) {
      for (int block = 0; block < CONNECTIONS * BLOCKS_EACH; block++) {
        byte[] data = client.readAt((long) block * BLOCK_BYTES, BLOCK_BYTES);
        blocks.recover(block, data, where);
      }
    }
    blocks.recovered();
  }

  /** Loads the brick from all sides until so much is done, and kills it. */
  private void load(BrickProcess brick, int round, long until) throws Exception {
    List<Future<?>> loads = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      try {
        for (int i = 0; i < CONNECTIONS; i++) {
          int first = i * BLOCKS_EACH;
          Random random = new Random(round * 100L + i);
          NbdClient client = brick.connect("e");
          loads.add(threads.submit(() -> drive(client, random, first)));
        }
        loads.add(threads.submit(() -> change(brick, new Random(round))));
        Await.until(() -> operations.get() >= until || loads.stream().anyMatch(Future::isDone));
        assertThat(brick.process().isAlive()).isTrue();
      } finally {
        brick.process().destroyForcibly();
      }
      for (Future<?> load : loads) {
        load.get();
      }
    }
    assertThat(operations.get()).isGreaterThanOrEqualTo(until);
  }

  /** Disciplines, limits and partitions change until the brick is gone. */
  private Void change(BrickProcess brick, Random random) throws InterruptedException {
    try (BrickClient control = new BrickClient(brick.control())) {
      while (!brick.process().waitFor(1, TimeUnit.MILLISECONDS)) {
        String name = DISCIPLINES[random.nextInt(DISCIPLINES.length)];
        int limit = random.nextInt(3) == 0 ? 20_000 : 0;
        ask(control, BrickClient.request("discipline").put("name", name));
        ask(control, BrickClient.request("set").put("export", "e").put("limitIops", limit));
        ObjectNode partition = BrickClient.request("partition").put("name", "e");
        ask(control, partition.put("bytes", random.nextInt(4 << 20)));
      }
    }
    return null;
  }

  private static void ask(BrickClient control, ObjectNode request) {
    try {
      control.ask(request);
    } catch (RefusedException e) {
      throw new AssertionError(e);
    } catch (IOException e) {
      return; // killed, or busy for longer than a client waits
    }
  }

  /** Works on blocks of its own until the brick is gone. */
  private void drive(NbdClient client, Random random, int firstOwn) {
    try (client) {
      while (true) {
        int count = 1 + random.nextInt(MOST_BLOCKS);
        operate(client, random, firstOwn + random.nextInt(BLOCKS_EACH - count), count);
        operations.incrementAndGet();
      }
    } catch (IOException e) {
      return; // killed
    }
  }

  private void operate(NbdClient client, Random random, int first, int count) throws IOException {
    long offset = (long) first * BLOCK_BYTES;
    int bytes = count * BLOCK_BYTES;
    int what = random.nextInt(100);
    if (what < 45) {
      byte[] found = client.readAt(offset, bytes);
      assertThat(found).as("blocks %d + %d", first, count).isEqualTo(blocks.expected(first, count));
    } else if (what < 90) {
      boolean forced = what == 89;
      long version = blocks.send(first, count, false);
      byte[] content = VersionedBlocks.content(version, first, count);
      assertThat(client.writeAt(offset, content, forced ? FUA : 0)).isZero();
      blocks.acknowledged(first, count, version, forced);
    } else if (what < 98) {
      long version = blocks.send(first, count, true);
      int command = what < 94 ? TRIM : WRITE_ZEROES;
      assertThat(client.call(command, 0, offset, bytes, new byte[0]).error()).isZero();
      blocks.acknowledged(first, count, version, false);
    } else {
      long[] before = blocks.beforeFlush();
      assertThat(client.call(FLUSH, 0, 0, 0, new byte[0]).error()).isZero();
      blocks.flushed(before);
    }
  }

  private BrickProcess start(String cacheMode) throws IOException {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--volume.v.file", directory.resolve("v.img").toString()));
    options.addAll(List.of("--volume.v.size", "16M", "--export.e.volume", "v"));
    options.addAll(List.of("--device.main.cache-bytes", "4M", "--export.e.cache-bytes", "4M"));
    if (!cacheMode.isEmpty()) {
      options.addAll(List.of(cacheMode.split(" ")));
    }
    return new BrickProcess(directory, "-Xmx64m", options);
  }
}
