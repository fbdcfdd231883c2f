package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.Await;
import io.oasis.brick.BrickProcess;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Shows that a brick does not take the time in which it was suspended itself for a stall. */
@Tag("slow")
class SuspensionTest {
  private static final int CLIENTS = 64;
  private static final int BYTES = 4096;

  /** Longer than what the brick takes for a stall. */
  private static final Duration STOPPED = Duration.ofMillis(2_500);

  @TempDir Path directory;

  @Test
  void clientsThatWentOnMeanwhileAreNotCutOff() throws Exception {
    List<String> options =
        List.of("--volume.v.size", "1M", "--export.e.volume", "v", "--stall-ms", "1000");
    List<NbdClient> clients = new ArrayList<>();
    try (BrickProcess brick = new BrickProcess(directory, "-Xmx64m", options)) {
      for (int i = 0; i < CLIENTS; i++) {
        NbdClient client = brick.connect("e");
        clients.add(client);
        client.write(
            ByteBuffer.allocate(Nbd.REQUEST_BYTES)
                .putInt(Nbd.REQUEST_MAGIC)
                .putShort((short) 0)
                .putShort((short) Nbd.CMD_WRITE)
                .putLong(i)
                .putLong(0)
                .putInt(BYTES)
                .flip());
      }
      signal(brick, "STOP");
      Await.pass(STOPPED);
      for (NbdClient client : clients) {
        client.write(ByteBuffer.allocate(BYTES));
      }
      signal(brick, "CONT");
      for (NbdClient client : clients) {
        assertThat(client.receive(_ -> 0).error()).isZero();
      }
    } finally {
      for (NbdClient client : clients) {
        client.channel.close();
      }
    }
  }

  private static void signal(BrickProcess brick, String name) throws Exception {
    String pid = Long.toString(brick.process().pid());
    assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
  }
}
