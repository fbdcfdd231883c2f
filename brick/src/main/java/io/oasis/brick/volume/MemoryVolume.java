package io.oasis.brick.volume;

import io.oasis.brick.os.Libc;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.concurrent.atomic.AtomicIntegerArray;

/**
 * A volume in memory. Takes room only where it has been written; what is discarded is given back to
 * the system at once. Gone with the process, so its flush has nothing to do.
 */
public final class MemoryVolume implements Volume {
  private static final int PREFERRED_BLOCK_BYTES = 4096;

  /** A buffer addresses at most 2 GiB, so the memory is seen through windows of this size. */
  private static final int WINDOW_SHIFT = 30;

  private static final long WINDOW_BYTES = 1L << WINDOW_SHIFT;

  /** Whether there is data is kept for pieces of this size. */
  private static final int PIECE_SHIFT = 16;

  private static final long PIECE_BYTES = 1L << PIECE_SHIFT;

  private final long sizeBytes;
  private final MemorySegment memory;
  private final ByteBuffer[] windows;

  /** 1 where something was written since the last discard. */
  private final AtomicIntegerArray written;

  public MemoryVolume(long sizeBytes) throws IOException {
    if (sizeBytes < 1) {
      throw new IllegalArgumentException("sizeBytes must be at least 1, was " + sizeBytes);
    }
    this.sizeBytes = sizeBytes;
    long mapped = (sizeBytes + PIECE_BYTES - 1) & -PIECE_BYTES;
    memory = Libc.map(mapped);
    windows = new ByteBuffer[(int) ((mapped + WINDOW_BYTES - 1) >>> WINDOW_SHIFT)];
    for (int i = 0; i < windows.length; i++) {
      long start = (long) i << WINDOW_SHIFT;
      windows[i] = memory.asSlice(start, Math.min(WINDOW_BYTES, mapped - start)).asByteBuffer();
    }
    written = new AtomicIntegerArray((int) (mapped >>> PIECE_SHIFT));
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public int blockBytes() {
    return PREFERRED_BLOCK_BYTES;
  }

  @Override
  public boolean isPrompt() {
    return true;
  }

  @Override
  public void read(long offset, ByteBuffer into, int position, int length) {
    int done = 0;
    while (done < length) {
      long at = offset + done;
      int inWindow = (int) (at & (WINDOW_BYTES - 1));
      int part = (int) Math.min(length - done, WINDOW_BYTES - inWindow);
      into.put(position + done, windows[(int) (at >>> WINDOW_SHIFT)], inWindow, part);
      done += part;
    }
  }

  @Override
  public void write(long offset, ByteBuffer from, int position, int length) {
    mark(offset, length);
    int done = 0;
    while (done < length) {
      long at = offset + done;
      int inWindow = (int) (at & (WINDOW_BYTES - 1));
      int part = (int) Math.min(length - done, WINDOW_BYTES - inWindow);
      windows[(int) (at >>> WINDOW_SHIFT)].put(inWindow, from, position + done, part);
      done += part;
    }
  }

  @Override
  public void flush() {
    // Memory is all there is.
  }

  @Override
  public void discard(long offset, long length) throws IOException {
    zero(offset, length, false);
  }

  @Override
  public void zero(long offset, long length, boolean keepSpace) throws IOException {
    long end = offset + length;
    long firstPiece = (offset + PIECE_BYTES - 1) & -PIECE_BYTES;
    long lastPiece = end & -PIECE_BYTES;
    if (firstPiece >= lastPiece) {
      memory.asSlice(offset, length).fill((byte) 0);
      return;
    }
    memory.asSlice(offset, firstPiece - offset).fill((byte) 0);
    memory.asSlice(lastPiece, end - lastPiece).fill((byte) 0);
    for (long piece = firstPiece; piece < lastPiece; piece += PIECE_BYTES) {
      written.setRelease((int) (piece >>> PIECE_SHIFT), 0);
    }
    Libc.forget(memory, firstPiece, lastPiece - firstPiece);
    if (keepSpace) {
      mark(firstPiece, lastPiece - firstPiece);
    }
  }

  @Override
  public void describe(long offset, long length, ExtentSink sink) {
    long end = offset + length;
    long start = offset;
    while (start < end) {
      boolean hole = written.getAcquire((int) (start >>> PIECE_SHIFT)) == 0;
      long next = (start & -PIECE_BYTES) + PIECE_BYTES;
      while (next < end && (written.getAcquire((int) (next >>> PIECE_SHIFT)) == 0) == hole) {
        next += PIECE_BYTES;
      }
      long extentEnd = Math.min(next, end);
      if (!sink.extent(extentEnd - start, hole)) {
        return;
      }
      start = extentEnd;
    }
  }

  /** The memory must not be touched afterwards: the caller has ended every connection before. */
  @Override
  public void close() throws IOException {
    Libc.unmap(memory);
  }

  private void mark(long offset, long length) {
    int last = (int) ((offset + length - 1) >>> PIECE_SHIFT);
    for (int piece = (int) (offset >>> PIECE_SHIFT); piece <= last; piece++) {
      if (written.getOpaque(piece) == 0) {
        written.setRelease(piece, 1);
      }
    }
  }
}
