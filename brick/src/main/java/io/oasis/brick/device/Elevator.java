package io.oasis.brick.device;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A one-way elevator over a device, as a host's block layer has it: requests are sent in the order
 * of their addresses, from where the last one ended, round and round; neighbours that touch are
 * merged into one.
 *
 * <p>Law: at most {@code depth} requests are at the device; among those that wait the next one is
 * the lowest address at or above the end of the last one sent, or the lowest of all.
 */
public final class Elevator<R extends DeviceRequest> implements Device<R> {
  /** What is sent at once: requests that touch. */
  public static final class Run<R extends DeviceRequest> implements DeviceRequest {
    private final List<R> parts = new ArrayList<>();
    private int bytes;

    /** Takes what begins where it ends. */
    public void add(R part) {
      parts.add(part);
      bytes += part.bytes();
    }

    public List<R> parts() {
      return Collections.unmodifiableList(parts);
    }

    @Override
    public boolean isWrite() {
      return parts.getFirst().isWrite();
    }

    @Override
    public long offset() {
      return parts.getFirst().offset();
    }

    @Override
    public int bytes() {
      return bytes;
    }
  }

  /** Where a waiting request stands in the order; the number parts equal addresses. */
  private record Key(long offset, long number) implements Comparable<Key> {
    @Override
    public int compareTo(Key other) {
      int byOffset = Long.compare(offset, other.offset);
      return byOffset != 0 ? byOffset : Long.compare(number, other.number);
    }
  }

  private final Device<Run<R>> device;
  private final int depth;
  private final int mostBytes;
  private final TreeMap<Key, R> waiting = new TreeMap<>();
  private long numbers;
  private long position;
  private int atDevice;

  /**
   * @param depth requests at the device at a time
   * @param mostBytes of a merged request
   */
  public Elevator(Device<Run<R>> device, int depth, int mostBytes) {
    if (depth < 1 || mostBytes < DiskGeometry.SECTOR_BYTES) {
      throw new IllegalArgumentException(
          "depth = " + depth + ", mostBytes = " + mostBytes + ": must be at least 1 and 512");
    }

    this.device = device;
    this.depth = depth;
    this.mostBytes = mostBytes;
  }

  @Override
  public void submit(R request, long nowNanos) {
    waiting.put(new Key(request.offset(), numbers++), request);
    send(nowNanos);
  }

  private void send(long now) {
    while (device.outstanding() < depth && !waiting.isEmpty()) {
      Run<R> run = new Run<>();
      Key from = waiting.ceilingKey(new Key(position, 0));
      take(run, from == null ? waiting.firstKey() : from);
      while (run.bytes < mostBytes) {
        Key next = touching(run);
        if (next == null) {
          break;
        }
        take(run, next);
      }
      position = run.offset() + run.bytes();
      atDevice += run.parts.size();
      device.submit(run, now);
    }
  }

  private @Nullable Key touching(Run<R> run) {
    Key next = waiting.ceilingKey(new Key(run.offset() + run.bytes, 0));
    if (next == null || next.offset() != run.offset() + run.bytes) {
      return null;
    }
    R request = waiting.get(next);
    return request != null && request.isWrite() == run.isWrite() ? next : null;
  }

  private void take(Run<R> run, Key key) {
    R request = waiting.remove(key);
    if (request != null) {
      run.add(request);
    }
  }

  @Override
  public long nextEventNanos() {
    return device.nextEventNanos();
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    while (device.nextEventNanos() <= nowNanos) {
      long at = device.nextEventNanos();
      List<Run<R>> finished = new ArrayList<>();
      device.advance(at, (run, when) -> finished.add(run));
      finished.forEach(run -> atDevice -= run.parts.size());
      send(at);
      for (Run<R> run : finished) {
        run.parts.forEach(part -> done.completed(part, at));
      }
    }
  }

  @Override
  public int outstanding() {
    return waiting.size() + atDevice;
  }
}
