package io.oasis.lab.subsystem;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;
import io.oasis.brick.device.DiskParameters;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Disks one after the other, an elevator in front of each, and a storage cache that reads ahead of
 * one sequential reader on each disk.
 *
 * <p>Law: a sequential read whose block is in the cache takes the time of a copy. The cache keeps
 * one to two halves of its window read ahead on each disk and asks for a half at a time. A block is
 * given up when it was read. Other reads and all writes go to the disks.
 */
public final class StorageSubsystem<R extends DeviceRequest> implements Device<R> {
  /** What a sequential reader asks for and what is read ahead at a time: Linux' limit of it. */
  public static final int BLOCK_BYTES = 128 << 10;

  /** PostgreSQL's. */
  public static final int PAGE_BYTES = 8_192;

  /**
   * Pages that the cache keeps before they are written: 150 MB, the cache of the paper's Figure 5.
   */
  private static final int FRAMES = 150_000_000 / PAGE_BYTES;

  /**
   * What is read ahead at a time keeps a disk at this part of its streaming speed where something
   * else comes between (Argon, section 3.3).
   */
  private static final double EFFICIENCY = 0.9;

  /** A copy in the memory of a host of 2004, 1 GB/s: class. */
  static final double COPY_NANOS_PER_BYTE = 1;

  private record Hit<R>(R request, long at) {}

  private final List<WriteCache<R>> disks = new ArrayList<>();
  private final long blocks;
  private final Predicate<R> isSequential;
  private final ArrayDeque<Hit<R>> hits = new ArrayDeque<>();
  private final Map<Long, List<R>> waiting = new HashMap<>();
  private final Set<Long> held = new HashSet<>();
  private final long[] aheadTo;
  private final int half;
  private int missing;

  /**
   * @param bytes that are addressed, from the outermost track of every disk inwards
   * @param isSequential whether a read follows the one before
   */
  public StorageSubsystem(
      int disks, DiskParameters parameters, long bytes, Predicate<R> isSequential) {
    for (int i = 0; i < disks; i++) {
      Device<Part<R>> disk =
          new AnticipatoryElevator<>(
              new BufferedDisk<>(parameters), part -> !part.isWrite() && part.whole() == null);
      this.disks.add(new WriteCache<>(disk, PAGE_BYTES, FRAMES / disks));
    }
    blocks = bytes / BLOCK_BYTES / disks;
    this.isSequential = isSequential;
    aheadTo = new long[disks];
    half = (int) StrictMath.ceil(parameters.bytesForEfficiency(EFFICIENCY) / BLOCK_BYTES);
  }

  /** Bytes of whole blocks on all disks. */
  public long bytes() {
    return blocks * BLOCK_BYTES * disks.size();
  }

  /** Every frame of the write cache is taken, by pages somewhere. */
  public void fill(RandomGenerator random) {
    disks.forEach(disk -> disk.fill(blocks * BLOCK_BYTES / PAGE_BYTES, random));
  }

  private int diskOf(long block) {
    return (int) (block / blocks);
  }

  @Override
  public void submit(R request, long nowNanos) {
    long block = request.offset() / BLOCK_BYTES;
    if (request.isWrite() || !isSequential.test(request)) {
      missing++;
      ask(block, request.offset() % BLOCK_BYTES, request, nowNanos);
      return;
    }
    if (held.remove(block)) {
      hits.addLast(hit(request, nowNanos));
    } else {
      boolean isOnItsWay = waiting.containsKey(block);
      waiting.computeIfAbsent(block, each -> new ArrayList<>()).add(request);
      missing++;
      if (!isOnItsWay) {
        aheadTo[diskOf(block)] = block + 1;
        askAhead(block, nowNanos);
      }
    }
    readAhead(block, nowNanos);
  }

  private Hit<R> hit(R request, long now) {
    long from = hits.isEmpty() ? now : StrictMath.max(now, hits.getLast().at());
    return new Hit<>(request, from + (long) (request.bytes() * COPY_NANOS_PER_BYTE));
  }

  private void readAhead(long block, long now) {
    int disk = diskOf(block);
    long ahead = StrictMath.floorMod(aheadTo[disk] - block, blocks); // the reader goes round
    if (ahead > half) {
      return;
    }
    for (int i = 0; i < half; i++) {
      long next = aheadTo[disk] < (disk + 1) * blocks ? aheadTo[disk] : disk * blocks;
      aheadTo[disk] = next + 1;
      waiting.putIfAbsent(next, new ArrayList<>());
      askAhead(next, now);
    }
  }

  private void askAhead(long block, long now) {
    int disk = diskOf(block);
    long offset = block % blocks * BLOCK_BYTES;
    disks.get(disk).submit(new Part<>(false, offset, BLOCK_BYTES, disk, null), now);
  }

  private void ask(long block, long within, R request, long now) {
    int disk = diskOf(block);
    long offset = block % blocks * BLOCK_BYTES + within;
    disks
        .get(disk)
        .submit(new Part<>(request.isWrite(), offset, request.bytes(), disk, request), now);
  }

  @Override
  public long nextEventNanos() {
    long next = hits.isEmpty() ? NEVER : hits.getFirst().at();
    for (Device<Part<R>> disk : disks) {
      next = StrictMath.min(next, disk.nextEventNanos());
    }
    return next;
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    for (long at = nextEventNanos(); at <= nowNanos; at = nextEventNanos()) {
      long now = at;
      while (!hits.isEmpty() && hits.getFirst().at() <= now) {
        done.completed(hits.removeFirst().request(), now);
      }
      for (Device<Part<R>> disk : disks) {
        if (disk.nextEventNanos() <= now) {
          disk.advance(now, (part, when) -> arrived(part, now, done));
        }
      }
    }
  }

  private void arrived(Part<R> part, long now, Sink<? super R> done) {
    R whole = part.whole();
    if (whole != null) {
      missing--;
      done.completed(whole, now);
      return;
    }
    long block = part.offset() / BLOCK_BYTES + part.disk() * blocks;
    List<R> readers = waiting.remove(block);
    if (readers == null || readers.isEmpty()) {
      held.add(block);
      return;
    }
    for (R reader : readers) {
      missing--;
      hits.addLast(hit(reader, now));
    }
  }

  @Override
  public int outstanding() {
    return hits.size() + missing;
  }
}
