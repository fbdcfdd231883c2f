package io.oasis.brick.cache;

import io.oasis.brick.volume.MemoryVolume;
import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A volume in memory that counts the bytes read, notes how many blocks each write had, and may do
 * something first.
 */
public final class CountingVolume implements Volume {
  public final AtomicLong readBytes = new AtomicLong();
  final List<Integer> writes = new ArrayList<>();
  private final Volume memory;

  /** What happens while a write is under way. */
  Meanwhile meanwhile = () -> {};

  /** What happens between a read and its end. */
  Meanwhile afterRead = () -> {};

  interface Meanwhile {
    void run() throws IOException;
  }

  public CountingVolume(long bytes) throws IOException {
    memory = new MemoryVolume(bytes);
  }

  @Override
  public long sizeBytes() {
    return memory.sizeBytes();
  }

  @Override
  public int blockBytes() {
    return memory.blockBytes();
  }

  @Override
  public boolean isPrompt() {
    return false;
  }

  @Override
  public void read(long offset, ByteBuffer into, int position, int length) throws IOException {
    memory.read(offset, into, position, length);
    readBytes.addAndGet(length);
    afterRead.run();
  }

  @Override
  public void write(long offset, ByteBuffer from, int position, int length) throws IOException {
    writes.add(length / BlockTable.BLOCK_BYTES);
    meanwhile.run();
    memory.write(offset, from, position, length);
  }

  @Override
  public void flush() throws IOException {
    memory.flush();
  }

  @Override
  public void discard(long offset, long length) throws IOException {
    memory.discard(offset, length);
  }

  @Override
  public void zero(long offset, long length, boolean keepSpace) throws IOException {
    memory.zero(offset, length, keepSpace);
  }

  @Override
  public void describe(long offset, long length, ExtentSink sink) throws IOException {
    memory.describe(offset, length, sink);
  }

  @Override
  public void close() throws IOException {
    memory.close();
  }
}
