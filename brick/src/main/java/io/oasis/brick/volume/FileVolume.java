package io.oasis.brick.volume;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * A volume in a file or on a block device, with direct I/O where it is wanted and can be had.
 *
 * <p>With direct I/O every transfer is of whole aligned blocks from aligned memory. Others go
 * through a buffer of the calling thread; a write of a part of a block is read-modify-write under a
 * lock that no other write of this volume holds at that moment, so neighbours in a block are safe.
 */
public final class FileVolume implements Volume {
  /** Whether the page cache is gone round. */
  public enum Direct {
    ON,
    OFF,
    /** Where the file system has it. */
    AUTO
  }

  private static final int BUFFERED_BLOCK_BYTES = 4096;
  private static final int BOUNCE_BYTES = 1 << 20;

  private static final ThreadLocal<ByteBuffer> BOUNCE =
      ThreadLocal.withInitial(() -> DirectIo.aligned(BOUNCE_BYTES, BUFFERED_BLOCK_BYTES));

  private final FileChannel channel;
  private final Holes holes;
  private final long sizeBytes;
  private final int blockBytes;
  private final boolean direct;

  /** Shared by writes of whole blocks, exclusive for parts of blocks. */
  private final ReentrantReadWriteLock partialWrites = new ReentrantReadWriteLock();

  private FileVolume(
      FileChannel channel, Holes holes, long sizeBytes, int blockBytes, boolean direct) {
    this.channel = channel;
    this.holes = holes;
    this.sizeBytes = sizeBytes;
    this.blockBytes = blockBytes;
    this.direct = direct;
  }

  /** Opens an existing file; makes it {@code sizeBytes} long when it is not there. */
  public static FileVolume open(Path path, long sizeBytes, Direct wish, boolean readOnly)
      throws IOException {
    if (!Files.exists(path) && !readOnly && sizeBytes > 0) {
      create(path, sizeBytes);
    }
    FileChannel plain = FileChannel.open(path, DirectIo.options(readOnly, false));
    try {
      // A block device's size is not an attribute of its node; only its channel knows it.
      long size = Math.max(plain.size(), 0);
      if (size == 0) {
        throw new IOException(path + " is empty; give the volume a size");
      }
      int block = (int) Math.max(BUFFERED_BLOCK_BYTES, Files.getFileStore(path).getBlockSize());
      FileChannel direct = wish == Direct.OFF ? null : DirectIo.tryOpen(path, readOnly, block);
      if (direct == null && wish == Direct.ON) {
        throw new IOException("direct I/O is not to be had for " + path);
      }
      Holes holes = Holes.open(path, readOnly);
      if (direct == null || size % block != 0) {
        if (direct != null) {
          direct.close();
        }
        return new FileVolume(plain, holes, size, BUFFERED_BLOCK_BYTES, false);
      }
      plain.close();
      return new FileVolume(direct, holes, size, block, true);
    } catch (IOException e) {
      plain.close();
      throw e;
    }
  }

  private static void create(Path path, long sizeBytes) throws IOException {
    try (FileChannel file =
        FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
      file.write(ByteBuffer.allocate(1), sizeBytes - 1);
      file.force(true);
    }
  }

  @Override
  public long sizeBytes() {
    return sizeBytes;
  }

  @Override
  public int blockBytes() {
    return blockBytes;
  }

  /** The page cache mostly answers at once; a disk does not. */
  @Override
  public boolean isPrompt() {
    return !direct;
  }

  @Override
  public void read(long offset, ByteBuffer into, int position, int length) throws IOException {
    if (!direct || isAligned(offset, into, position, length)) {
      readFully(into, position, length, offset);
      return;
    }
    ByteBuffer bounce = BOUNCE.get();
    int done = 0;
    while (done < length) {
      long start = (offset + done) & -blockBytes;
      int skip = (int) (offset + done - start);
      int part = Math.min(length - done, BOUNCE_BYTES - skip);
      readFully(bounce, 0, roundUp(skip + part), start);
      into.put(position + done, bounce, skip, part);
      done += part;
    }
  }

  @Override
  public void write(long offset, ByteBuffer from, int position, int length) throws IOException {
    if (!direct) {
      writeFully(from, position, length, offset);
      return;
    }
    if (((offset | length) & (blockBytes - 1)) == 0) {
      partialWrites.readLock().lock();
      try {
        writeWholeBlocks(offset, from, position, length);
      } finally {
        partialWrites.readLock().unlock();
      }
      return;
    }
    partialWrites.writeLock().lock();
    try {
      writePartialBlocks(offset, from, position, length);
    } finally {
      partialWrites.writeLock().unlock();
    }
  }

  private void writeWholeBlocks(long offset, ByteBuffer from, int position, int length)
      throws IOException {
    if (isAligned(offset, from, position, length)) {
      writeFully(from, position, length, offset);
      return;
    }
    ByteBuffer bounce = BOUNCE.get();
    for (int done = 0; done < length; ) {
      int part = Math.min(length - done, BOUNCE_BYTES);
      bounce.put(0, from, position + done, part);
      writeFully(bounce, 0, part, offset + done);
      done += part;
    }
  }

  private void writePartialBlocks(long offset, ByteBuffer from, int position, int length)
      throws IOException {
    ByteBuffer bounce = BOUNCE.get();
    int done = 0;
    while (done < length) {
      long start = (offset + done) & -blockBytes;
      int skip = (int) (offset + done - start);
      int part = Math.min(length - done, BOUNCE_BYTES - skip);
      int whole = roundUp(skip + part);
      readFully(bounce, 0, whole, start);
      bounce.put(skip, from, position + done, part);
      writeFully(bounce, 0, whole, start);
      done += part;
    }
  }

  @Override
  public void flush() throws IOException {
    channel.force(false);
  }

  @Override
  public void discard(long offset, long length) throws IOException {
    zero(offset, length, false);
  }

  @Override
  public void zero(long offset, long length, boolean keepSpace) throws IOException {
    partialWrites.writeLock().lock();
    try {
      if (holes.zero(offset, length, keepSpace)) {
        return;
      }
    } finally {
      partialWrites.writeLock().unlock();
    }
    ByteBuffer zeroes = ByteBuffer.allocateDirect(BOUNCE_BYTES);
    for (long done = 0; done < length; ) {
      int part = (int) Math.min(length - done, BOUNCE_BYTES);
      write(offset + done, zeroes, 0, part);
      done += part;
    }
  }

  @Override
  public void describe(long offset, long length, ExtentSink sink) throws IOException {
    holes.describe(offset, length, sizeBytes, sink);
  }

  @Override
  public void close() throws IOException {
    try (channel) {
      holes.close();
    }
  }

  private boolean isAligned(long offset, ByteBuffer buffer, int position, int length) {
    return ((offset | length) & (blockBytes - 1)) == 0
        && buffer.alignmentOffset(position, blockBytes) == 0;
  }

  private int roundUp(int bytes) {
    return (bytes + blockBytes - 1) & -blockBytes;
  }

  private void readFully(ByteBuffer into, int position, int length, long offset)
      throws IOException {
    into.limit(position + length).position(position);
    while (into.hasRemaining()) {
      if (channel.read(into, offset + into.position() - position) < 0) {
        throw new EOFException("the file is shorter than when it was opened");
      }
    }
    into.clear();
  }

  private void writeFully(ByteBuffer from, int position, int length, long offset)
      throws IOException {
    from.limit(position + length).position(position);
    while (from.hasRemaining()) {
      channel.write(from, offset + from.position() - position);
    }
    from.clear();
  }
}
