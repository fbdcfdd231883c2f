package io.oasis.brick.device;

import io.oasis.protocol.Check;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A solid-state disk: units that work side by side, reads faster than writes, and garbage
 * collection that holds a unit up after so many pages were written to it.
 *
 * <p>Law: page p belongs to unit {@code p mod units}, which serves its pages in order of arrival; a
 * read takes {@code readMicros}, a write {@code writeMicros}; after every {@code pagesPerBlock}
 * written pages a unit moves the valid part of a block and erases it, {@code valid x pagesPerBlock
 * x (read + write) + erase}, before it serves anything else. A request completes with its last
 * page.
 */
public final class SolidState<R extends DeviceRequest> implements Device<R> {
  /**
   * @param validPart of a block that garbage collection has to move, 0 to 1
   */
  public record Parameters(
      String name, long capacityBytes, Layout layout, Times times, double validPart) {
    /**
     * @param units that work at the same time (channels times dies)
     */
    public record Layout(int units, int pageBytes, int pagesPerBlock) {}

    /** What it takes to read or write a page, and to erase a block. */
    public record Times(double readMicros, double writeMicros, double eraseMicros) {}

    public Parameters {
      int units = layout.units;
      int pageBytes = layout.pageBytes;
      int pagesPerBlock = layout.pagesPerBlock;
      if (units < 1 || pageBytes < 512 || pagesPerBlock < 1) {
        throw new IllegalArgumentException(
            "units = %d, pageBytes = %d, pagesPerBlock = %d: must be at least 1, 512 and 1"
                .formatted(units, pageBytes, pagesPerBlock));
      }
      Check.require(
          validPart >= 0 && validPart < 1, "validPart", validPart, "at least 0 and under 1");
    }

    /** Time that one garbage collection holds a unit up. */
    public double collectionMicros() {
      return validPart * layout.pagesPerBlock * (times.readMicros + times.writeMicros)
          + times.eraseMicros;
    }
  }

  private static final class Pending<R> {
    final R request;
    int pagesLeft;

    Pending(R request, int pagesLeft) {
      this.request = request;
      this.pagesLeft = pagesLeft;
    }
  }

  private static final class Unit<R> {
    final ArrayDeque<Pending<R>> queue = new ArrayDeque<>();
    @Nullable Pending<R> current;
    long doneAt = NEVER;
    long freeAt;
    int written;
  }

  private final Parameters parameters;
  private final List<Unit<R>> units = new ArrayList<>();
  private int outstanding;

  public SolidState(Parameters parameters) {
    this.parameters = parameters;
    for (int i = 0; i < parameters.layout().units(); i++) {
      units.add(new Unit<>());
    }
  }

  @Override
  public void submit(R request, long nowNanos) {
    outstanding++;
    long first = request.offset() / parameters.layout().pageBytes();
    long last = (request.offset() + request.bytes() - 1) / parameters.layout().pageBytes();
    Pending<R> pending = new Pending<>(request, (int) (last - first + 1));
    for (long page = first; page <= last; page++) {
      Unit<R> unit = units.get((int) (page % parameters.layout().units()));
      unit.queue.addLast(pending);
      if (unit.current == null) {
        begin(unit, nowNanos);
      }
    }
  }

  private void begin(Unit<R> unit, long now) {
    Pending<R> next = unit.queue.pollFirst();
    unit.current = next;
    if (next == null) {
      unit.doneAt = NEVER;
      return;
    }
    boolean write = ((DeviceRequest) next.request).isWrite();
    double micros = write ? parameters.times().writeMicros() : parameters.times().readMicros();
    unit.doneAt = StrictMath.max(now, unit.freeAt) + (long) (micros * 1_000);
    unit.freeAt = unit.doneAt;
    if (write && ++unit.written % parameters.layout().pagesPerBlock() == 0) {
      unit.freeAt += (long) (parameters.collectionMicros() * 1_000);
    }
  }

  @Override
  public long nextEventNanos() {
    long next = NEVER;
    for (Unit<R> unit : units) {
      next = StrictMath.min(next, unit.doneAt);
    }
    return next;
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    for (long at = nextEventNanos(); at <= nowNanos; at = nextEventNanos()) {
      for (Unit<R> unit : units) {
        Pending<R> page = unit.current;
        if (unit.doneAt == at && page != null) {
          begin(unit, at);
          if (--page.pagesLeft == 0) {
            outstanding--;
            done.completed(page.request, at);
          }
        }
      }
    }
  }

  @Override
  public int outstanding() {
    return outstanding;
  }
}
