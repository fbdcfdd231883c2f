package io.oasis.brick.volume;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * A fixed number of bytes that can be read and written at any offset.
 *
 * <p>Offsets and lengths lie inside the volume; the caller has checked. Buffers are direct, are
 * addressed by position and length, and their own position and limit mean nothing.
 */
public interface Volume extends Closeable {

  long sizeBytes();

  /** Ranges aligned to this need no read-modify-write; a power of two. */
  int blockBytes();

  /** True when reads and writes return at memory speed, so that the calling thread may do them. */
  boolean isPrompt();

  /** Whether {@link #tryRead} and {@link #tryWrite} are worth trying. */
  default boolean hasCache() {
    return false;
  }

  /** What a cache has room for at the moment. */
  default long cacheBytes() {
    return 0;
  }

  /** Whether a cache has all of a range. */
  default boolean isCached(long offset, int length) {
    return false;
  }

  /**
   * Reads when that takes no device, because a cache has it all.
   *
   * @return false when nothing was done
   */
  default boolean tryRead(long offset, ByteBuffer into, int position, int length) {
    return false;
  }

  /**
   * Writes when that takes no device, because a cache may keep it until the next flush.
   *
   * @return false when nothing was done
   */
  default boolean tryWrite(long offset, ByteBuffer from, int position, int length) {
    return false;
  }

  /** Reads into the cache what an application has not asked for yet; without one, nothing. */
  default void prefetch(long offset, ByteBuffer room, int length) throws IOException {}

  /** The writes that should leave the cache next; empty when there is room for more of them. */
  default Dirty oldestWrites() {
    return Dirty.NOTHING;
  }

  /** Puts down what begins here and is dirty, with its neighbours. */
  default void putDown(long offset) throws IOException {}

  /**
   * What is in a cache and not on the volume below.
   *
   * @param bytes 0 for nothing
   */
  record Dirty(long offset, int bytes) {
    public static final Dirty NOTHING = new Dirty(0, 0);
  }

  void read(long offset, ByteBuffer into, int position, int length) throws IOException;

  void write(long offset, ByteBuffer from, int position, int length) throws IOException;

  /** Returns when every write that was acknowledged before is on the medium. */
  void flush() throws IOException;

  /** Lets the range go; what it reads as afterwards is zero. */
  void discard(long offset, long length) throws IOException;

  /**
   * Makes the range read as zero.
   *
   * @param keepSpace false when the space may be given back
   */
  void zero(long offset, long length, boolean keepSpace) throws IOException;

  /**
   * Describes the range from its start on: as many extents as {@code sink} takes, without gaps, the
   * last perhaps ending before the range does.
   */
  void describe(long offset, long length, ExtentSink sink) throws IOException;

  /** Takes extents in order. */
  interface ExtentSink {
    /**
     * @param hole true when no space is allocated; a hole reads as zero
     * @return true when another extent is wanted
     */
    boolean extent(long length, boolean hole);
  }
}
