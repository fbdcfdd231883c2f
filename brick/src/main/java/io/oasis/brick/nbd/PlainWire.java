package io.oasis.brick.nbd;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.concurrent.locks.LockSupport;

/**
 * The socket as it is. Where the next bytes are expected soon it looks for them before it sleeps:
 * on a virtual machine a wake-up takes as long as a client needs for its next request. {@link
 * BusyPoll} decides when.
 */
final class PlainWire implements Wire {
  private final SocketChannel channel;
  private final BusyPoll poll;

  PlainWire(SocketChannel channel, BusyPoll poll) {
    this.channel = channel;
    this.poll = poll;
  }

  @Override
  public int read(ByteBuffer into) throws IOException {
    long began = System.nanoTime();
    int count = 0;
    if (poll.begin()) {
      try {
        count = look(into, began);
      } finally {
        poll.end();
      }
    }
    if (count == 0) {
      count = channel.read(into);
    }
    poll.waited(System.nanoTime() - began);
    return count;
  }

  /** Returns 0 when nothing came for as long as it may look. */
  private int look(ByteBuffer into, long began) throws IOException {
    channel.configureBlocking(false);
    try {
      int count = channel.read(into);
      while (count == 0 && System.nanoTime() - began < poll.mostNanos()) {
        Thread.onSpinWait();
        count = channel.read(into);
      }
      return count;
    } finally {
      channel.configureBlocking(true);
    }
  }

  @Override
  public void write(ByteBuffer from) throws IOException {
    while (from.hasRemaining()) {
      if (channel.write(from) == 0) {
        LockSupport.parkNanos(poll.mostNanos()); // the reader is looking, and stops soon
      }
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
