package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.Await;
import io.oasis.brick.BrickFixture;
import io.oasis.brick.nbd.ClosedLoop.Counts;
import io.oasis.brick.nbd.ClosedLoop.Load;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Shows limits of a real brick over real connections. */
class RealLimiterTest {
  private static final int MIB = 1 << 20;

  @TempDir Path directory;

  /** Nothing is read of a hole, and it counts all the same. */
  @Test
  void readsOfHolesAreLimitedToo() throws IOException {
    Path sparse = directory.resolve("sparse.img");
    Map<String, String> config =
        Map.of("volume.v.file", sparse.toString(), "export.e.limit-iops", "200");
    try (BrickFixture fixture = new BrickFixture(directory, config);
        NbdClient client = NbdClient.open(fixture.address, "e", true)) {
      long began = System.nanoTime();
      for (int i = 0; i < 120; i++) {
        assertThat(client.readAt(i * 4096L, 4096)).containsOnly(0);
      }
      assertThat(System.nanoTime() - began)
          .as("119 intervals of 5 ms, less the 80 ms that a late start may catch up")
          .isGreaterThan(119 * 5_000_000L - 80_000_000L);
    }
  }

  /** What waits for its limit costs no processor time meanwhile. */
  @Test
  void aBacklogIsNotSpunFor() throws Exception {
    Map<String, String> config = Map.of("volume.v.size", "1M", "export.e.limit-iops", "200");
    Load backlog = new Load(true, 1, 4096, 32, 0);
    try (BrickFixture fixture = new BrickFixture(directory, config);
        ClosedLoop loop = ClosedLoop.start(fixture.address, "e", backlog, new Random(1))) {
      Thread timer =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("main-timer"))
              .findFirst()
              .orElseThrow();
      long before = ManagementFactory.getThreadMXBean().getThreadCpuTime(timer.threadId());
      long ios = loop.counts().ios();
      Await.until(() -> loop.counts().ios() >= ios + 400);
      long spent = ManagementFactory.getThreadMXBean().getThreadCpuTime(timer.threadId()) - before;
      assertThat(spent)
          .as("nanoseconds of processor in the two seconds that 400 I/Os take")
          .isLessThan(TimeUnit.MILLISECONDS.toNanos(200));
    }
  }

  /** How exact limits are with the clock of the machine: 10,000 I/Os and more each. */
  @Test
  @Tag("bench")
  @Timeout(300)
  void howExactLimitsAre() throws Exception {
    Map<String, String> limits = new LinkedHashMap<>();
    for (String kind : new String[] {"read", "write", "hole"}) {
      limits.put(kind + " 100 IOPS", "limit-iops 100");
      limits.put(kind + " 1000 IOPS", "limit-iops 1000");
      limits.put(kind + " 5000 IOPS", "limit-iops 5000");
      limits.put(kind + " 10 MiB/s", "limit-bytes-per-second " + 10 * MIB);
      limits.put(kind + " 200 MiB/s", "limit-bytes-per-second " + 200 * MIB);
    }
    Map<String, String> config = new HashMap<>(Map.of("volume.v.size", "64M"));
    limits.forEach((name, limit) -> put(config, name, limit));
    try (BrickFixture fixture = new BrickFixture(directory, config)) {
      Map<String, ClosedLoop> loops = new LinkedHashMap<>();
      Map<String, Counts> before = new HashMap<>();
      for (String name : limits.keySet()) {
        int bytes = name.endsWith("/s") ? 65_536 : 4_096;
        Load load = new Load(true, name.startsWith("write") ? 0 : 1, bytes, 32, 0);
        loops.put(name, ClosedLoop.start(fixture.address, export(name), load, new Random(1)));
      }
      Await.pass(Duration.ofSeconds(2));
      loops.forEach((name, loop) -> before.put(name, loop.counts()));
      Await.pass(Duration.ofSeconds(105));
      for (Map.Entry<String, ClosedLoop> one : loops.entrySet()) {
        report(one.getKey(), limits.get(one.getKey()), before.get(one.getKey()), one.getValue());
      }
      for (ClosedLoop loop : loops.values()) {
        loop.close();
      }
    }
  }

  private static void put(Map<String, String> config, String name, String limit) {
    String[] words = limit.split(" ");
    String volume = name.startsWith("hole") ? "empty" : "v";
    config.put("volume.empty.size", "64M");
    config.put("export." + export(name) + ".volume", volume);
    config.put("export." + export(name) + "." + words[0], words[1]);
  }

  private static String export(String name) {
    return name.replaceAll("[ /]", "-").toLowerCase(Locale.ROOT);
  }

  private static void report(String name, String limit, Counts before, ClosedLoop loop) {
    Counts after = loop.counts();
    long ios = after.ios() - before.ios();
    double seconds = (after.nanos() - before.nanos()) / 1e9;
    double rate = ios * (name.endsWith("/s") ? 65_536.0 : 1) / seconds;
    double error = rate / Double.parseDouble(limit.split(" ")[1]) - 1;
    System.out.printf("%-16s %,9d I/Os  %+.4f %% off%n", name, ios, 100 * error);
  }
}
