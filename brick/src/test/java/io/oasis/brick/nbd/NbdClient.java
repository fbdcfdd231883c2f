package io.oasis.brick.nbd;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongToIntFunction;

/** A client that speaks the protocol byte by byte, so that it can also speak it wrong. */
public final class NbdClient implements AutoCloseable {
  /** An answer to a request. */
  public record Reply(long handle, int error, byte[] data) {}

  /** An answer to an option. */
  public record OptionReply(int type, byte[] data) {
    public String text() {
      return new String(data, StandardCharsets.UTF_8);
    }
  }

  public final SocketChannel channel;
  private boolean structured;
  public long sizeBytes;
  public int flags;

  public NbdClient(SocketAddress address) throws IOException {
    channel = SocketChannel.open(address);
    ByteBuffer greeting = read(18);
    if (greeting.getLong() != Nbd.NBDMAGIC || greeting.getLong() != Nbd.IHAVEOPT) {
      throw new IOException("no greeting");
    }
    write(ByteBuffer.allocate(4).putInt(3).flip());
  }

  /** Negotiates structured replies, if wanted, and the export. */
  public static NbdClient open(SocketAddress address, String export, boolean structured)
      throws IOException {
    NbdClient client = new NbdClient(address);
    if (structured) {
      client.option(Nbd.OPT_STRUCTURED_REPLY, new byte[0]);
      client.structured = true;
    }
    client.go(export);
    return client;
  }

  public List<OptionReply> go(String export) throws IOException {
    List<OptionReply> replies = option(Nbd.OPT_GO, goData(export));
    for (OptionReply reply : replies) {
      ByteBuffer data = ByteBuffer.wrap(reply.data());
      if (reply.type() == Nbd.REP_INFO && data.getShort() == Nbd.INFO_EXPORT) {
        sizeBytes = data.getLong();
        flags = data.getShort();
      }
    }
    return replies;
  }

  static byte[] goData(String export) {
    byte[] name = export.getBytes(StandardCharsets.UTF_8);
    return ByteBuffer.allocate(6 + name.length).putInt(name.length).put(name).array();
  }

  public List<OptionReply> option(int option, byte[] data) throws IOException {
    ByteBuffer message = ByteBuffer.allocate(16 + data.length).putLong(Nbd.IHAVEOPT);
    write(message.putInt(option).putInt(data.length).put(data).flip());
    List<OptionReply> replies = new ArrayList<>();
    while (true) {
      ByteBuffer header = read(20);
      header.getLong();
      header.getInt();
      int type = header.getInt();
      replies.add(new OptionReply(type, read(header.getInt()).array()));
      if (type < 0 || type == Nbd.REP_ACK) {
        return replies;
      }
    }
  }

  public void send(int command, int commandFlags, long handle, long offset, int length, byte[] data)
      throws IOException {
    ByteBuffer request = ByteBuffer.allocate(Nbd.REQUEST_BYTES + data.length);
    request.putInt(Nbd.REQUEST_MAGIC).putShort((short) commandFlags).putShort((short) command);
    write(request.putLong(handle).putLong(offset).putInt(length).put(data).flip());
  }

  /** The next answer; {@code readLength} is that of the request when it is known to be a read. */
  public Reply receive(LongToIntFunction readLength) throws IOException {
    ByteBuffer header = read(16);
    int magic = header.getInt();
    if (magic == Nbd.SIMPLE_REPLY_MAGIC) {
      int error = header.getInt();
      long handle = header.getLong();
      int length = error == 0 && !structured ? readLength.applyAsInt(handle) : 0;
      return new Reply(handle, error, read(length).array());
    }
    if (magic != Nbd.STRUCTURED_REPLY_MAGIC) {
      throw new IOException("an answer without its magic");
    }
    header.getShort();
    int type = Short.toUnsignedInt(header.getShort());
    long handle = header.getLong();
    ByteBuffer payload = read(read(4).getInt());
    if (type == Nbd.REPLY_TYPE_ERROR) {
      return new Reply(handle, payload.getInt(), new byte[0]);
    }
    if (type == Nbd.REPLY_TYPE_OFFSET_DATA) {
      payload.getLong();
    }
    byte[] data = new byte[payload.remaining()];
    payload.get(data);
    return new Reply(handle, 0, data);
  }

  public Reply call(int command, int commandFlags, long offset, int length, byte[] data)
      throws IOException {
    send(command, commandFlags, 77, offset, length, data);
    return receive(handle -> command == Nbd.CMD_READ ? length : 0);
  }

  public byte[] readAt(long offset, int length) throws IOException {
    Reply reply = call(Nbd.CMD_READ, 0, offset, length, new byte[0]);
    if (reply.error() != 0) {
      throw new IOException("error " + reply.error());
    }
    return reply.data();
  }

  public int writeAt(long offset, byte[] data, int commandFlags) throws IOException {
    return call(Nbd.CMD_WRITE, commandFlags, offset, data.length, data).error();
  }

  public ByteBuffer read(int bytes) throws IOException {
    ByteBuffer buffer = ByteBuffer.allocate(bytes);
    while (buffer.hasRemaining()) {
      if (channel.read(buffer) < 0) {
        throw new EOFException("the server closed");
      }
    }
    return buffer.flip();
  }

  public void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
