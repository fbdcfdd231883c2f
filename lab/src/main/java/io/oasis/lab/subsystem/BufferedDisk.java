package io.oasis.lab.subsystem;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;
import io.oasis.brick.device.DiskParameters;
import io.oasis.brick.device.HardDisk;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A hard disk whose buffer takes writes too.
 *
 * <p>Law: a write is done when it is in the buffer, which has one place for each of its segments;
 * when all are taken it waits for one. What is in the buffer goes to the platters, whatever the
 * head reaches first, when no command came for {@link #IDLE} or when a write waits for its place.
 */
final class BufferedDisk<R extends DeviceRequest> implements Device<R> {
  /** A host's next command comes within this time if it has one: class. */
  private static final long IDLE = 1_000_000;

  /** A write on its way to the platters, or a read that somebody waits for. */
  private record Work<R>(boolean isWrite, long offset, int bytes, @Nullable R read)
      implements DeviceRequest {}

  private record Taken<R>(R request, long at) {}

  private final HardDisk<Work<R>> disk;
  private final DiskParameters parameters;
  private final List<Work<R>> dirty = new ArrayList<>();
  private final ArrayDeque<R> withoutPlace = new ArrayDeque<>();
  private final ArrayDeque<R> reads = new ArrayDeque<>();
  private final ArrayDeque<Taken<R>> taken = new ArrayDeque<>();
  private boolean writesBack;
  private long idleAt = NEVER;

  BufferedDisk(DiskParameters parameters) {
    this.parameters = parameters;
    disk = new HardDisk<>(parameters);
  }

  @Override
  public void submit(R request, long nowNanos) {
    idleAt = NEVER;
    if (!request.isWrite()) {
      reads.addLast(request);
    } else if (placesTaken() < parameters.electronics().segments()) {
      take(request, nowNanos);
    } else {
      withoutPlace.addLast(request);
    }
    begin(nowNanos, false);
  }

  /** A segment is free again when what was in it is on the platters. */
  private int placesTaken() {
    return dirty.size() + (writesBack ? 1 : 0);
  }

  private void take(R write, long now) {
    DiskParameters.Electronics electronics = parameters.electronics();
    double bus = write.bytes() / electronics.busBytesPerSecond() * 1e9;
    long at = now + (long) (electronics.overheadMicros() * 1e3 + bus);
    dirty.add(new Work<>(true, write.offset(), write.bytes(), null));
    taken.addLast(new Taken<>(write, StrictMath.max(at, taken.isEmpty() ? at : lastTaken())));
  }

  private long lastTaken() {
    return taken.getLast().at();
  }

  private void begin(long now, boolean isIdle) {
    if (disk.outstanding() > 0) {
      return;
    }
    R read = reads.pollFirst();
    if (read != null) {
      disk.submit(new Work<>(false, read.offset(), read.bytes(), read), now);
    } else if (!dirty.isEmpty() && (isIdle || !withoutPlace.isEmpty())) {
      writesBack = true;
      disk.submit(takeNearest(now), now);
    } else if (!dirty.isEmpty()) {
      idleAt = now + IDLE;
    }
  }

  private Work<R> takeNearest(long now) {
    long start = now + (long) (parameters.electronics().overheadMicros() * 1e3);
    int best = 0;
    double least = Double.MAX_VALUE;
    for (int i = 0; i < dirty.size(); i++) {
      double millis = disk.positioningMillis(dirty.get(i), start);
      if (millis < least) {
        least = millis;
        best = i;
      }
    }
    return dirty.remove(best);
  }

  @Override
  public long nextEventNanos() {
    long next = StrictMath.min(idleAt, disk.nextEventNanos());
    return taken.isEmpty() ? next : StrictMath.min(next, taken.getFirst().at());
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    for (long at = nextEventNanos(); at <= nowNanos; at = nextEventNanos()) {
      long now = at;
      boolean isIdle = idleAt <= now || writesBack;
      idleAt = idleAt <= now ? NEVER : idleAt;
      while (!taken.isEmpty() && taken.getFirst().at() <= now) {
        done.completed(taken.removeFirst().request(), now);
      }
      List<R> finished = new ArrayList<>();
      disk.advance(
          now,
          (work, when) -> {
            writesBack &= !work.isWrite();
            if (work.read() != null) {
              finished.add(work.read());
            }
          });
      finished.forEach(read -> done.completed(read, now));
      while (!withoutPlace.isEmpty() && placesTaken() < parameters.electronics().segments()) {
        take(withoutPlace.removeFirst(), now);
      }
      begin(now, isIdle);
    }
  }

  @Override
  public int outstanding() {
    return reads.size() + withoutPlace.size() + taken.size() + readsAtDisk();
  }

  private int readsAtDisk() {
    return disk.outstanding() > 0 && !writesBack ? 1 : 0;
  }
}
