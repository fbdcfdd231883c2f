package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.BrickFixture;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Shows that clients who break the protocol, or stop in the middle, harm only themselves. */
@Tag("slow")
@Timeout(300)
class HostileClientTest {
  @TempDir Path directory;

  @Test
  void mutatedHandshakesAndRequestsEndOnlyTheirOwnConnection() throws IOException {
    fuzz(3_000, 1);
  }

  @Test
  @Tag("deep")
  void aMillionMutatedHandshakesAndRequests() throws IOException {
    fuzz(1_000_000, 2);
  }

  private void fuzz(int rounds, long seed) throws IOException {
    Random random = new Random(seed);
    try (BrickFixture fixture = new BrickFixture(directory, Map.of("handshake-ms", "500"))) {
      try (NbdClient witness = NbdClient.open(fixture.address, "e", true)) {
        byte[] truth = new byte[4096];
        random.nextBytes(truth);
        witness.writeAt(4096 * 1024, truth, 0);
        for (int i = 0; i < rounds; i++) {
          attack(fixture, random);
          if (i % 100 == 0) {
            assertThat(witness.readAt(0, 16)).as("seed %d round %d", seed, i).hasSize(16);
          }
        }
      }
      try (NbdClient late = NbdClient.open(fixture.address, "e", false)) {
        assertThat(late.readAt(0, 16)).hasSize(16);
      }
    }
  }

  private static void attack(BrickFixture fixture, Random random) throws IOException {
    byte[] bytes = conversation(random);
    for (int flips = random.nextInt(6); flips > 0; flips--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt(256);
    }
    int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
    try (SocketChannel channel = SocketChannel.open(fixture.address)) {
      ByteBuffer out = ByteBuffer.wrap(bytes, 0, length);
      while (out.hasRemaining()) {
        channel.write(out);
      }
      if (random.nextBoolean()) {
        channel.shutdownOutput();
        ByteBuffer in = ByteBuffer.allocate(4096);
        for (int i = 0; i < 4 && channel.read(in.clear()) >= 0; i++) {
          // What it says does not matter, that it goes on does.
        }
      }
    } catch (IOException e) {
      // The server may have hung up already; that is its right.
      assertThat(e).isNotNull();
    }
  }

  private static byte[] conversation(Random random) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(3);
    for (int i = random.nextInt(4); i > 0; i--) {
      byte[] data = new byte[random.nextInt(40)];
      out.writeLong(Nbd.IHAVEOPT);
      out.writeInt(random.nextInt(12));
      out.writeInt(data.length);
      out.write(data);
    }
    byte[] go = NbdClient.goData("e");
    out.writeLong(Nbd.IHAVEOPT);
    out.writeInt(Nbd.OPT_GO);
    out.writeInt(go.length);
    out.write(go);
    for (int i = random.nextInt(8); i > 0; i--) {
      int command = random.nextInt(9);
      int length = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(10_000);
      out.writeInt(Nbd.REQUEST_MAGIC);
      out.writeShort(random.nextInt(3) == 0 ? random.nextInt() : 0);
      out.writeShort(command);
      out.writeLong(i);
      out.writeLong(random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(4_000_000));
      out.writeInt(length);
      if (command == Nbd.CMD_WRITE) {
        out.write(new byte[Math.clamp(length, 0, 10_000)]);
      }
    }
    return bytes.toByteArray();
  }

  @Test
  void halfOpenHandshakesAreEndedAtTheirDeadline() throws IOException {
    try (BrickFixture fixture = new BrickFixture(directory, Map.of("handshake-ms", "300"))) {
      List<NbdClient> idle = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        idle.add(new NbdClient(fixture.address));
      }
      for (NbdClient client : idle) {
        assertThat(client.channel.read(ByteBuffer.allocate(1))).isEqualTo(-1);
        client.close();
      }
    }
  }

  @Test
  void aThousandConnectionsAreServedAndTheNextIsTurnedAway() throws IOException {
    try (BrickFixture fixture = new BrickFixture(directory, Map.of("max-connections", "1000"))) {
      List<NbdClient> clients = new ArrayList<>();
      for (int i = 0; i < 1000; i++) {
        clients.add(NbdClient.open(fixture.address, "e", false));
      }
      try (SocketChannel extra = SocketChannel.open(fixture.address)) {
        assertThat(extra.read(ByteBuffer.allocate(1))).isEqualTo(-1);
      }
      for (NbdClient client : clients) {
        assertThat(client.readAt(4096, 8)).hasSize(8);
        client.close();
      }
    }
  }

  @Test
  void whoDoesNotTakeAnswersIsCutOffAndMemoryStaysBounded() throws IOException {
    Map<String, String> tight =
        Map.of(
            "memory-bytes",
            "16M",
            "max-payload-bytes",
            "2M",
            "stall-ms",
            "700",
            "device.main.discipline",
            "sfq(64)");
    try (BrickFixture fixture = new BrickFixture(directory, tight)) {
      List<NbdClient> slow = new ArrayList<>();
      for (int i = 0; i < 20; i++) {
        NbdClient client = NbdClient.open(fixture.address, "e", true);
        for (int j = 0; j < 16; j++) {
          client.send(Nbd.CMD_READ, 0, j, 0, 1 << 20, new byte[0]);
        }
        slow.add(client);
      }
      try (NbdClient good = NbdClient.open(fixture.address, "e", true)) {
        for (int i = 0; i < 200; i++) {
          assertThat(good.readAt(i * 4096L, 4096)).hasSize(4096);
        }
        assertThat(good.readAt(0, 2 << 20)).hasSize(2 << 20);
      }
      for (NbdClient client : slow) {
        client.close();
      }
    }
  }
}
