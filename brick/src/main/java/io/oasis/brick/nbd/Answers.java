package io.oasis.brick.nbd;

import io.oasis.brick.os.Memory;
import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Answers of one connection, gathered so that many leave with one write. All calls hold the lock.
 * Once the client is gone everything is thrown away silently; {@link #isBroken} tells.
 */
final class Answers {
  /** Of the one meta context there is. */
  static final int CONTEXT_ID = 1;

  /** Payloads up to this are copied beside others; larger ones are written from where they are. */
  static final int COPIED_BYTES = 64 << 10;

  private static final int FIRST_BYTES = 16 << 10;
  private static final int MOST_BYTES = 512 << 10;
  private static final int MAX_EXTENTS = 1024;
  private static final int DATA_HEADER_BYTES = Nbd.STRUCTURED_HEADER_BYTES + Long.BYTES;

  final ReentrantLock lock = new ReentrantLock();

  private final Wire wire;
  private final boolean structured;
  private final Memory memory;
  private final Pulse pulse;
  private ByteBuffer out = ByteBuffer.allocateDirect(FIRST_BYTES);
  private @Nullable ByteBuffer taken;
  private int end;
  private int dataStart;
  private volatile boolean broken;

  Answers(Wire wire, boolean structured, Memory memory, Pulse pulse) {
    this.wire = wire;
    this.structured = structured;
    this.memory = memory;
    this.pulse = pulse;
  }

  boolean isBroken() {
    return broken;
  }

  /** The request is done, or failed with an error of {@link Nbd}. */
  void status(long handle, int error) {
    makeRoom(Nbd.SIMPLE_REPLY_BYTES);
    out.putInt(end, Nbd.SIMPLE_REPLY_MAGIC).putInt(end + 4, error).putLong(end + 8, handle);
    end += Nbd.SIMPLE_REPLY_BYTES;
  }

  /** A read, or another request whose answer must be structured when that was agreed on, failed. */
  void failure(long handle, int error, String reason) {
    if (!structured) {
      status(handle, error);
      return;
    }
    byte[] text = reason.getBytes(StandardCharsets.UTF_8);
    makeRoom(Nbd.STRUCTURED_HEADER_BYTES + 6 + text.length);
    chunk(Nbd.REPLY_TYPE_ERROR, handle, 6 + text.length);
    out.putInt(end, error).putShort(end + 4, (short) text.length).put(end + 6, text);
    end += 6 + text.length;
  }

  /**
   * Begins the answer to a read; the caller puts the data into {@link #buffer} at the place given
   * and then keeps it or takes it back.
   *
   * @return -1 when there is no room without writing first
   */
  int beginData(long handle, long offset, int length) {
    if (length > MOST_BYTES - DATA_HEADER_BYTES || !growFor(DATA_HEADER_BYTES + length)) {
      return -1;
    }
    dataStart = end;
    dataHeader(handle, offset, length);
    end += length;
    return end - length;
  }

  ByteBuffer buffer() {
    return out;
  }

  /** Takes back what the last {@link #beginData} began. */
  void cancelData() {
    end = dataStart;
  }

  /** A whole answer to a read whose data is in another buffer. */
  void data(long handle, long offset, ByteBuffer payload, int length) {
    if (length <= COPIED_BYTES) {
      makeRoom(DATA_HEADER_BYTES + length);
      dataHeader(handle, offset, length);
      out.put(end, payload, 0, length);
      end += length;
      return;
    }
    makeRoom(DATA_HEADER_BYTES);
    dataHeader(handle, offset, length);
    flush();
    write(payload.limit(length).position(0));
    payload.clear();
  }

  /** The extents of the range, as many as one answer holds. */
  void blockStatus(long handle, Volume volume, long offset, long length, boolean onlyOne)
      throws IOException {
    Extents extents = new Extents(onlyOne ? 1 : MAX_EXTENTS);
    volume.describe(offset, length, extents);
    int bytes = Integer.BYTES + extents.count * 2 * Integer.BYTES;
    makeRoom(Nbd.STRUCTURED_HEADER_BYTES + bytes);
    chunk(Nbd.REPLY_TYPE_BLOCK_STATUS, handle, bytes);
    out.putInt(end, CONTEXT_ID);
    end += Integer.BYTES;
    for (int i = 0; i < extents.count; i++) {
      int state = extents.holes[i] ? Nbd.STATE_HOLE | Nbd.STATE_ZERO : 0;
      out.putInt(end, (int) extents.lengths[i]).putInt(end + 4, state);
      end += 2 * Integer.BYTES;
    }
  }

  private static final class Extents implements Volume.ExtentSink {
    final long[] lengths;
    final boolean[] holes;
    int count;

    Extents(int most) {
      lengths = new long[most];
      holes = new boolean[most];
    }

    @Override
    public boolean extent(long length, boolean hole) {
      lengths[count] = length;
      holes[count] = hole;
      return ++count < lengths.length;
    }
  }

  private void dataHeader(long handle, long offset, int length) {
    if (!structured) {
      status(handle, Nbd.OK);
    } else if (length == 0) {
      chunk(Nbd.REPLY_TYPE_NONE, handle, 0);
    } else {
      chunk(Nbd.REPLY_TYPE_OFFSET_DATA, handle, Long.BYTES + length);
      out.putLong(end, offset);
      end += Long.BYTES;
    }
  }

  private void chunk(int type, long handle, int length) {
    out.putInt(end, Nbd.STRUCTURED_REPLY_MAGIC);
    out.putShort(end + 4, (short) Nbd.REPLY_FLAG_DONE).putShort(end + 6, (short) type);
    out.putLong(end + 8, handle).putInt(end + 16, length);
    end += Nbd.STRUCTURED_HEADER_BYTES;
  }

  private void makeRoom(int bytes) {
    if (!growFor(bytes)) {
      flush();
      if (!growFor(bytes)) {
        throw new IllegalStateException("an answer of " + bytes + " bytes fits nowhere");
      }
    }
  }

  /** True when so many bytes fit, after growing where the budget allows it. */
  private boolean growFor(int bytes) {
    int wanted = end + bytes;
    if (wanted <= out.capacity()) {
      return true;
    }
    if (wanted > MOST_BYTES) {
      return false;
    }
    try {
      ByteBuffer larger = memory.tryTake(wanted);
      if (larger == null) {
        // Without any budget the least that a copied answer needs must still be had.
        return out.capacity() < 2 * COPIED_BYTES
            && replace(ByteBuffer.allocateDirect(2 * COPIED_BYTES), bytes);
      }
      replace(larger, bytes);
      taken = larger;
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private boolean replace(ByteBuffer larger, int bytes) {
    if (end + bytes > larger.capacity()) {
      return false;
    }
    larger.put(0, out, 0, end);
    release();
    out = larger;
    return true;
  }

  /** Everything gathered leaves. */
  void flush() {
    if (end > 0) {
      int length = end;
      end = 0;
      write(out.limit(length).position(0));
      out.clear();
    }
  }

  private void write(ByteBuffer bytes) {
    if (broken) {
      return;
    }
    pulse.begin();
    try {
      wire.write(bytes);
    } catch (IOException e) {
      broken = true;
    } finally {
      pulse.end();
    }
  }

  /** Gives the buffer back; nothing is answered any more. */
  void release() {
    if (taken != null) {
      memory.give(taken);
      taken = null;
    }
  }
}
