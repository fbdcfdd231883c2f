package io.oasis.lab.subsystem;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * The anticipatory elevator, Linux' default from 2.6.0 to 2.6.17: reads and writes go by turns.
 *
 * <p>Law: one request is at the device. A batch of reads lasts while there are any and, when writes
 * wait, {@link #READ_BATCH} at most; a batch of writes lasts while there are any and, when reads
 * wait, {@link #WRITE_BATCH} at most. After a read the device is kept idle for {@link #ANTICIPATE}
 * in hope of the next one before writes get their turn. Within a batch the next request is the
 * lowest address at or above the end of the last one, or the lowest of all; but once in {@link
 * #READ_EXPIRES} or {@link #WRITE_EXPIRES} it is the oldest, if that has waited for so long.
 *
 * <p>Source: {@code drivers/block/as-iosched.c} of Linux 2.6.8. What that learns about the pauses
 * of each process this is told.
 */
final class AnticipatoryElevator<R extends DeviceRequest> implements Device<R> {
  /** {@code default_read_batch_expire}, HZ / 2. */
  private static final long READ_BATCH = 500_000_000;

  /** {@code default_write_batch_expire}, HZ / 8. */
  private static final long WRITE_BATCH = 125_000_000;

  /** {@code default_antic_expire}, HZ / 150. */
  private static final long ANTICIPATE = 6_666_667;

  /** {@code default_read_expire}, HZ / 8. */
  private static final long READ_EXPIRES = 125_000_000;

  /** {@code default_write_expire}, HZ / 4. */
  private static final long WRITE_EXPIRES = 250_000_000;

  private record Key(long offset, long number) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byOffset = Long.compare(offset, other.offset);
      return byOffset != 0 ? byOffset : Long.compare(number, other.number);
    }
  }

  /** Requests of one direction, by address and by age. */
  private static final class Waiting<R extends DeviceRequest> {
    private record Since<R>(R request, Key key, long nanos) {}

    private final long expires;
    private final TreeMap<Key, R> sorted = new TreeMap<>();
    private final ArrayDeque<Since<R>> byAge = new ArrayDeque<>();
    private long looked;

    private Waiting(long expires) {
      this.expires = expires;
    }

    private void add(Key key, R request, long now) {
      sorted.put(key, request);
      byAge.addLast(new Since<>(request, key, now));
    }

    private boolean isEmpty() {
      return sorted.isEmpty();
    }

    private R next(long position, long now) {
      while (!byAge.isEmpty() && !sorted.containsKey(byAge.getFirst().key())) {
        byAge.removeFirst();
      }
      if (now - looked >= expires) {
        looked = now;
        if (now - byAge.getFirst().nanos() >= expires) {
          Since<R> oldest = byAge.removeFirst();
          sorted.remove(oldest.key());
          return oldest.request();
        }
      }
      Map.Entry<Key, R> above = sorted.ceilingEntry(new Key(position, 0));
      Map.Entry<Key, R> next = above == null ? sorted.firstEntry() : above;
      sorted.remove(next.getKey());
      return next.getValue();
    }
  }

  private final Device<R> device;
  private final Predicate<R> hasNext;
  private final Waiting<R> reads = new Waiting<>(READ_EXPIRES);
  private final Waiting<R> writes = new Waiting<>(WRITE_EXPIRES);
  private long numbers;
  private long position;
  private boolean writing;
  private long batchEnds;
  private long anticipatesUntil;
  private long wakeAt = NEVER;

  /**
   * @param hasNext whether another read follows soon, so that it pays to wait for it
   */
  AnticipatoryElevator(Device<R> device, Predicate<R> hasNext) {
    this.device = device;
    this.hasNext = hasNext;
  }

  @Override
  public void submit(R request, long nowNanos) {
    (request.isWrite() ? writes : reads)
        .add(new Key(request.offset(), numbers++), request, nowNanos);
    send(nowNanos);
  }

  private void send(long now) {
    wakeAt = NEVER;
    if (device.outstanding() > 0 || reads.isEmpty() && writes.isEmpty()) {
      return;
    }
    if (!writing && reads.isEmpty() && now < anticipatesUntil) {
      wakeAt = anticipatesUntil;
      return;
    }
    Waiting<R> ours = writing ? writes : reads;
    Waiting<R> theirs = writing ? reads : writes;
    if (ours.isEmpty() || !theirs.isEmpty() && now >= batchEnds) {
      writing = !writing;
      batchEnds = now + (writing ? WRITE_BATCH : READ_BATCH);
      ours = theirs;
    } else if (theirs.isEmpty() && now >= batchEnds) {
      batchEnds = now + (writing ? WRITE_BATCH : READ_BATCH);
    }
    R request = ours.next(position, now);
    position = request.offset() + request.bytes();
    device.submit(request, now);
  }

  @Override
  public long nextEventNanos() {
    return StrictMath.min(wakeAt, device.nextEventNanos());
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    for (long at = nextEventNanos(); at <= nowNanos; at = nextEventNanos()) {
      List<R> finished = new ArrayList<>();
      device.advance(at, (request, when) -> finished.add(request));
      for (R request : finished) {
        anticipatesUntil = !request.isWrite() && hasNext.test(request) ? at + ANTICIPATE : at;
        done.completed(request, at);
      }
      send(at);
    }
  }

  @Override
  public int outstanding() {
    return reads.sorted.size() + writes.sorted.size() + device.outstanding();
  }
}
