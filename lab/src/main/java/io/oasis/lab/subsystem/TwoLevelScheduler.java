package io.oasis.lab.subsystem;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * A scheduler of two levels, as OASIS has one from Cello (section 4.1): a queue for each
 * application above, which share what the disk does by their allocations, and an elevator below.
 *
 * <p>Law: at most {@code depth} requests are below. The next one is the oldest of the application
 * that had least by its allocation so far; who had nothing to do saves nothing up.
 */
public final class TwoLevelScheduler<R extends DeviceRequest> implements Device<R> {
  /** What waits of one application, and how much it had, by its allocation. */
  private static final class Queue<R> {
    private final ArrayDeque<R> waiting = new ArrayDeque<>();
    private double had;
  }

  private final Device<R> below;
  private final int depth;
  private final Function<R, Object> application;
  private final ToDoubleFunction<R> allocation;
  private final Map<Object, Queue<R>> queues = new LinkedHashMap<>();
  private double served;

  /**
   * @param depth requests below at a time
   * @param application whose a request is
   * @param allocation of whoever asks, above 0; only how they compare counts
   */
  public TwoLevelScheduler(
      Device<R> below, int depth, Function<R, Object> application, ToDoubleFunction<R> allocation) {
    this.below = below;
    this.depth = depth;
    this.application = application;
    this.allocation = allocation;
  }

  @Override
  public void submit(R request, long nowNanos) {
    Queue<R> queue = queues.computeIfAbsent(application.apply(request), _ -> new Queue<>());
    if (queue.waiting.isEmpty()) {
      queue.had = StrictMath.max(queue.had, served);
    }
    queue.waiting.addLast(request);
    send(nowNanos);
  }

  private void send(long now) {
    while (below.outstanding() < depth) {
      Queue<R> next = null;
      for (Queue<R> queue : queues.values()) {
        if (!queue.waiting.isEmpty() && (next == null || queue.had < next.had)) {
          next = queue;
        }
      }
      if (next == null) {
        return;
      }
      R request = next.waiting.removeFirst();
      served = next.had;
      next.had += 1 / allocation.applyAsDouble(request);
      below.submit(request, now);
    }
  }

  @Override
  public long nextEventNanos() {
    return below.nextEventNanos();
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    for (long at = nextEventNanos(); at <= nowNanos; at = nextEventNanos()) {
      List<R> finished = new ArrayList<>();
      below.advance(at, (request, _) -> finished.add(request));
      send(at);
      for (R request : finished) {
        done.completed(request, at);
      }
    }
  }

  @Override
  public int outstanding() {
    return below.outstanding()
        + queues.values().stream().mapToInt(queue -> queue.waiting.size()).sum();
  }
}
