package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.brick.BrickFixture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Shows that clients who break the protocol, or stop in the middle, harm only themselves. */
@Tag("slow")
@Timeout(300)
class HostileClientTest {
  private static final int ATTACKERS = 4;

  @TempDir Path directory;

  @Test
  void mutatedHandshakesAndRequestsEndOnlyTheirOwnConnection() throws Exception {
    fuzz(4_000, 1);
  }

  @Test
  @Tag("deep")
  @Timeout(7200)
  void aMillionMutatedHandshakesAndRequests() throws Exception {
    fuzz(1_000_000, 2);
  }

  /** Waits for a moment; throws what it found. */
  private static boolean isOver(Future<Void> attack) throws Exception {
    try {
      attack.get(10, TimeUnit.MILLISECONDS);
      return true;
    } catch (TimeoutException notYet) {
      return false;
    }
  }

  private void fuzz(int conversations, long seed) throws Exception {
    try (BrickFixture fixture = new BrickFixture(directory, Map.of("handshake-ms", "60000"));
        ExecutorService attackers = Executors.newFixedThreadPool(ATTACKERS);
        NbdClient witness = NbdClient.open(fixture.address, "e", true)) {
      List<Future<Void>> attacks = new ArrayList<>();
      for (int i = 0; i < ATTACKERS; i++) {
        Random random = new Random(seed * ATTACKERS + i);
        attacks.add(attackers.submit(() -> attack(fixture, random, conversations / ATTACKERS)));
      }
      for (Future<Void> attack : attacks) {
        do {
          assertThat(witness.readAt(0, 16)).as("seed %d", seed).hasSize(16);
        } while (!isOver(attack));
      }
      try (NbdClient late = NbdClient.open(fixture.address, "e", false)) {
        assertThat(late.readAt(0, 16)).hasSize(16);
      }
    }
  }

  private static Void attack(BrickFixture fixture, Random random, int conversations)
      throws IOException {
    for (int i = 0; i < conversations; i++) {
      new Mutant(random).converse(fixture.address);
    }
    return null;
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
