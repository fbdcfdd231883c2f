package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.Await;
import io.oasis.brick.BrickProcess;
import io.oasis.brick.client.BrickClient;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/**
 * Shows what a thousand hostile clients cost others, and how much memory: a third say nothing, a
 * third stop in the middle of a write, a third ask for much and take nothing, while two more talk
 * nonsense, each with a pause of a millisecond between conversations: without one they would take
 * the two processors for themselves, whatever the brick does. Alone and beside them alternate; the
 * median of the ratios counts.
 */
@Tag("deep")
@Timeout(600)
class HostileCrowdTest {
  private static final int CROWD = 999;
  private static final int ROUNDS = 5;
  private static final long ROUND_MILLIS = 2_000;

  /** Heap 64, payloads 64, direct buffers 64, the JVM itself and 1,000 threads. */
  private static final long MOST_KIB = 400 << 10;

  @TempDir Path directory;
  private final AtomicInteger conversations = new AtomicInteger();
  private BrickProcess brick;

  @BeforeEach
  void start() throws Exception {
    List<String> options = new ArrayList<>();
    options.addAll(List.of("--max-connections", "1100"));
    options.addAll(List.of("--memory-bytes", "64M", "--max-payload-bytes", "2M"));
    options.addAll(List.of("--volume.memory.size", "64M", "--volume.disk.size", "64M"));
    options.addAll(List.of("--volume.disk.device", "modelled"));
    options.addAll(List.of("--device.modelled.model", "rate:2000"));
    options.addAll(List.of("--export.memory.volume", "memory", "--export.disk.volume", "disk"));
    brick =
        new BrickProcess(
            directory, "-XX:+UseSerialGC -Xmx64m -XX:MaxDirectMemorySize=64m", options);
    brick.connect("memory").close();
  }

  @AfterEach
  void stop() throws InterruptedException {
    brick.close();
  }

  @Test
  void othersKeepWhatTheDeviceGivesThemAndMemoryStaysBounded() throws Exception {
    double ratio = ratio("disk", true);
    System.out.printf(
        "beside hostile clients, %d conversations of nonsense, device of 2,000 IOPS: %.3f%n",
        conversations.get(), ratio);
    System.out.printf(
        "beside those of them that wait, memory speed: %.3f%n", ratio("memory", false));
    long peakKib = peakKib();
    System.out.printf("most resident: %d MiB%n", peakKib >> 10);
    assertThat(peakKib).isLessThan(MOST_KIB);
    assertThat(ratio).isGreaterThanOrEqualTo(0.95);
  }

  private double ratio(String export, boolean nonsense) throws Exception {
    double[] ratios = new double[ROUNDS];
    ClosedLoop.Load load = new ClosedLoop.Load(true, 1, 4096, 32, 0);
    try (ClosedLoop good = ClosedLoop.start(brick.address(), export, load, new Random(1))) {
      rate(good);
      for (int i = 0; i < ROUNDS; i++) {
        double alone = rate(good);
        ratios[i] = besideCrowd(good, nonsense) / alone;
      }
      assertThat(good.failure()).isEmpty();
    }
    Arrays.sort(ratios);
    return ratios[ROUNDS / 2];
  }

  private double besideCrowd(ClosedLoop good, boolean nonsense) throws Exception {
    CountDownLatch over = new CountDownLatch(1);
    List<Future<Void>> attackers = new ArrayList<>();
    List<SocketChannel> crowd = new ArrayList<>();
    try (ExecutorService threads = Executors.newCachedThreadPool()) {
      for (int i = 0; i < CROWD; i++) {
        crowd.add(hostile(i % 3));
      }
      for (int i = 0; nonsense && i < 2; i++) {
        Random random = new Random(i);
        attackers.add(threads.submit(() -> attack(random, over)));
      }
      return rate(good);
    } finally {
      over.countDown();
      for (Future<Void> attacker : attackers) {
        attacker.get();
      }
      for (SocketChannel channel : crowd) {
        channel.close();
      }
      awaitOnlyOne();
    }
  }

  /** The server has seen that the crowd has gone. */
  private void awaitOnlyOne() throws Exception {
    Await.until(() -> connections() <= 1);
  }

  private int connections() {
    try (BrickClient client = new BrickClient(brick.control())) {
      ObjectNode question = BrickClient.request("statistics").put("histograms", false);
      return client.ask(question).path("server").path("connections").asInt();
    } catch (IOException e) {
      return Integer.MAX_VALUE; // a busy machine may keep it longer than a client waits
    }
  }

  private SocketChannel hostile(int kind) throws IOException {
    if (kind == 0) {
      return SocketChannel.open(brick.address());
    }
    NbdClient client = NbdClient.open(brick.address(), "memory", true);
    if (kind == 1) {
      client.write(
          ByteBuffer.allocate(100)
              .putInt(Nbd.REQUEST_MAGIC)
              .putShort((short) 0)
              .putShort((short) Nbd.CMD_WRITE)
              .putLong(1)
              .putLong(0)
              .putInt(1 << 20)
              .rewind());
    } else {
      for (int i = 0; i < 16; i++) {
        client.send(Nbd.CMD_READ, 0, i, 0, 1 << 20, new byte[0]);
      }
    }
    return client.channel;
  }

  private Void attack(Random random, CountDownLatch over) throws InterruptedException {
    while (!over.await(1, TimeUnit.MILLISECONDS)) {
      try {
        new Mutant(random).converse(brick.address());
        conversations.incrementAndGet();
      } catch (IOException e) {
        continue; // it hung up, or there are enough
      }
    }
    return null;
  }

  private static double rate(ClosedLoop loop) throws Exception {
    ClosedLoop.Counts before = loop.counts();
    Await.pass(Duration.ofMillis(ROUND_MILLIS));
    ClosedLoop.Counts after = loop.counts();
    return (after.ios() - before.ios()) * 1e9 / (after.nanos() - before.nanos());
  }

  private long peakKib() throws IOException {
    return Files.readAllLines(Path.of("/proc", Long.toString(brick.process().pid()), "status"))
        .stream()
        .filter(line -> line.startsWith("VmHWM:"))
        .mapToLong(line -> Long.parseLong(line.replaceAll("[^0-9]", "")))
        .findFirst()
        .orElseThrow();
  }
}
