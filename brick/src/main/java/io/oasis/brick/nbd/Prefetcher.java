package io.oasis.brick.nbd;

import io.oasis.brick.discipline.Session;
import io.oasis.brick.engine.Chain;
import io.oasis.brick.engine.Engine;
import io.oasis.brick.engine.Work;
import io.oasis.brick.stream.Streams;
import io.oasis.brick.volume.Volume;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;

/**
 * Reads ahead of an export's streams into its cache, in its application's name: pieces go through
 * the discipline like any other I/O of the session, so they are read in its slices and at its cost.
 *
 * <p>Law: a read whose blocks are on their way waits for them; what the cache has or is on its way
 * is not read again. A piece that fails is nobody's error: who waited for it reads for itself.
 */
public final class Prefetcher {
  /**
   * Two accesses, one that is read and one that is taken from it, fill half a partition at most.
   */
  private static final int PART_OF_CACHE = 4;

  private final Volume volume;
  private final Engine engine;
  private final Session session;
  private volatile long accessBytes;
  private final Streams streams;
  private final ReentrantLock lock = new ReentrantLock();
  private final List<Piece> onTheWay = new ArrayList<>();

  /**
   * @param volume seen through a cache
   * @param accessBytes most that is read ahead at once
   */
  public Prefetcher(Volume volume, Engine engine, Session session, long accessBytes) {
    this.volume = volume;
    this.engine = engine;
    this.session = session;
    this.accessBytes = accessBytes;
    streams = new Streams(volume.blockBytes(), accessBytes);
  }

  /** Reads ahead at most so much at once from now on. */
  public void access(long bytes) {
    accessBytes = bytes;
  }

  /** Bytes of reads that were part of a stream. */
  public long streamedBytes() {
    lock.lock();
    try {
      return streams.streamedBytes();
    } finally {
      lock.unlock();
    }
  }

  /** A piece of what is read ahead. */
  private final class Piece extends Work {
    private final long from;
    private final int length;
    private final List<Request> waiting = new ArrayList<>();

    Piece(long from, int length) {
      this.from = from;
      this.length = length;
      set(session, false, from, length);
      letOthersPass();
      submittedBy(this, false);
    }

    boolean overlaps(long offset, long end) {
      return from < end && offset < from + length;
    }

    @Override
    protected void perform() {
      try (Arena arena = Arena.ofConfined()) {
        ByteBuffer buffer = arena.allocate(length, volume.blockBytes()).asByteBuffer();
        volume.prefetch(from, buffer, length);
      } catch (IOException | RuntimeException e) {
        // The reads that wait will be scheduled, and fail or not by themselves.
      }
    }

    @Override
    protected void deliver() {
      arrived(this);
    }
  }

  /**
   * Makes a read wait if the last of what it lacks is on its way.
   *
   * @return false when it must be scheduled
   */
  boolean park(Request request) {
    lock.lock();
    try {
      long end = request.offset() + request.length;
      for (int i = onTheWay.size() - 1; i >= 0; i--) {
        Piece piece = onTheWay.get(i);
        if (piece.overlaps(request.offset(), end) && end <= piece.from + piece.length) {
          piece.waiting.add(request);
          return true;
        }
      }
      return false;
    } finally {
      lock.unlock();
    }
  }

  /**
   * A read came; reads ahead of it when it is part of a stream.
   *
   * @param present true when it was in the cache or is waiting for what is on its way
   */
  void read(long offset, int length, boolean present) {
    Chain pieces = new Chain();
    lock.lock();
    try {
      streams.limit(Math.min(accessBytes, volume.cacheBytes() / PART_OF_CACHE));
      Streams.Range range = streams.read(offset, length, present, volume.sizeBytes());
      for (long from = range.from(); from < range.to(); from += Streams.PIECE_BYTES) {
        int bytes = (int) Math.min(Streams.PIECE_BYTES, range.to() - from);
        if (!volume.isCached(from, bytes)) {
          Piece piece = new Piece(from, bytes);
          onTheWay.add(piece);
          pieces.add(piece);
        }
      }
    } finally {
      lock.unlock();
    }
    if (!pieces.isEmpty()) {
      // None of them falls to this thread: they are done by workers.
      engine.submit(pieces, this, new Chain());
    }
  }

  private void arrived(Piece piece) {
    List<Request> waiting;
    lock.lock();
    try {
      onTheWay.remove(piece);
      waiting = piece.waiting;
    } finally {
      lock.unlock();
    }
    for (Request request : waiting) {
      if (request.readFromCache()) {
        request.deliver();
      } else {
        // Its first part was evicted, or something before this piece is still on its way.
        Chain one = new Chain();
        one.add(request);
        engine.submit(one, this, new Chain());
      }
    }
  }
}
