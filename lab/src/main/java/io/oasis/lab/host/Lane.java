package io.oasis.lab.host;

import io.oasis.lab.sim.Alarm;
import io.oasis.lab.sim.Timeline;
import java.util.ArrayDeque;
import java.util.function.Consumer;

/**
 * One direction of one queue behind a limit.
 *
 * <p>{@link Pace#SLICED} is the kernel's throttle: time is cut in slices of 100 ms that begin with
 * the first I/O; within the slices begun so far as much may pass as the limit allows in them, so
 * I/O is let go in a burst at the beginning of a slice, and what a slice did not use is lost. So is
 * the fraction of an operation that a limit in operations leaves in a slice, but no byte. {@link
 * Pace#EVEN} is a scheduler in an array: the next I/O passes when its predecessor's cost is paid.
 */
final class Lane {
  /** How I/O is let go. */
  enum Pace {
    SLICED,
    EVEN
  }

  /** {@code throtl_slice} of rotating disks. */
  private static final long SLICE = 100 * Timeline.MILLI;

  private final Timeline time;
  private final Pace pace;
  private final Consumer<Io> next;
  private final ArrayDeque<Io> held = new ArrayDeque<>();
  private double iops;
  private double bytesPerSecond;
  private long sliceStart;

  /** An I/O that comes alone and later than this begins a new slice. */
  private long sliceEnd;

  private double operationsInSlice;
  private double bytesInSlice;
  private long paidUntil;
  private final Alarm alarm;

  Lane(Timeline time, Pace pace, Consumer<Io> next) {
    this.time = time;
    this.pace = pace;
    this.next = next;
    this.alarm = new Alarm(time, this::release);
  }

  /** Sets the limits; 0 for none. */
  void limit(double newIops, double newBytesPerSecond) {
    boolean wasFree = iops == 0 && bytesPerSecond == 0;
    iops = pace == Pace.SLICED ? wholeInSlices(newIops) : newIops;
    bytesPerSecond = newBytesPerSecond;
    if (wasFree) {
      sliceStart = time.now();
      operationsInSlice = 0;
      bytesInSlice = 0;
      paidUntil = time.now();
    }
    alarm.set(Alarm.NEVER);
    release();
  }

  private static double wholeInSlices(double iops) {
    double slices = Timeline.SECOND / (double) SLICE;
    return iops < slices ? iops : slices * StrictMath.floor(iops / slices);
  }

  int held() {
    return held.size();
  }

  void submit(Io io) {
    held.addLast(io);
    if (held.size() == 1) {
      release();
    }
  }

  private void release() {
    while (!held.isEmpty()) {
      long wait = waitNanos(held.getFirst());
      if (wait > 0) {
        alarm.setAtLatest(time.now() + wait);
        return;
      }
      Io io = held.removeFirst();
      charge(io);
      next.accept(io);
    }
  }

  private long waitNanos(Io io) {
    if (iops == 0 && bytesPerSecond == 0) {
      return 0;
    }
    return switch (pace) {
      case EVEN -> paidUntil - time.now();
      case SLICED -> slicedWait(io);
    };
  }

  private long slicedWait(Io io) {
    long now = time.now();
    boolean isAlone = held.size() <= 1;
    if (isAlone && now >= sliceEnd) {
      sliceStart = now;
      operationsInSlice = 0;
      bytesInSlice = 0;
    }
    long elapsed = now - sliceStart;
    double begun = (elapsed / SLICE + 1) * (SLICE / (double) Timeline.SECOND);
    boolean operationsFit = iops == 0 || operationsInSlice + 1 <= iops * begun + 1e-9;
    boolean bytesFit = bytesPerSecond == 0 || bytesInSlice + io.bytes() <= bytesPerSecond * begun;
    if (operationsFit && bytesFit) {
      return 0;
    }
    return SLICE - elapsed % SLICE;
  }

  /**
   * Takes off what the slices that are over allowed, all but the last one: what they did not use is
   * lost, and what that one did not use is not. Where there is no limit everything is allowed, and
   * nothing is left to pay for when one is set.
   */
  private void trim(long now) {
    long over = (now - sliceStart) / SLICE - 1;
    if (over <= 0) {
      return;
    }
    double seconds = over * (SLICE / (double) Timeline.SECOND);
    sliceStart += over * SLICE;
    operationsInSlice = left(operationsInSlice, iops, seconds);
    bytesInSlice = left(bytesInSlice, bytesPerSecond, seconds);
  }

  private static double left(double used, double limit, double seconds) {
    return limit > 0 ? StrictMath.max(0, used - limit * seconds) : 0;
  }

  private void charge(Io io) {
    if (iops == 0 && bytesPerSecond == 0) {
      return;
    }
    switch (pace) {
      case EVEN -> {
        double seconds = iops > 0 ? 1 / iops : 0;
        if (bytesPerSecond > 0) {
          seconds = StrictMath.max(seconds, io.bytes() / bytesPerSecond);
        }
        paidUntil = StrictMath.max(paidUntil, time.now()) + (long) (seconds * Timeline.SECOND);
      }
      case SLICED -> {
        operationsInSlice++;
        bytesInSlice += io.bytes();
        sliceEnd = time.now() + SLICE;
        trim(time.now());
      }
    }
  }
}
