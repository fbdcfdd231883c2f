package io.oasis.lab.insulation;

import io.oasis.brick.device.BlockCache;
import io.oasis.brick.mrc.MissRatioSampler;
import io.oasis.brick.stream.Run;
import io.oasis.brick.stream.Streams;
import io.oasis.lab.brick.Client;
import io.oasis.lab.sim.Timeline;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * One application's way to a brick: a cache, read-ahead for its streams, and writes that are kept
 * and put down later, neighbours together. Every I/O that follows is in the application's name, so
 * it happens in the application's slices.
 */
public final class CachedTarget implements Target {
  /** A read or write of the cache. */
  private static final long HIT_NANOS = 100_000;

  /** Runs that are being put down at a time: reads must not wait behind hundreds of them. */
  private static final int MOST_FLUSHES = 4;

  private final Timeline time;
  private final Client client;
  private final BlockCache cache;
  private final int owner;
  private final int accessBlocks;
  private final int mostDirty;
  private final ReadAhead readAhead;
  private final MissRatioSampler sampler = new MissRatioSampler();
  private final Map<Long, List<Waiting>> onTheWay = new HashMap<>();
  private final LinkedHashSet<Long> dirty = new LinkedHashSet<>();
  private final LinkedHashSet<Long> leaving = new LinkedHashSet<>();
  private final ArrayDeque<Runnable> blockedWrites = new ArrayDeque<>();
  private int flushes;

  /** A read that lacks some blocks. */
  private static final class Waiting {
    private final Runnable done;
    private int blocks;

    Waiting(Runnable done) {
      this.done = done;
    }

    void came() {
      if (--blocks == 0) {
        done.run();
      }
    }
  }

  /**
   * @param accessBytes most that is read ahead, and written together
   * @param writeBytes most that is kept dirty
   */
  public CachedTarget(
      Timeline time,
      Client client,
      BlockCache cache,
      int owner,
      long accessBytes,
      long writeBytes) {
    this(
        time,
        client,
        cache,
        owner,
        accessBytes,
        writeBytes,
        ReadAhead.inPieces(cache.blockBytes(), accessBytes));
  }

  CachedTarget(
      Timeline time,
      Client client,
      BlockCache cache,
      int owner,
      long accessBytes,
      long writeBytes,
      ReadAhead readAhead) {
    this.time = time;
    this.client = client;
    this.cache = cache;
    this.owner = owner;
    accessBlocks = (int) StrictMath.max(1, accessBytes / cache.blockBytes());
    mostDirty = (int) (writeBytes / cache.blockBytes());
    this.readAhead = readAhead;
  }

  /** Every block that was read, present or not. */
  public MissRatioSampler sampler() {
    return sampler;
  }

  /** Puts what a read would have left into the cache, without taking time. */
  void warm(Access access) {
    long end = endBlock(access.offset(), access.bytes());
    for (long block = firstBlock(access.offset()); block < end; block++) {
      if (!cache.touch(owner, block)) {
        cache.put(owner, block);
      }
      if (!access.isWrite()) {
        sampler.reference(block);
      }
    }
  }

  private long firstBlock(long offset) {
    return offset / cache.blockBytes();
  }

  private long endBlock(long offset, long bytes) {
    return (offset + bytes + cache.blockBytes() - 1) / cache.blockBytes();
  }

  @Override
  public void submit(Access access, Runnable done) {
    if (access.isWrite()) {
      write(access, done);
    } else {
      read(access, done);
    }
  }

  private void read(Access access, Runnable done) {
    Waiting waiting = new Waiting(done);
    List<Long> missing = new ArrayList<>();
    long end = endBlock(access.offset(), access.bytes());
    for (long block = firstBlock(access.offset()); block < end; block++) {
      sampler.reference(block);
      List<Waiting> others = onTheWay.get(block);
      if (others != null) {
        others.add(waiting);
        waiting.blocks++;
      } else if (!dirty.contains(block) && !cache.touch(owner, block)) {
        missing.add(block);
        waiting.blocks++;
      }
    }
    for (Run run : runs(missing)) {
      fetch(run, access.id(), waiting, () -> arrived(List.of(run)));
    }
    readAhead(readAhead.after(access.offset(), access.bytes(), missing.isEmpty()));
    if (waiting.blocks == 0) {
      time.after(HIT_NANOS, done);
    }
  }

