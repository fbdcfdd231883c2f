package io.oasis.brick.nbd;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.Random;
import java.util.Set;

/**
 * A client with a grudge: what it says began as the protocol and had bytes changed, or stops in the
 * middle. Where it has agreed on structured replies it reads all that is answered and judges it.
 */
final class Mutant {
  private static final Set<Integer> OPTION_REPLIES =
      Set.of(
          Nbd.REP_ACK,
          Nbd.REP_SERVER,
          Nbd.REP_INFO,
          Nbd.REP_META_CONTEXT,
          Nbd.REP_ERR_UNSUP,
          Nbd.REP_ERR_POLICY,
          Nbd.REP_ERR_INVALID,
          Nbd.REP_ERR_TLS_REQD,
          Nbd.REP_ERR_UNKNOWN,
          Nbd.REP_ERR_SHUTDOWN,
          Nbd.REP_ERR_TOO_BIG);

  private static final Set<Integer> ERRORS =
      Set.of(Nbd.EPERM, Nbd.EIO, Nbd.ENOMEM, Nbd.EINVAL, Nbd.ENOSPC, Nbd.EOVERFLOW, Nbd.ESHUTDOWN);

  private final Random random;
  private final boolean judges;

  Mutant(Random random) {
    this.random = random;
    judges = random.nextBoolean();
  }

  /** One conversation; a server that hangs up is within its rights. */
  void converse(SocketAddress address) throws IOException {
    byte[] bytes = conversation();
    int kept = judges ? Integer.BYTES + 16 : 0; // client flags and the wish for structured replies
    for (int changes = random.nextInt(6); changes > 0; changes--) {
      bytes[kept + random.nextInt(bytes.length - kept)] = (byte) random.nextInt(256);
    }
    int length = random.nextInt(4) == 0 ? kept + random.nextInt(bytes.length - kept) : bytes.length;
    try (SocketChannel channel = SocketChannel.open(address)) {
      try {
        send(channel, ByteBuffer.wrap(bytes, 0, length));
      } catch (IOException e) {
        return; // it hung up; that is its right
      }
      if (judges) {
        judge(channel);
      }
    }
  }

  private static void send(SocketChannel channel, ByteBuffer out) throws IOException {
    while (out.hasRemaining()) {
      channel.write(out);
    }
    channel.shutdownOutput();
  }

  private byte[] conversation() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    DataOutputStream out = new DataOutputStream(bytes);
    out.writeInt(Nbd.FLAG_FIXED_NEWSTYLE | Nbd.FLAG_NO_ZEROES);
    if (judges) {
      option(out, Nbd.OPT_STRUCTURED_REPLY, new byte[0]);
    }
    for (int i = random.nextInt(4); i > 0; i--) {
      int option = random.nextInt(12);
      boolean isUnframed = option == Nbd.OPT_EXPORT_NAME && judges;
      option(out, isUnframed ? Nbd.OPT_LIST : option, new byte[random.nextInt(40)]);
    }
    option(out, Nbd.OPT_GO, NbdClient.goData("e"));
    for (int i = random.nextInt(8); i > 0; i--) {
      request(out, i);
    }
    return bytes.toByteArray();
  }

  private static void option(DataOutputStream out, int option, byte[] data) throws IOException {
    out.writeLong(Nbd.IHAVEOPT);
    out.writeInt(option);
    out.writeInt(data.length);
    out.write(data);
  }

  private void request(DataOutputStream out, int handle) throws IOException {
    int command = random.nextInt(9);
    int length = random.nextInt(3) == 0 ? random.nextInt() : random.nextInt(10_000);
    out.writeInt(Nbd.REQUEST_MAGIC);
    out.writeShort(random.nextInt(3) == 0 ? random.nextInt() : 0);
    out.writeShort(command);
    out.writeLong(handle);
    out.writeLong(random.nextInt(3) == 0 ? random.nextLong() : random.nextInt(4_000_000));
    out.writeInt(length);
    if (command == Nbd.CMD_WRITE) {
      out.write(new byte[Math.clamp(length, 0, 10_000)]);
    }
  }

  /** All that is answered until the server closes is whole and the protocol's own. */
  private static void judge(SocketChannel channel) throws IOException {
    ByteBuffer greeting = read(channel, 18);
    require(greeting.getLong() == Nbd.NBDMAGIC, "greeting", 0);
    try {
      while (true) {
        ByteBuffer start = read(channel, Long.BYTES);
        if (start.getLong(0) == Nbd.OPTION_REPLY_MAGIC) {
          judgeOption(channel);
        } else if (start.getInt(0) == Nbd.STRUCTURED_REPLY_MAGIC) {
          judgeChunk(channel, Short.toUnsignedInt(start.getShort(6)));
        } else if (start.getInt(0) == Nbd.SIMPLE_REPLY_MAGIC) {
          int error = start.getInt(4);
          require(error == Nbd.OK || ERRORS.contains(error), "error", error);
          read(channel, Long.BYTES);
        } else {
          return; // the change made it an export by name, whose answer has no frame
        }
      }
    } catch (EOFException e) {
      require(e.getMessage() == null, "bytes before the end of the connection", e.getMessage());
    }
  }

  private static void judgeOption(SocketChannel channel) throws IOException {
    ByteBuffer header = read(channel, 12);
    header.getInt();
    int type = header.getInt();
    require(OPTION_REPLIES.contains(type), "option reply", Integer.toHexString(type));
    whole(channel, header.getInt());
  }

  private static void judgeChunk(SocketChannel channel, int type) throws IOException {
    ByteBuffer header = read(channel, 12);
    header.getLong();
    int length = header.getInt();
    require(length >= 0 && length <= 40 << 20, "length", length);
    ByteBuffer data = whole(channel, length);
    if (type == Nbd.REPLY_TYPE_ERROR) {
      int error = data.getInt();
      require(ERRORS.contains(error), "error", error);
    }
  }

  private static ByteBuffer whole(SocketChannel channel, int length) throws IOException {
    return length == 0 ? ByteBuffer.allocate(0) : read(channel, length);
  }

  /**
   * @throws EOFException without a message when the server closed before the first byte
   */
  private static ByteBuffer read(SocketChannel channel, int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.hasRemaining()) {
      if (readOrEnd(channel, buffer) < 0) {
        throw buffer.position() == 0 ? new EOFException() : new EOFException("torn");
      }
    }
    return buffer.flip();
  }

  /** Who hangs up on bytes that it has not read resets the connection: an end like any other. */
  private static int readOrEnd(SocketChannel channel, ByteBuffer buffer) throws IOException {
    try {
      return channel.read(buffer);
    } catch (SocketException e) {
      return -1;
    }
  }

  private static void require(boolean holds, String what, Object found) {
    if (!holds) {
      throw new AssertionError("the server answered with " + what + " = " + found);
    }
  }
}
