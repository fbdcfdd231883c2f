package io.oasis.brick.cache;

import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.nio.ByteBuffer;

/** A volume seen through a cache, for one application. */
final class CachedVolume implements Volume {
  private static final int BLOCK_BYTES = BlockTable.BLOCK_BYTES;

  private final Cache cache;
  private final Volume below;
  private final int id;
  private final Partition partition;
  private final boolean writeBack;
  private final CachedReads reads;
  private final CachedWrites writes;

  CachedVolume(Cache cache, Volume below, int id, Partition partition, boolean writeBack) {
    this.cache = cache;
    this.below = below;
    this.id = id;
    this.partition = partition;
    this.writeBack = writeBack;
    this.reads = new CachedReads(cache, below, id, partition);
    this.writes = new CachedWrites(cache, id, partition);
  }

  @Override
  public boolean hasCache() {
    return true;
  }

  @Override
  public long cacheBytes() {
    cache.lock.lock();
    try {
      return (long) partition.limitBlocks * BLOCK_BYTES;
    } finally {
      cache.lock.unlock();
    }
  }

  @Override
  public boolean isCached(long offset, int length) {
    return reads.isCached(offset, length);
  }

  @Override
  public boolean tryRead(long offset, ByteBuffer into, int position, int length) {
    return reads.tryRead(offset, into, position, length);
  }

  @Override
  public void read(long offset, ByteBuffer into, int position, int length) throws IOException {
    reads.read(offset, into, position, length, true);
  }

  @Override
  public void prefetch(long offset, ByteBuffer room, int length) throws IOException {
    reads.read(offset, room, 0, length, false);
  }

  @Override
  public boolean tryWrite(long offset, ByteBuffer from, int position, int length) {
    return writeBack && writes.tryWrite(offset, from, position, length);
  }

  /** What is done to the volume below while the blocks of the range are not in the cache. */
  private interface Change {
    void run() throws IOException;
  }

  @Override
  public void write(long offset, ByteBuffer from, int position, int length) throws IOException {
    int[] begun = writes.begin(offset, length);
    boolean done = false;
    try {
      below.write(offset, from, position, length);
      done = true;
    } finally {
      writes.end(offset, length, begun, done ? from : null, position);
    }
  }

  private void change(long offset, long length, Change change) throws IOException {
    int[] begun = writes.begin(offset, length);
    try {
      change.run();
    } finally {
      writes.end(offset, length, begun, null, 0);
    }
  }

  @Override
  public Dirty oldestWrites() {
    cache.lock.lock();
    try {
      return cache.destaging.oldestOf(partition, id);
    } finally {
      cache.lock.unlock();
    }
  }

  @Override
  public void putDown(long offset) throws IOException {
    cache.lock.lock();
    try {
      cache.destaging.destage(Cache.keyOf(id, offset / BLOCK_BYTES));
    } finally {
      cache.lock.unlock();
    }
  }

  @Override
  public void flush() throws IOException {
    cache.destageAll(id);
    below.flush();
  }

  @Override
  public void discard(long offset, long length) throws IOException {
    change(offset, length, () -> below.discard(offset, length));
  }

  @Override
  public void zero(long offset, long length, boolean keepSpace) throws IOException {
    change(offset, length, () -> below.zero(offset, length, keepSpace));
  }

  @Override
  public void describe(long offset, long length, ExtentSink sink) throws IOException {
    cache.destageAll(id);
    below.describe(offset, length, sink);
  }

  @Override
  public long sizeBytes() {
    return below.sizeBytes();
  }

  @Override
  public int blockBytes() {
    return Math.max(BLOCK_BYTES, below.blockBytes());
  }

  @Override
  public boolean isPrompt() {
    return below.isPrompt();
  }

  /** Puts down what is dirty; the volume below is closed by whoever opened it. */
  @Override
  public void close() throws IOException {
    flush();
  }
}
