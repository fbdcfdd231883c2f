package io.oasis.brick.nbd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;

/** The socket as it is. */
record PlainWire(SocketChannel channel) implements Wire {
  @Override
  public int read(ByteBuffer into) throws IOException {
    return channel.read(into);
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    while (from.hasRemaining()) {
      channel.write(from);
    }
  }

  @Override
  public boolean isEncrypted() {
    return false;
  }

  @Override
  public void close() throws IOException {
    channel.close();
  }
}
