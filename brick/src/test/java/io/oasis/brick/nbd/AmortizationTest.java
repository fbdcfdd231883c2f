package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.Await;
import io.oasis.brick.BrickFixture;
import io.oasis.brick.stats.FlowStatistics;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows a brick reading ahead of streams and putting writes down by itself. */
@Timeout(60)
class AmortizationTest {
  private static final int BLOCK = 16 << 10;
  private static final int BLOCKS = 512;

  @TempDir Path directory;

  private BrickFixture brick(String... more) throws IOException {
    Map<String, String> values =
        new HashMap<>(
            Map.of(
                "device.main.discipline", "argon",
                "device.main.cache-bytes", "4M",
                "device.main.access-bytes", "512K",
                "export.e.cache-bytes", "4M"));
    for (int i = 0; i < more.length; i += 2) {
      values.put(more[i], more[i + 1]);
    }
    return new BrickFixture(directory, values);
  }

  private static long dirtyBytes(BrickFixture fixture) {
    String answer = fixture.brick.control().answer("{\"method\":\"statistics\"}");
    Matcher found = Pattern.compile("\"dirtyBytes\":(\\d+)").matcher(answer);
    assertThat(found.find()).isTrue();
    return Long.parseLong(found.group(1));
  }

  private static byte[] content(int block) {
    byte[] bytes = new byte[BLOCK];
    new Random(block).nextBytes(bytes);
    return bytes;
  }

  private static void fill(NbdClient client) throws IOException {
    for (int block = 0; block < BLOCKS; block++) {
      assertThat(client.writeAt((long) block * BLOCK, content(block), 0)).isZero();
    }
  }

  /** The second is no multiple of the cache's blocks, as an access is that a planner asks for. */
  @ParameterizedTest
  @ValueSource(strings = {"512K", "100001"})
  void aStreamReadsWhatWasReadAheadOfIt(String accessBytes) throws IOException {
    try (BrickFixture fixture = brick("device.main.access-bytes", accessBytes);
        NbdClient client = NbdClient.open(fixture.address, "e", true)) {
      fill(client);
      long hitsBefore = fixture.brick.export("e").statistics().cacheHits.sum();
      for (int block = 0; block < BLOCKS / 2; block++) {
        assertThat(client.readAt((long) block * BLOCK, BLOCK)).isEqualTo(content(block));
      }
      long hits = fixture.brick.export("e").statistics().cacheHits.sum() - hitsBefore;
      // All but the first few, by which the stream is recognised.
      assertThat(hits).isGreaterThan(BLOCKS / 2 - 8);
    }
  }

  @Test
  void manyReadsOutstandingOfSeveralStreamsAreAllAnsweredRight() throws IOException {
    try (BrickFixture fixture = brick();
        NbdClient client = NbdClient.open(fixture.address, "e", true)) {
      fill(client);
      int depth = 24;
      for (int i = 0; i < BLOCKS + depth; i++) {
        if (i < BLOCKS) {
          int block = i % 2 == 0 ? i / 2 : BLOCKS / 2 + i / 2;
          client.send(Nbd.CMD_READ, 0, block, (long) block * BLOCK, BLOCK, new byte[0]);
        }
        if (i >= depth) {
          NbdClient.Reply reply = client.receive(handle -> BLOCK);
          assertThat(reply.error()).isZero();
          assertThat(reply.data()).isEqualTo(content((int) reply.handle()));
        }
      }
      FlowStatistics counted = fixture.brick.export("e").statistics();
      assertThat(counted.arrivals.sum()).isEqualTo(counted.completions());
    }
  }

  /** "blocks are flushed to disk in the background (within the corresponding service's quanta)". */
  @Test
  void writesArePutDownWithoutAFlush() throws IOException {
    try (BrickFixture fixture = brick("device.main.write-back", "true");
        NbdClient client = NbdClient.open(fixture.address, "e", true)) {
      for (int block = 0; block < 96; block++) {
        assertThat(client.writeAt((long) block * BLOCK, content(block), 0)).isZero();
      }
      long quarter = 1 << 20;
      Await.until(() -> dirtyBytes(fixture) <= quarter);
      assertThat(dirtyBytes(fixture)).isLessThanOrEqualTo(quarter).isPositive();
      for (int block = 0; block < 96; block++) {
        assertThat(client.readAt((long) block * BLOCK, BLOCK)).isEqualTo(content(block));
      }
    }
  }
}
