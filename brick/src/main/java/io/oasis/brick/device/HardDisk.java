package io.oasis.brick.device;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hard disk: one arm, platters that turn, a read buffer.
 *
 * <p>Law: a request that is not in the buffer takes overhead + seek + the wait until its first
 * sector comes under the head + its sectors at the speed of their zone, track switches included.
 * The platter's angle is a function of time alone, so waits are not drawn at random. With a queue
 * depth above 1 the disk picks the waiting request that its head reaches first.
 */
public final class HardDisk<R extends DeviceRequest> implements Device<R> {
  private static final double NANOS_PER_MILLI = 1e6;

  private final DiskParameters disk;
  private final DiskGeometry geometry;
  private final SeekCurve seeks;
  private final ReadAhead buffer;
  private final List<R> waiting = new ArrayList<>();
  private @Nullable R current;
  private long doneAt = NEVER;
  private long head;

  public HardDisk(DiskParameters disk) {
    this.disk = disk;
    geometry = new DiskGeometry(disk);
    seeks = new SeekCurve(disk, geometry.cylinders());
    buffer = new ReadAhead(geometry, disk);
  }

  /** Bytes that can be addressed. */
  public long capacityBytes() {
    return geometry.sectors() * DiskGeometry.SECTOR_BYTES;
  }

  @Override
  public void submit(R request, long nowNanos) {
    waiting.add(request);
    if (current == null) {
      begin(nowNanos, false);
    }
  }

  @Override
  public long nextEventNanos() {
    return doneAt;
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    while (current != null && doneAt <= nowNanos) {
      R finished = current;
      long at = doneAt;
      current = null;
      doneAt = NEVER;
      if (!waiting.isEmpty()) {
        begin(at, true);
      }
      done.completed(finished, at);
    }
  }

  @Override
  public int outstanding() {
    return waiting.size() + (current == null ? 0 : 1);
  }

  private void begin(long now, boolean wasQueued) {
    int candidates = StrictMath.min(disk.electronics().queueDepth(), waiting.size());
    int best = 0;
    if (candidates > 1) {
      double least = Double.MAX_VALUE;
      for (int i = 0; i < candidates; i++) {
        double millis = positioningMillis(waiting.get(i), now);
        if (millis < least) {
          least = millis;
          best = i;
        }
      }
    }
    R request = waiting.remove(best);
    current = request;
    boolean hidden = wasQueued && disk.electronics().queueDepth() > 1;
    doneAt = serve(request, now, hidden ? 0 : (long) (disk.electronics().overheadMicros() * 1_000));
  }

  private static long first(DeviceRequest request) {
    return request.offset() / DiskGeometry.SECTOR_BYTES;
  }

  private static long afterLast(DeviceRequest request) {
    return (request.offset() + request.bytes() + DiskGeometry.SECTOR_BYTES - 1)
        / DiskGeometry.SECTOR_BYTES;
  }

  private long serve(R request, long now, long overheadNanos) {
    long from = first(request);
    long to = StrictMath.min(afterLast(request), geometry.sectors());
    if (!request.isWrite()) {
      long ready = buffer.readyAt(from, to, now);
      if (ready != NEVER) {
        head = to - 1;
        return StrictMath.max(ready, now + (long) (disk.electronics().hitOverheadMicros() * 1_000))
            + busNanos(request);
      }
    }
    long at = buffer.stop(now);
    if (at >= 0) {
      head = StrictMath.min(at, geometry.sectors() - 1);
    }
    long start = now + overheadNanos;
    double millis = positioningMillis(request, start) + geometry.streamMillis(from, to);
    long end = start + (long) (millis * NANOS_PER_MILLI);
    head = to - 1;
    if (request.isWrite()) {
      buffer.invalidate(from, to);
    } else {
      buffer.begin(from, to, end);
    }
    return end;
  }

  private long busNanos(R request) {
    return (long) (request.bytes() / disk.electronics().busBytesPerSecond() * 1e9);
  }

  /** How long the head needs from where it is until the request's first sector is under it. */
  public double positioningMillis(R request, long now) {
    DiskGeometry.Place from = geometry.place(head);
    DiskGeometry.Place to = geometry.place(first(request));
    int distance = StrictMath.abs(to.cylinder() - from.cylinder());
    double move = distance > 0 ? seeks.millis(distance) : 0;
    if (distance == 0 && to.head() != from.head()) {
      move = disk.arm().headSwitchMillis();
    }
    if (request.isWrite() && move > 0) {
      move += disk.arm().writeSettleMillis();
    }
    double turns = (now / NANOS_PER_MILLI + move) / disk.rotationMillis();
    return move + DiskGeometry.fraction(to.angle() - turns) * disk.rotationMillis();
  }
}
