package io.oasis.brick.nbd;

import io.oasis.brick.engine.Work;
import io.oasis.brick.os.Memory;
import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/** One request that goes through the engine, with its payload. Used again for later ones. */
final class Request extends Work {
  /** A buffer of up to this stays with the request while there is plenty. */
  private static final int KEPT_BYTES = 64 << 10;

  final Flight flight;
  private final Export export;
  private final Memory memory;
  private @Nullable ByteBuffer payload;

  int command;
  int flags;
  long handle;

  /** The request's, also where the scheduled length is none because nothing is transferred. */
  int length;

  int error;
  boolean answered;
  private boolean fromCache;
  private long parkedNanos;
  private long doneNanos;

  Request(Flight flight, Export export, Memory memory) {
    this.flight = flight;
    this.export = export;
    this.memory = memory;
  }

  /** Describes what is to be done; the payload follows. */
  void prepare(RequestHeader header) {
    command = header.command;
    flags = header.flags;
    handle = header.handle;
    length = header.length;
    error = Nbd.OK;
    answered = false;
    fromCache = false;
    boolean transfers = command == Nbd.CMD_READ || command == Nbd.CMD_WRITE;
    long offset = command == Nbd.CMD_FLUSH ? 0 : header.offset;
    set(export.session(), command != Nbd.CMD_READ, offset, transfers ? length : 0);
    if (export.config().requestIds()) {
      number(handle);
    }
    submittedBy(flight, export.volume().isPrompt());
  }

  /** The payload's buffer when it is there and large enough. */
  boolean hasRoom() {
    return payload != null && payload.capacity() >= length;
  }

  /**
   * Gets a buffer for the payload.
   *
   * @return false when it would have to wait for one and may not
   */
  boolean takeRoom(boolean wait) throws IOException {
    giveRoom();
    payload = wait ? memory.take(length) : memory.tryTake(length);
    return payload != null;
  }

  ByteBuffer payload() {
    ByteBuffer buffer = payload;
    if (buffer == null) {
      throw new IllegalStateException("a request without payload was used for a transfer");
    }
    return buffer;
  }

  /** Called when the answer has left. */
  void rest() {
    if (payload != null && (payload.capacity() > KEPT_BYTES || memory.isShort())) {
      giveRoom();
    }
  }

  void giveRoom() {
    if (payload != null) {
      memory.give(payload);
      payload = null;
    }
  }

  @Override
  protected void perform() {
    try {
      if (!flight.isAbandoned()) {
        transfer(command == Nbd.CMD_READ || command == Nbd.CMD_WRITE ? payload() : null, 0);
      }
    } catch (IOException | RuntimeException e) {
      failed(e);
    }
    doneNanos = System.nanoTime();
  }

  /** Reads to where the answer is gathered instead of to its own buffer. */
  void performInto(ByteBuffer buffer, int position) {
    try {
      transfer(buffer, position);
    } catch (IOException | RuntimeException e) {
      failed(e);
    }
    doneNanos = System.nanoTime();
  }

  /** Begins to wait for what is on its way into the cache. */
  void park() {
    parkedNanos = System.nanoTime();
  }

  /** Reads what it waited for; false when the cache has not all of it. */
  boolean readFromCache() {
    fromCache = export.volume().tryRead(offset(), payload(), 0, length);
    if (fromCache) {
      doneNanos = System.nanoTime();
    } else {
      // From here on it is a read like any other.
      export.statistics().arrivals.increment();
    }
    return fromCache;
  }

  private void failed(Exception e) {
    error = Nbd.EIO;
    flight.report(e);
  }

  private void transfer(@Nullable ByteBuffer buffer, int position) throws IOException {
    Volume volume = export.volume();
    if (command == Nbd.CMD_FLUSH) {
      volume.flush();
    } else if (command == Nbd.CMD_TRIM) {
      volume.discard(offset(), Integer.toUnsignedLong(length));
    } else if (command == Nbd.CMD_WRITE_ZEROES) {
      boolean keep = (flags & Nbd.CMD_FLAG_NO_HOLE) != 0;
      volume.zero(offset(), Integer.toUnsignedLong(length), keep);
    } else if (buffer != null && command == Nbd.CMD_READ) {
      volume.read(offset(), buffer, position, length);
    } else if (buffer != null) {
      volume.write(offset(), buffer, position, length);
    }
    if ((flags & Nbd.CMD_FLAG_FUA) != 0 && command != Nbd.CMD_READ) {
      volume.flush();
    }
  }

  /** Counts it; after it went through the discipline. */
  void account() {
    if (error != Nbd.OK) {
      export.statistics().refusals.increment();
    } else if (fromCache) {
      export.statistics().hits(1, length, doneNanos - parkedNanos);
    } else if (command == Nbd.CMD_READ || command == Nbd.CMD_WRITE) {
      export
          .statistics()
          .scheduled(
              command == Nbd.CMD_WRITE,
              length,
              dispatchedNanos() - arrivedNanos(),
              heldNanos(),
              doneNanos - dispatchedNanos());
    } else {
      export.statistics().others.increment();
    }
  }

  @Override
  protected void deliver() {
    flight.deliver(this);
  }
}
