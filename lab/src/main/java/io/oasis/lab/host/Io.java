package io.oasis.lab.host;

import io.oasis.brick.device.DeviceRequest;
import org.jspecify.annotations.Nullable;

/** One I/O on its way. Mutable: millions of them live for milliseconds. */
public final class Io implements DeviceRequest {
  final Worker worker;
  private final boolean write;
  private long offset;
  private final int bytes;

  /** When the application issued it. */
  final long issuedAt;

  /** When it entered the block layer of its LUN. */
  long enteredAt;

  /** When it passed every limit, and what was in the backend then: of its worker, of others. */
  long passedAt;

  int ownAhead;
  int othersAhead;

  /** The first of its worker's that was there before it, until it is done itself. */
  @Nullable Io firstOwnAhead;

  /** When a backend that serves one after the other came to it. */
  long startedAt;

  Io(Worker worker, boolean write, long offset, int bytes, long issuedAt) {
    this.worker = worker;
    this.write = write;
    this.offset = offset;
    this.bytes = bytes;
    this.issuedAt = issuedAt;
  }

  /** Who issued it. */
  public Worker worker() {
    return worker;
  }

  @Override
  public boolean isWrite() {
    return write;
  }

  @Override
  public long offset() {
    return offset;
  }

  @Override
  public int bytes() {
    return bytes;
  }

  /** The LUN begins at this byte of its backend. */
  void shift(long firstByte) {
    offset += firstByte;
  }
}
