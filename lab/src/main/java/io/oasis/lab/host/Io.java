package io.oasis.lab.host;

import io.oasis.brick.device.DeviceRequest;
import org.jspecify.annotations.Nullable;

/** One I/O on its way. Mutable: millions of them live for milliseconds. */
public final class Io implements DeviceRequest {
  final Worker worker;
  private final boolean write;
  private long offset;
  private final int bytes;
  private final boolean follows;

  /** How long the device worked for it, where the device says so. */
  long servedNanos;

  /** Which of its transaction's or of its thread's I/Os it is, from 0. */
  int step;

  /** Which thread of a scan issued it. */
  int thread;

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

  Io(Worker worker, boolean write, boolean follows, long offset, int bytes, long issuedAt) {
    this.worker = worker;
    this.follows = follows;
    this.write = write;
    this.offset = offset;
    this.bytes = bytes;
    this.issuedAt = issuedAt;
  }

  /** Who issued it. */
  public Worker worker() {
    return worker;
  }

  /** Whether it begins where its worker's I/O before it ended. */
  public boolean follows() {
    return follows;
  }

  /** The device works so long for it. */
  public void served(long nanos) {
    servedNanos = nanos;
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
