package io.oasis.brick.nbd;

import java.io.EOFException;
import java.io.IOException;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;

/**
 * A client's connection to one export, for reads and writes of one size with several outstanding:
 * {@link #submit} gathers requests, {@link #flush} sends them, {@link #receive} waits for the next
 * answer. Answers are simple ones; what is read is thrown away. Not thread-safe.
 */
public final class ClientConnection implements AutoCloseable {
  private static final int REPLY_BYTES = Nbd.SIMPLE_REPLY_BYTES;

  private final SocketChannel channel;
  private final int blockBytes;
  private final ByteBuffer out;
  private final ByteBuffer in;
  private long sizeBytes;

  private ClientConnection(SocketChannel channel, int blockBytes, int depth) {
    this.channel = channel;
    this.blockBytes = blockBytes;
    out = ByteBuffer.allocateDirect(depth * (Nbd.REQUEST_BYTES + blockBytes));
    in = ByteBuffer.allocateDirect(Math.max(1024, depth * (REPLY_BYTES + blockBytes))).limit(0);
  }

  /**
   * @param blockBytes of every read and write
   * @param depth most requests that are outstanding
   */
  public static ClientConnection open(
      SocketAddress address, String export, int blockBytes, int depth) throws IOException {
    SocketChannel channel = SocketChannel.open(address);
    try {
      ClientConnection connection = new ClientConnection(channel, blockBytes, depth);
      connection.negotiate(export);
      return connection;
    } catch (IOException | RuntimeException e) {
      channel.close();
      throw e;
    }
  }

  private void negotiate(String export) throws IOException {
    need(18);
    if (in.getLong() != Nbd.NBDMAGIC || in.getLong() != Nbd.IHAVEOPT) {
      throw new IOException("whoever listens there does not speak NBD");
    }
    in.getShort();
    byte[] name = export.getBytes(StandardCharsets.UTF_8);
    ByteBuffer go = ByteBuffer.allocate(26 + name.length);
    go.putInt(Nbd.FLAG_FIXED_NEWSTYLE | Nbd.FLAG_NO_ZEROES).putLong(Nbd.IHAVEOPT);
    go.putInt(Nbd.OPT_GO).putInt(6 + name.length).putInt(name.length).put(name);
    send(go.putShort((short) 0).flip());
    for (int type = Nbd.REP_INFO; type != Nbd.REP_ACK; ) {
      need(20);
      in.position(in.position() + 12);
      type = in.getInt();
      int length = in.getInt();
      need(length);
      int next = in.position() + length;
      if (type < 0) {
        throw new IOException("export " + export + " is refused, error " + (type & 0xffff));
      }
      if (type == Nbd.REP_INFO && in.getShort() == Nbd.INFO_EXPORT) {
        sizeBytes = in.getLong();
      }
      in.position(next);
    }
  }

  public long sizeBytes() {
    return sizeBytes;
  }

  /**
   * @param handle what {@link #receive} gives back; that of a write is odd, that of a read even
   */
  public void submit(long handle, long offset) {
    boolean write = (handle & 1) != 0;
    out.putInt(Nbd.REQUEST_MAGIC).putShort((short) 0);
    out.putShort((short) (write ? Nbd.CMD_WRITE : Nbd.CMD_READ));
    out.putLong(handle).putLong(offset).putInt(blockBytes);
    if (write) {
      out.position(out.position() + blockBytes); // whatever the buffer holds
    }
  }

  /** Sends what was submitted. */
  public void flush() throws IOException {
    out.flip();
    send(out);
    out.clear();
  }

  /** Waits for an answer; gives its handle. */
  public long receive() throws IOException {
    need(REPLY_BYTES);
    int magic = in.getInt();
    int error = in.getInt();
    long handle = in.getLong();
    if (magic != Nbd.SIMPLE_REPLY_MAGIC || error != Nbd.OK) {
      throw new IOException("magic " + Integer.toHexString(magic) + ", error " + error);
    }
    if ((handle & 1) == 0) {
      need(blockBytes);
      in.position(in.position() + blockBytes);
    }
    return handle;
  }

  /** Whether an answer can be had without waiting. */
  public boolean hasMore() {
    return in.remaining() >= REPLY_BYTES + blockBytes;
  }

  private void need(int bytes) throws IOException {
    if (in.remaining() >= bytes) {
      return;
    }
    in.compact();
    while (in.position() < bytes) {
      if (channel.read(in) < 0) {
        throw new EOFException("the server closed the connection");
      }
    }
    in.flip();
  }

  private void send(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      channel.write(bytes);
    }
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
