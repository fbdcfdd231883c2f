package io.oasis.brick.stream;

import io.oasis.protocol.Check;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The sequential streams among one session's reads, and what to read ahead of them.
 *
 * <p>Law: a stream's run is what was read without a gap since it began; a read elsewhere begins a
 * new one. Once a run has more than four reads, as much as the run is long is read ahead, and at
 * most an access; then another such piece each time that less than this is left. A read of what the
 * cache does not have any more begins the read-ahead anew behind it. What is read ahead is whole
 * blocks, whatever an access is: a cache keeps nothing of a block that was read in two parts.
 *
 * <p>Source: Argon, section 4.2, where read-ahead is only prompted by a read that misses: then a
 * stream has nothing waiting for the rest of its slice when the access ends. Not safe for threads.
 */
public final class Streams {
  /** Read-ahead is asked of the device in pieces of this size: 2 ms of a disk's time. */
  public static final int PIECE_BYTES = 128 << 10;

  /** "above a certain threshold (4)", section 4.2. */
  private static final int THRESHOLD = 4;

  /** Streams of one session that are told apart. */
  private static final int MOST_STREAMS = 16;

  private static final Range NOTHING = new Range(0, 0);

  private final int blockBytes;
  private long accessBytes;
  private final List<Stream> streams = new ArrayList<>();
  private long reads;
  private long streamedBytes;

  /** Bytes of a volume, the last one not included. */
  public record Range(long from, long to) {
    public boolean isEmpty() {
      return to <= from;
    }
  }

  private static final class Stream {
    private long lastFrom;
    private long next;
    private int reads;
    private long runBytes;
    private long aheadTo;
    private long usedAt;
  }

  /**
   * @param blockBytes what the cache keeps and forgets
   * @param accessBytes most that is read ahead at once; 0 for nothing
   */
  public Streams(int blockBytes, long accessBytes) {
    this.blockBytes = blockBytes;
    limit(accessBytes);
  }

  /** Reads ahead at most so much at once from now on; 0 for nothing. */
  public void limit(long bytes) {
    Check.require(bytes >= 0, "accessBytes", bytes, ">= 0");
    accessBytes = bytes;
  }

  /**
   * A read came.
   *
   * @param present true when all of it is in the cache or on its way there
   * @param sizeBytes of the volume
   * @return what to read ahead now
   */
  public Range read(long offset, int bytes, boolean present, long sizeBytes) {
    if (accessBytes == 0) {
      return NOTHING;
    }
    reads++;
    Stream stream = find(offset);
    if (stream == null) {
      begin(offset, bytes);
      return NOTHING;
    }
    stream.usedAt = reads;
    if (offset != stream.next) {
      return NOTHING; // again what it read last
    }
    stream.lastFrom = offset;
    stream.next += bytes;
    stream.reads++;
    stream.runBytes += bytes;
    streamedBytes += stream.reads > THRESHOLD ? bytes : 0;
    if (!present) {
      stream.aheadTo = stream.next;
    }
    return ahead(stream, sizeBytes);
  }

  /** Bytes of reads that were part of a stream. */
  public long streamedBytes() {
    return streamedBytes;
  }

  private @Nullable Stream find(long offset) {
    for (Stream stream : streams) {
      if (offset >= stream.lastFrom && offset <= stream.next) {
        return stream;
      }
    }
    return null;
  }

  private void begin(long offset, int bytes) {
    Stream fresh = new Stream();
    fresh.lastFrom = offset;
    fresh.next = offset + bytes;
    fresh.reads = 1;
    fresh.runBytes = bytes;
    fresh.usedAt = reads;
    if (streams.size() < MOST_STREAMS) {
      streams.add(fresh);
      return;
    }
    int oldest = 0;
    for (int i = 1; i < streams.size(); i++) {
      oldest = streams.get(i).usedAt < streams.get(oldest).usedAt ? i : oldest;
    }
    streams.set(oldest, fresh);
  }

  private Range ahead(Stream stream, long sizeBytes) {
    if (stream.reads <= THRESHOLD) {
      return NOTHING;
    }
    long from = StrictMath.max(stream.aheadTo, stream.next) / blockBytes * blockBytes;
    long wanted = StrictMath.min(stream.runBytes, accessBytes);
    long blocks = StrictMath.ceilDiv(wanted, blockBytes);
    long to = StrictMath.min(from + blocks * blockBytes, sizeBytes);
    if (from - stream.next >= wanted || to <= from) {
      return NOTHING;
    }
    stream.aheadTo = to;
    return new Range(from, to);
  }
}
