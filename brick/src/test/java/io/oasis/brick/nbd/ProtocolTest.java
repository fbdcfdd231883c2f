package io.oasis.brick.nbd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.brick.BrickFixture;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Shows the server's side of the protocol, right and wrong, byte by byte. */
class ProtocolTest {
  private static final int NO_DATA = 0;
  private static final int MIB = 1 << 20;

  @TempDir Path directory;
  private BrickFixture fixture;

  @BeforeEach
  void start() throws IOException {
    fixture =
        new BrickFixture(
            directory,
            Map.of(
                "export.ro.volume", "v",
                "export.ro.read-only", "true",
                "export.ro.description", "only to look at"));
  }

  @AfterEach
  void stop() throws IOException {
    fixture.close();
  }

  @Test
  void listsExportsWithTheirDescriptions() throws IOException {
    try (NbdClient client = new NbdClient(fixture.address)) {
      List<NbdClient.OptionReply> replies = client.option(Nbd.OPT_LIST, new byte[NO_DATA]);
      assertThat(replies).extracting(NbdClient.OptionReply::type).containsExactly(2, 2, 1);
      assertThat(replies.get(1).text()).endsWith("roonly to look at");
    }
  }

  @Test
  void anUnknownExportIsRefusedAndAnotherMayBeAskedFor() throws IOException {
    try (NbdClient client = new NbdClient(fixture.address)) {
      assertThat(client.go("nothing").getLast().type()).isEqualTo(Nbd.REP_ERR_UNKNOWN);
      assertThat(client.go("e").getLast().type()).isEqualTo(Nbd.REP_ACK);
      assertThat(client.sizeBytes).isEqualTo(8 * MIB);
    }
  }

