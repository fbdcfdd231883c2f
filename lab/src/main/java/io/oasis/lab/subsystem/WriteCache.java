package io.oasis.lab.subsystem;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;
import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.random.RandomGenerator;

/**
 * What a storage cache does with writes to one disk: it keeps them and writes them back.
 *
 * <p>Law: a write of a page is done after a copy when the page is dirty already or a frame is free.
 * A cleaner writes dirty pages back in the order of their addresses, round and round, one at a
 * time, while more than a tenth of the frames is taken. Where no frame is free whoever writes
 * writes a page back himself and waits for it, as PostgreSQL's processes did before version 8.0 had
 * a background writer. A read of a dirty page takes a copy, any other goes to the disk.
 */
final class WriteCache<R extends DeviceRequest> implements Device<Part<R>> {
  /** {@code dirty_background_ratio} of Linux 2.6.8: 10 %. */
  private static final double CLEAN_ABOVE = 0.1;

  private record Copied<R extends DeviceRequest>(Part<R> part, long at) {}

  private final Device<Part<R>> below;
  private final int pageBytes;
  private final int frames;
  private final TreeSet<Long> dirty = new TreeSet<>();
  private final Set<Part<R>> writingBack = new HashSet<>();
  private final ArrayDeque<Part<R>> withoutFrame = new ArrayDeque<>();
  private final ArrayDeque<Copied<R>> copied = new ArrayDeque<>();
  private long position;

  WriteCache(Device<Part<R>> below, int pageBytes, int frames) {
    this.below = below;
    this.pageBytes = pageBytes;
    this.frames = frames;
  }

  /** Takes all frames with pages somewhere, as after a long time of many writes. */
  void fill(long pages, RandomGenerator random) {
    while (dirty.size() < frames) {
      dirty.add(random.nextLong(pages) * pageBytes);
    }
  }

  @Override
  public void submit(Part<R> part, long nowNanos) {
    long page = part.offset() / pageBytes * pageBytes;
    if (dirty.contains(page)) {
      copy(part, nowNanos);
    } else if (!part.isWrite()) {
      below.submit(part, nowNanos);
    } else if (dirty.size() + writingBack.size() < frames) {
      dirty.add(page);
      copy(part, nowNanos);
    } else {
      withoutFrame.addLast(part);
      writeBack(nowNanos);
    }
    clean(nowNanos);
  }

  private void copy(Part<R> part, long now) {
    copied.addLast(
        new Copied<>(part, now + (long) (part.bytes() * StorageSubsystem.COPY_NANOS_PER_BYTE)));
  }

  private void clean(long now) {
    if (below.outstanding() == 0 && dirty.size() > CLEAN_ABOVE * frames) {
      writeBack(now);
    }
  }

  private boolean writeBack(long now) {
    Long above = dirty.ceiling(position);
    if (dirty.isEmpty()) {
      return false;
    }
    long page = above == null ? dirty.first() : above;
    dirty.remove(page);
    position = page + pageBytes;
    Part<R> part = new Part<>(true, page, pageBytes, 0, null);
    writingBack.add(part);
    below.submit(part, now);
    return true;
  }

  @Override
  public long nextEventNanos() {
    long next = below.nextEventNanos();
    return copied.isEmpty() ? next : StrictMath.min(next, copied.getFirst().at());
  }

  @Override
  public void advance(long nowNanos, Sink<? super Part<R>> done) {
    for (long at = nextEventNanos(); at <= nowNanos; at = nextEventNanos()) {
      long now = at;
      while (!copied.isEmpty() && copied.getFirst().at() <= now) {
        done.completed(copied.removeFirst().part(), now);
      }
      below.advance(
          now,
          (part, when) -> {
            if (writingBack.remove(part)) {
              isFree(now);
            } else {
              done.completed(part, now);
            }
          });
      clean(now);
    }
  }

  private void isFree(long now) {
    Part<R> next = withoutFrame.pollFirst();
    if (next != null) {
      dirty.add(next.offset() / pageBytes * pageBytes);
      copy(next, now);
    }
  }

  @Override
  public int outstanding() {
    return copied.size() + below.outstanding() + withoutFrame.size();
  }
}
