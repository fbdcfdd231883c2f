package io.oasis.brick;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.nbd.NbdClient;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Shows that a brick killed in mid-load keeps what was acknowledged as flushed: every block then
 * holds what it had at the last flush or something written later, whole. The seed is in the
 * failure.
 */
@Tag("slow")
@Timeout(180)
class CrashTest {
  private static final int WRITE = 1;
  private static final int FLUSH = 3;
  private static final int FUA = 1;
  private static final int BLOCK_BYTES = 4096;
  private static final int BLOCKS = 2_000;
  private static final int ROUNDS = 4;

  @TempDir Path directory;

  /** What is known of every block: the version that is safe, and the last one that was sent. */
  private final long[] safe = new long[BLOCKS];

  private final long[] sent = new long[BLOCKS];
  private long version;

  @ParameterizedTest
  @ValueSource(strings = {"", "--device.main.write-back true"})
  void whatWasFlushedSurvivesKillMinusNine(String cacheMode) throws Exception {
    for (int round = 0; round < ROUNDS; round++) {
      Process brick = start(cacheMode);
      Random random = new Random(round);
      try (NbdClient client = connect(brick)) {
        verify(client, round);
        load(client, random, 300 + random.nextInt(700));
        for (int i = 0; i < 50; i++) {
          int block = random.nextInt(BLOCKS);
          sent[block] = ++version;
          client.send(WRITE, 0, i, (long) block * BLOCK_BYTES, BLOCK_BYTES, content(version));
        }
      } finally {
        brick.destroyForcibly();
        assertThat(brick.waitFor(20, TimeUnit.SECONDS)).isTrue();
      }
    }
    Process brick = start(cacheMode);
    try (NbdClient client = connect(brick)) {
      verify(client, ROUNDS);
    } finally {
      brick.destroyForcibly();
    }
  }

  private void load(NbdClient client, Random random, int steps) throws IOException {
    for (int step = 0; step < steps; step++) {
      int block = random.nextInt(BLOCKS);
      sent[block] = ++version;
      boolean fua = random.nextInt(50) == 0;
      long offset = (long) block * BLOCK_BYTES;
      assertThat(client.writeAt(offset, content(version), fua ? FUA : 0)).isZero();
      if (fua) {
        safe[block] = version;
      }
      if (random.nextInt(100) == 0) {
        long[] before = Arrays.copyOf(sent, BLOCKS);
        assertThat(client.call(FLUSH, 0, 0, 0, new byte[0]).error()).isZero();
        System.arraycopy(before, 0, safe, 0, BLOCKS);
      }
    }
  }

  private void verify(NbdClient client, int round) throws IOException {
    for (int block = 0; block < BLOCKS; block++) {
      byte[] data = client.readAt((long) block * BLOCK_BYTES, BLOCK_BYTES);
      long found = ByteBuffer.wrap(data).getLong();
      assertThat(found).as("block %d, round %d", block, round).isBetween(safe[block], sent[block]);
      assertThat(data).as("block %d is whole", block).isEqualTo(content(found));
      sent[block] = found;
    }
  }

  /** The version, in every eight bytes; nothing at all is version 0. */
  private static byte[] content(long number) {
    ByteBuffer bytes = ByteBuffer.allocate(BLOCK_BYTES);
    while (bytes.hasRemaining()) {
      bytes.putLong(number);
    }
    return bytes.array();
  }

  private Process start(String cacheMode) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("--enable-native-access=ALL-UNNAMED", "-Xmx64m", "-cp"));
    command.addAll(List.of(System.getProperty("java.class.path"), BrickMain.class.getName()));
    command.addAll(List.of("--listen", "unix:" + directory.resolve("crash.sock")));
    command.addAll(List.of("--volume.v.file", directory.resolve("v.img").toString()));
    command.addAll(List.of("--volume.v.size", "16M", "--export.e.volume", "v"));
    command.addAll(List.of("--device.main.cache-bytes", "4M", "--export.e.cache-bytes", "4M"));
    if (!cacheMode.isEmpty()) {
      command.addAll(List.of(cacheMode.split(" ")));
    }
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(directory.resolve("brick.log").toFile())
        .start();
  }

  private NbdClient connect(Process brick) throws Exception {
    SocketAddress address = UnixDomainSocketAddress.of(directory.resolve("crash.sock"));
    IOException last = new IOException("the brick did not start");
    for (int i = 0; i < 300 && brick.isAlive(); i++) {
      try {
        return NbdClient.open(address, "e", true);
      } catch (IOException e) {
        last = e;
      }
      TimeUnit.MILLISECONDS.sleep(50);
    }
    throw last;
  }
}