  @Test
  void optionsThatLieAboutLengthsAreInvalidAndTooLongOnesTooBig() throws IOException {
    try (NbdClient client = new NbdClient(fixture.address)) {
      byte[] lie = ByteBuffer.allocate(8).putInt(1000).array();
      assertThat(client.option(Nbd.OPT_GO, lie).getLast().type()).isEqualTo(Nbd.REP_ERR_INVALID);
      assertThat(client.option(Nbd.OPT_INFO, new byte[2]).getLast().type())
          .isEqualTo(Nbd.REP_ERR_INVALID);
      assertThat(client.option(Nbd.OPT_GO, new byte[100_000]).getLast().type())
          .isEqualTo(Nbd.REP_ERR_TOO_BIG);
      assertThat(client.option(4711, new byte[3]).getLast().type()).isEqualTo(Nbd.REP_ERR_UNSUP);
      assertThat(client.option(Nbd.OPT_STARTTLS, new byte[0]).getLast().type())
          .isEqualTo(Nbd.REP_ERR_POLICY);
      assertThat(client.go("e").getLast().type()).isEqualTo(Nbd.REP_ACK);
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void readsWhatWasWritten(boolean structured) throws IOException {
    try (NbdClient client = NbdClient.open(fixture.address, "e", structured)) {
      for (int length : new int[] {1, 511, 4096, 65_537, 300_000, 2 * MIB}) {
        byte[] data = new byte[length];
        new Random(length).nextBytes(data);
        assertThat(client.writeAt(12_345, data, Nbd.CMD_FLAG_FUA)).isZero();
        assertThat(client.readAt(12_345, length)).isEqualTo(data);
      }
      assertThat(client.call(Nbd.CMD_WRITE_ZEROES, 0, 12_345, MIB, new byte[0]).error()).isZero();
      assertThat(client.readAt(12_345, MIB)).isEqualTo(new byte[MIB]);
      assertThat(client.call(Nbd.CMD_TRIM, 0, 0, 8 * MIB, new byte[0]).error()).isZero();
      assertThat(client.readAt(2 * MIB, MIB)).isEqualTo(new byte[MIB]);
      assertThat(client.call(Nbd.CMD_FLUSH, 0, 0, 0, new byte[0]).error()).isZero();
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void everyRefusalIsTheProtocolsAndTheConnectionGoesOn(boolean structured) throws IOException {
    try (NbdClient client = NbdClient.open(fixture.address, "e", structured)) {
      byte[] none = new byte[0];
      assertThat(client.call(Nbd.CMD_READ, 0, 8 * MIB - 1, 2, none).error()).isEqualTo(Nbd.EINVAL);
      assertThat(client.call(Nbd.CMD_READ, 0, -5, 2, none).error()).isEqualTo(Nbd.EINVAL);
      assertThat(client.call(Nbd.CMD_READ, 64, 0, 2, none).error()).isEqualTo(Nbd.EINVAL);
      assertThat(client.call(Nbd.CMD_READ, 0, 0, 33 * MIB, none).error()).isEqualTo(Nbd.EINVAL);
      assertThat(client.writeAt(8 * MIB - 1, new byte[2], 0)).isEqualTo(Nbd.ENOSPC);
      assertThat(client.writeAt(0, new byte[33 * MIB], 0)).isEqualTo(Nbd.EOVERFLOW);
      assertThat(client.call(99, 0, 0, 0, none).error()).isEqualTo(Nbd.EINVAL);
      assertThat(client.call(Nbd.CMD_BLOCK_STATUS, 0, 0, 4096, none).error()).isEqualTo(Nbd.EINVAL);
      assertThat(client.writeAt(0, new byte[] {7}, 0)).isZero();
      assertThat(client.readAt(0, 1)).containsExactly(7);
    }
  }

  @Test
  void aReadOnlyExportIsNotWritten() throws IOException {
    try (NbdClient client = NbdClient.open(fixture.address, "ro", true)) {
      assertThat(client.flags & Nbd.EXPORT_READ_ONLY).isNotZero();
      assertThat(client.writeAt(0, new byte[] {7}, 0)).isEqualTo(Nbd.EPERM);
      assertThat(client.call(Nbd.CMD_TRIM, 0, 0, 4096, new byte[0]).error()).isEqualTo(Nbd.EPERM);
      assertThat(client.readAt(0, 1)).containsExactly(0);
    }
  }

  @Test
  void blockStatusTellsHolesFromData() throws IOException {
    try (NbdClient client = new NbdClient(fixture.address)) {
      client.option(Nbd.OPT_STRUCTURED_REPLY, new byte[0]);
      byte[] query = "base:allocation".getBytes(StandardCharsets.UTF_8);
      ByteBuffer data = ByteBuffer.allocate(13 + query.length).putInt(1).put((byte) 'e');
      data.putInt(1).putInt(query.length).put(query);
      assertThat(client.option(Nbd.OPT_SET_META_CONTEXT, data.array()).getFirst().type())
          .isEqualTo(Nbd.REP_META_CONTEXT);
      client.go("e");
      assertThat(client.writeAt(1 << 20, new byte[4096], 0)).isZero();
      client.send(Nbd.CMD_BLOCK_STATUS, 0, 5, 0, 8 * MIB, new byte[0]);
      ByteBuffer status = ByteBuffer.wrap(client.receive(handle -> 0).data());
      assertThat(status.getInt()).isEqualTo(Answers.CONTEXT_ID);
      assertThat(new int[] {status.getInt(), status.getInt()}).containsExactly(MIB, 3);
      assertThat(new int[] {status.getInt(), status.getInt()}).containsExactly(64 << 10, 0);
    }
  }

  @Test
  void aRequestWithoutItsMagicEndsTheConnectionAndNoOther() throws IOException {
    try (NbdClient good = NbdClient.open(fixture.address, "e", true);
        NbdClient bad = NbdClient.open(fixture.address, "e", true)) {
      bad.write(ByteBuffer.allocate(28));
      assertThatThrownBy(() -> bad.receive(handle -> 0)).isInstanceOf(IOException.class);
      assertThat(good.readAt(0, 4)).hasSize(4);
    }
  }

  @Test
  void manyOutstandingRequestsAreAllAnswered() throws IOException {
    try (NbdClient client = NbdClient.open(fixture.address, "e", true)) {
      for (int i = 0; i < 100; i++) {
        client.send(Nbd.CMD_READ, 0, i, i * 4096L, 512, new byte[0]);
      }
      boolean[] seen = new boolean[100];
      for (int i = 0; i < 100; i++) {
        NbdClient.Reply reply = client.receive(handle -> 512);
        assertThat(reply.data()).hasSize(512);
        assertThat(seen[(int) reply.handle()]).isFalse();
        seen[(int) reply.handle()] = true;
      }
    }
  }
}
