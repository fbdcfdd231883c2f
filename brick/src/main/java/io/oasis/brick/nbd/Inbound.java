package io.oasis.brick.nbd;

import io.oasis.brick.os.Memory;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** What a client has sent and the server has not used yet. Used by the connection's thread. */
final class Inbound {
  private static final int FIRST_BYTES = 16 << 10;

  /** Holds a client's 32 outstanding writes of 4 KiB. */
  private static final int MOST_BYTES = 256 << 10;

  private final Pulse pulse;
  private final Memory memory;
  private Wire wire;
  private ByteBuffer buffer = ByteBuffer.allocateDirect(FIRST_BYTES);
  private @Nullable ByteBuffer taken;
  private int start;
  private int end;

  Inbound(Wire wire, Pulse pulse, Memory memory) {
    this.wire = wire;
    this.pulse = pulse;
    this.memory = memory;
  }

  /**
   * From now on reads from another wire. Nothing of the old one may be left: bytes that were sent
   * in the clear before encryption began must not be taken for encrypted ones.
   *
   * @return false when something is left
   */
  boolean change(Wire next) {
    wire = next;
    return available() == 0;
  }

  int available() {
    return end - start;
  }

  int capacity() {
    return buffer.capacity();
  }

  ByteBuffer buffer() {
    return buffer;
  }

  /** Index in {@link #buffer} of the first unused byte. */
  int position() {
    return start;
  }

  void skip(int bytes) {
    start += bytes;
  }

  int takeShort() {
    start += Short.BYTES;
    return Short.toUnsignedInt(buffer.getShort(start - Short.BYTES));
  }

  int takeInt() {
    start += Integer.BYTES;
    return buffer.getInt(start - Integer.BYTES);
  }

  long takeLong() {
    start += Long.BYTES;
    return buffer.getLong(start - Long.BYTES);
  }

  byte[] takeBytes(int count) {
    byte[] bytes = new byte[count];
    buffer.get(start, bytes);
    start += count;
    return bytes;
  }

  /**
   * Waits until {@code bytes} are there; they fit the buffer.
   *
   * @throws EOFException when the client closes before
   */
  void require(int bytes) throws IOException {
    while (available() < bytes) {
      if (!fill(bytes, available() > 0)) {
        throw new EOFException("the client closed in the middle of a message");
      }
    }
  }

  /** Waits for the first bytes of the next message; false when the client has closed instead. */
  boolean await() throws IOException {
    return available() > 0 || fill(1, false);
  }

  /** A read that filled the buffer says that more comes at once: a larger one saves calls. */
  private void grow() throws IOException {
    if (buffer.capacity() >= MOST_BYTES) {
      return;
    }
    ByteBuffer larger = memory.tryTake(MOST_BYTES);
    if (larger != null) {
      larger.put(0, buffer, start, available());
      end = available();
      start = 0;
      buffer = larger;
      taken = larger;
    }
  }

  /** Gives the buffer back; nothing is read any more. */
  void release() {
    if (taken != null) {
      memory.give(taken);
      taken = null;
    }
  }

  /** Reads {@code length} bytes of payload into another buffer, past this one when it is empty. */
  void readFully(ByteBuffer into, int position, int length) throws IOException {
    int ready = Math.min(length, available());
    into.put(position, buffer, start, ready);
    start += ready;
    into.limit(position + length).position(position + ready);
    while (into.hasRemaining()) {
      pulse.begin();
      int count = wire.read(into);
      pulse.end();
      if (count < 0) {
        throw new EOFException("the client closed in the middle of a payload");
      }
    }
    into.clear();
  }

  /** Throws away {@code bytes} that arrive next. */
  void discard(long bytes) throws IOException {
    long left = bytes;
    while (left > 0) {
      require(1);
      int part = (int) Math.min(left, available());
      start += part;
      left -= part;
    }
  }

  private boolean fill(int wanted, boolean inMessage) throws IOException {
    if (start == end) {
      start = 0;
      end = 0;
    } else if (start + wanted > buffer.capacity()) {
      buffer.put(0, buffer, start, available());
      end -= start;
      start = 0;
    }
    buffer.limit(buffer.capacity()).position(end);
    if (inMessage) {
      pulse.begin();
    }
    int count = wire.read(buffer);
    pulse.end();
    if (count > 0) {
      end += count;
      if (end == buffer.capacity()) {
        grow();
      }
    }
    return count > 0;
  }
}
