package io.oasis.lab.subsystem;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;
import io.oasis.brick.device.Elevator.Run;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The anticipatory elevator, Linux' default from 2.6.0 to 2.6.17, as processes see it that do
 * nothing but read.
 *
 * <p>Law: one request is at the device; a read that begins where a waiting one ends becomes part of
 * it. Once in {@link #EXPIRES} the oldest request is served, if it has waited for so long. Else the
 * next one is the nearest above the end of the last one, or below it by {@link #MOST_BACK} at most,
 * which counts twice; or the lowest of all. Unless it is of the process that was served last, or
 * near, the device is kept idle for {@link #ANTICIPATE} in hope of that process's next one, if that
 * has none waiting and thinks for less.
 *
 * <p>Source: {@code drivers/block/as-iosched.c} of Linux 2.6.8. {@link AnticipatoryElevator} is
 * what it does with reads and writes, which here does not matter; there what processes do is told.
 */
public final class AnticipatoryReads<R extends DeviceRequest> implements Device<R> {
  /** {@code default_read_expire}, HZ / 8. */
  private static final long EXPIRES = 125_000_000;

  /** {@code default_antic_expire}, HZ / 150 in whole ticks of {@link #TICK}. */
  private static final long ANTICIPATE = 6_000_000;

  /** HZ is 1,000. */
  private static final long TICK = 1_000_000;

  /** {@code MAXBACK}: 1 Mi sectors. */
  private static final long MOST_BACK = 512L << 20;

  /** {@code BACK_PENALTY}. */
  private static final int BACK_PENALTY = 2;

  /** Near is what lies so far ahead, or half of that behind: 8,192 sectors, doubled each tick. */
  private static final long NEAR = 4L << 20;

  private final Device<Run<R>> device;
  private final int mostBytes;
  private final Function<R, Object> process;

  /** What waits, the oldest first, and since when. */
  private final LinkedHashMap<Run<R>, Long> since = new LinkedHashMap<>();

  private final TreeMap<Long, ArrayDeque<Run<R>>> byOffset = new TreeMap<>();
  private final Map<Object, ProcessHistory> histories = new HashMap<>();
  private long looked;
  private int outstanding;
  private long position;
  private @Nullable Object last;
  private long completedAt;
  private boolean anticipates;
  private boolean anticipated;

  /**
   * @param mostBytes of what is sent at once
   * @param process whose a read is
   */
  public AnticipatoryReads(Device<Run<R>> device, int mostBytes, Function<R, Object> process) {
    this.device = device;
    this.mostBytes = mostBytes;
    this.process = process;
  }

  @Override
  public void submit(R read, long nowNanos) {
    if (read.isWrite()) {
      throw new IllegalArgumentException("a write at " + read.offset() + ": must be a read");
    }
    outstanding++;
    for (Run<R> run : since.keySet()) {
      if (isFollowedBy(run, read)) {
        run.add(read);
        return;
      }
    }
    Run<R> run = new Run<>();
    run.add(read);
    history(process(run)).issued(read.offset(), read.bytes(), nowNanos);
    since.put(run, nowNanos);
    byOffset.computeIfAbsent(run.offset(), _ -> new ArrayDeque<>()).addLast(run);
    if (anticipates && mayGo(run, nowNanos)) {
      stopAnticipating();
    }
    send(nowNanos);
  }

  private boolean isFollowedBy(Run<R> run, R read) {
    return run.offset() + run.bytes() == read.offset() && run.bytes() + read.bytes() <= mostBytes;
  }

  private Object process(Run<R> run) {
    return process.apply(run.parts().getFirst());
  }

  private ProcessHistory history(Object of) {
    return histories.computeIfAbsent(of, _ -> new ProcessHistory());
  }

  private void stopAnticipating() {
    anticipates = false;
    anticipated = true;
  }

  private void send(long now) {
    if (device.outstanding() > 0 || since.isEmpty()) {
      return;
    }
    if (anticipates && now < completedAt + ANTICIPATE) {
      return;
    }
    if (anticipates) {
      stopAnticipating();
    }
    Run<R> run = expired(now);
    if (run == null) {
      run = nearest();
      if (!anticipated && !mayGo(run, now)) {
        anticipates = true;
        return;
      }
    }
    send(run, now);
  }

  private @Nullable Run<R> expired(long now) {
    if (now - looked < EXPIRES) {
      return null;
    }
    looked = now;
    Map.Entry<Run<R>, Long> oldest = since.firstEntry();
    return now - oldest.getValue() > EXPIRES ? oldest.getKey() : null;
  }

  private Run<R> nearest() {
    Map.Entry<Long, ArrayDeque<Run<R>>> above = byOffset.ceilingEntry(position);
    Map.Entry<Long, ArrayDeque<Run<R>>> below = byOffset.lowerEntry(position);
    long back = below == null ? Long.MAX_VALUE : position - below.getKey();
    if (below != null
        && back <= MOST_BACK
        && (above == null || back * BACK_PENALTY < above.getKey() - position)) {
      return below.getValue().getFirst();
    }
    return (above == null ? byOffset.firstEntry() : above).getValue().getFirst();
  }

  private boolean mayGo(Run<R> next, long now) {
    if (last == null || last.equals(process(next))) {
      return true;
    }
    ProcessHistory history = history(last);
    return now - completedAt >= ANTICIPATE
        || history.hasWaiting()
        || isNear(next, history, now)
        || history.thinkNanos() > ANTICIPATE;
  }

  /** Also when it is nearer than that process's next one is likely to be. */
  private boolean isNear(Run<R> next, ProcessHistory history, long now) {
    long ahead = next.offset() - position;
    long near = NEAR << (anticipates ? (now - completedAt) / TICK : 0);
    return ahead <= near && -ahead <= near / 2 || StrictMath.abs(ahead) < history.seekBytes();
  }

  private void send(Run<R> run, long now) {
    anticipates = false;
    anticipated = false;
    last = process(run);
    position = run.offset() + run.bytes();
    since.remove(run);
    byOffset.computeIfPresent(
        run.offset(), (_, same) -> same.remove(run) && same.isEmpty() ? null : same);
    history(process(run)).sent();
    device.submit(run, now);
  }

  @Override
  public long nextEventNanos() {
    long next = device.nextEventNanos();
    return anticipates ? StrictMath.min(next, completedAt + ANTICIPATE) : next;
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    for (long at = nextEventNanos(); at <= nowNanos; at = nextEventNanos()) {
      long now = at;
      List<Run<R>> finished = new ArrayList<>();
      device.advance(now, (run, _) -> finished.add(run));
      for (Run<R> run : finished) {
        outstanding -= run.parts().size();
        completedAt = now;
        history(process(run)).completed(now);
        run.parts().forEach(part -> done.completed(part, now));
      }
      send(now);
    }
  }

  @Override
  public int outstanding() {
    return outstanding;
  }
}
