package io.oasis.brick.volume;

import io.oasis.brick.os.Libc;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;

/** Holes of a file: making them, zeroing without writing, and finding them. */
final class Holes implements Closeable {
  private final int fd;

  private Holes(int fd) {
    this.fd = fd;
  }

  static Holes open(Path path, boolean readOnly) throws IOException {
    return new Holes(Libc.open(path, readOnly));
  }

  /**
   * @return false when the file system cannot, and zeroes must be written
   */
  boolean zero(long offset, long length, boolean keepSpace) throws IOException {
    int mode = keepSpace ? Libc.FALLOC_ZERO_RANGE : Libc.FALLOC_PUNCH_HOLE;
    try {
      Libc.fallocate(fd, mode | Libc.FALLOC_KEEP_SIZE, offset, length);
      return true;
    } catch (Libc.CallException e) {
      if (e.errno() == Libc.EOPNOTSUPP) {
        return false;
      }
      throw e;
    }
  }

  void describe(long offset, long length, long size, Volume.ExtentSink sink) throws IOException {
    long end = offset + length;
    long start = offset;
    while (start < end) {
      long data = seek(start, Libc.SEEK_DATA, size);
      boolean hole = data > start;
      long next = hole ? data : seek(start, Libc.SEEK_HOLE, size);
      long extentEnd = Math.min(Math.max(next, start + 1), end);
      if (!sink.extent(extentEnd - start, hole)) {
        return;
      }
      start = extentEnd;
    }
  }

  /** What cannot be asked for holes, a block device for instance, is data from end to end. */
  private long seek(long start, int whence, long size) {
    try {
      return Libc.seek(fd, start, whence, size);
    } catch (IOException e) {
      return whence == Libc.SEEK_DATA ? start : size;
    }
  }

  @Override
  public void close() throws IOException {
    Libc.close(fd);
  }
}