  private void readAhead(Streams.Range range) {
    int pieceBlocks = Streams.PIECE_BYTES / cache.blockBytes();
    List<Long> missing = new ArrayList<>();
    long end = range.isEmpty() ? 0 : endBlock(range.from(), range.to() - range.from());
    for (long block = firstBlock(range.from()); block < end; block++) {
      if (!onTheWay.containsKey(block) && !cache.touch(owner, block)) {
        missing.add(block);
      }
    }
    List<Run> pieces = new ArrayList<>();
    for (int i = 0; i < missing.size(); i += pieceBlocks) {
      pieces.addAll(runs(missing.subList(i, StrictMath.min(i + pieceBlocks, missing.size()))));
    }
    int[] lacking = {pieces.size()};
    Runnable oneCame =
        () -> {
          if (--lacking[0] == 0) {
            arrived(pieces);
          }
        };
    for (Run piece : pieces) {
      fetch(piece, 0, null, readAhead.comesAtOnce() ? oneCame : () -> arrived(List.of(piece)));
    }
  }

  /** Blocks that touch together. */
  private static List<Run> runs(List<Long> blocks) {
    List<Run> runs = new ArrayList<>();
    int from = 0;
    for (int i = 1; i <= blocks.size(); i++) {
      if (i == blocks.size() || blocks.get(i) != blocks.get(i - 1) + 1) {
        runs.add(new Run(blocks.get(from), i - from));
        from = i;
      }
    }
    return runs;
  }

  private void fetch(Run run, long id, @Nullable Waiting waiting, Runnable came) {
    for (long block = run.first(); block < run.end(); block++) {
      List<Waiting> list = new ArrayList<>(1);
      if (waiting != null) {
        list.add(waiting);
      }
      onTheWay.put(block, list);
    }
    send(false, run, id, waiting != null, came);
  }

  private void arrived(List<Run> runs) {
    List<Waiting> waiting = new ArrayList<>();
    for (Run run : runs) {
      for (long block = run.first(); block < run.end(); block++) {
        cache.put(owner, block);
        List<Waiting> ofBlock = onTheWay.remove(block);
        waiting.addAll(ofBlock == null ? List.of() : ofBlock);
      }
    }
    // Who reads on at once finds all of them here.
    waiting.forEach(Waiting::came);
  }

  /** What an application waits for goes before what was only thought of for it. */
  private void send(boolean isWrite, Run run, long id, boolean isAwaited, Runnable done) {
    long offset = run.first() * cache.blockBytes();
    int bytes = run.blocks() * cache.blockBytes();
    if (isAwaited) {
      client.send(isWrite, offset, bytes, id, done);
    } else {
      client.sendAhead(isWrite, offset, bytes, done);
    }
  }

  private void write(Access access, Runnable done) {
    long first = firstBlock(access.offset());
    long end = endBlock(access.offset(), access.bytes());
    if (dirty.size() + end - first > mostDirty) {
      blockedWrites.add(() -> write(access, done));
      return;
    }
    for (long block = first; block < end; block++) {
      dirty.add(block);
      cache.put(owner, block);
    }
    time.after(HIT_NANOS, done);
    flush();
  }

  /** Puts down the oldest, until half of what may be dirty is on its way or clean. */
  private void flush() {
    while (flushes < MOST_FLUSHES && dirty.size() - leaving.size() > mostDirty / 2) {
      long oldest = -1;
      for (long block : dirty) {
        if (!leaving.contains(block)) {
          oldest = block;
          break;
        }
      }
      Run run =
          Run.around(
              oldest, accessBlocks, block -> dirty.contains(block) && !leaving.contains(block));
      for (long block = run.first(); block < run.end(); block++) {
        leaving.add(block);
      }
      flushes++;
      send(true, run, 0, false, () -> left(run));
    }
  }

  private void left(Run run) {
    flushes--;
    for (long block = run.first(); block < run.end(); block++) {
      dirty.remove(block);
      leaving.remove(block);
    }
    for (int i = blockedWrites.size(); i > 0; i--) {
      blockedWrites.remove().run();
    }
    flush();
  }
}
