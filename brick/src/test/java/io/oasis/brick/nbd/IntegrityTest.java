package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.BrickFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Shows that sixteen connections read what they wrote, whatever is changed meanwhile. Each has a
 * part of the volume to itself, so a model of bytes says what a read must return; block boundaries
 * are shared with neighbours. The seed is in the failure.
 */
@Tag("slow")
class IntegrityTest {
  private static final int CONNECTIONS = 16;

  /** Odd, so that neighbours share blocks. */
  private static final int PART_BYTES = 500_001;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({
    "memory, false, false",
    "file, false, false",
    "file, true, false",
    "file, true, true",
    "memory, true, true"
  })
  void sixteenConnectionsReadWhatTheyWrote(String kind, boolean cached, boolean writeBack)
      throws Exception {
    run(kind, cached, writeBack, 20_000, 42);
  }

  @Test
  @Tag("deep")
  void tenMillionOperations() throws Exception {
    for (int seed = 1; seed <= 5; seed++) {
      run("file", seed % 2 == 0, seed == 4, 2_000_000, seed);
    }
  }

  private void run(String kind, boolean cached, boolean writeBack, int operations, long seed)
      throws Exception {
    Map<String, String> config = new HashMap<>();
    config.put("volume.v.size", Integer.toString(8_000_000 / 4096 * 4096 + 4096 * 10));
    if (kind.equals("file")) {
      config.put("volume.v.file", directory.resolve("v.img").toString());
    }
    if (cached) {
      config.put("device.main.cache-bytes", "4M");
      config.put("device.main.write-back", Boolean.toString(writeBack));
      config.put("device.main.access-bytes", "64K");
      config.put("export.e.cache-bytes", "2M");
    }
    try (BrickFixture fixture = new BrickFixture(directory, config);
        ExecutorService threads = Executors.newCachedThreadPool()) {
      CountDownLatch over = new CountDownLatch(1);
      Future<?> changes = threads.submit(() -> change(fixture, cached, over, seed));
      List<Future<Void>> connections = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        int number = i;
        Callable<Void> task = () -> drive(fixture, number, operations / CONNECTIONS, seed);
        connections.add(threads.submit(task));
      }
      try {
        for (Future<Void> connection : connections) {
          connection.get();
        }
      } finally {
        over.countDown();
      }
      changes.get();
    }
  }

  /** Disciplines, limits and partitions change all the time. */
  private static Void change(BrickFixture fixture, boolean cached, CountDownLatch over, long seed)
      throws InterruptedException {
    Random random = new Random(seed);
    String[] names = {
      "none", "sfq(4)", "lottery", "zygaria(8)", "edf-wc", "quanta-wc", "argon", "none"
    };
    while (!over.await(1, TimeUnit.MILLISECONDS)) {
      String name = names[random.nextInt(names.length)];
      ask(fixture, "{\"method\":\"discipline\",\"name\":\"" + name + "\"}");
      int limit = random.nextInt(3) == 0 ? 20_000 : 0;
      ask(fixture, "{\"method\":\"set\",\"export\":\"e\",\"limitIops\":" + limit + "}");
      if (cached) {
        int bytes = random.nextInt(4 << 20);
        ask(fixture, "{\"method\":\"partition\",\"name\":\"e\",\"bytes\":" + bytes + "}");
      }
    }
    return null;
  }

  private static void ask(BrickFixture fixture, String line) {
    assertThat(fixture.brick.control().answer(line)).contains("\"ok\":true");
  }

  private static Void drive(BrickFixture fixture, int number, int operations, long seed)
      throws IOException {
    Random random = new Random(seed * 1000 + number);
    byte[] model = new byte[PART_BYTES];
    long base = (long) number * PART_BYTES;
    try (NbdClient client = NbdClient.open(fixture.address, "e", number % 2 == 0)) {
      client.call(Nbd.CMD_WRITE_ZEROES, 0, base, PART_BYTES, new byte[0]);
      for (int i = 0; i < operations; i++) {
        int length = 1 + random.nextInt(1 << (3 + random.nextInt(15)));
        int at = random.nextInt(PART_BYTES - length);
        String where = "seed " + seed + " step " + i;
        operate(client, random, model, base, at, length, where);
        if (random.nextInt(50) == 0) {
          readInSequence(client, random, model, base, where);
        }
      }
      assertThat(client.readAt(base, PART_BYTES)).as("seed %d", seed).isEqualTo(model);
    }
    return null;
  }

  /** Up to the end of the part, so that what is read ahead is what others write meanwhile. */
  private static void readInSequence(
      NbdClient client, Random random, byte[] model, long base, String where) throws IOException {
    int length = 1 + random.nextInt(12_000);
    for (int at = PART_BYTES - 12 * length; at + length <= PART_BYTES; at += length) {
      byte[] expected = Arrays.copyOfRange(model, at, at + length);
      assertThat(client.readAt(base + at, length)).as(where).isEqualTo(expected);
    }
  }

  private static void operate(
      NbdClient client, Random random, byte[] model, long base, int at, int length, String where)
      throws IOException {
    int what = random.nextInt(100);
    if (what < 45) {
      byte[] expected = Arrays.copyOfRange(model, at, at + length);
      assertThat(client.readAt(base + at, length)).as(where).isEqualTo(expected);
    } else if (what < 90) {
      byte[] data = new byte[length];
      random.nextBytes(data);
      assertThat(client.writeAt(base + at, data, what == 89 ? Nbd.CMD_FLAG_FUA : 0)).isZero();
      System.arraycopy(data, 0, model, at, length);
    } else if (what < 98) {
      int command = what < 94 ? Nbd.CMD_TRIM : Nbd.CMD_WRITE_ZEROES;
      assertThat(client.call(command, 0, base + at, length, new byte[0]).error()).isZero();
      Arrays.fill(model, at, at + length, (byte) 0);
    } else {
      assertThat(client.call(Nbd.CMD_FLUSH, 0, 0, 0, new byte[0]).error()).isZero();
    }
  }
}
