package io.oasis.brick.device;

import io.oasis.protocol.Check;
import java.util.ArrayDeque;

/**
 * An array of fixed speed: requests are served in order of arrival, each takes a fixed time and a
 * time per byte, and the speed can be changed in mid-run.
 *
 * <p>Law: with a speed factor f a request of S bytes takes {@code (1/iops + S/bandwidth) / f}; a
 * request that has begun ends as it began.
 */
public final class FixedRate<R extends DeviceRequest> implements Device<R> {
  private static final double NANOS = 1e9;

  private final double nanosPerRequest;
  private final double nanosPerByte;
  private final ArrayDeque<R> queue = new ArrayDeque<>();
  private double factor = 1;
  private long headDoneAt = NEVER;

  /**
   * @param iops requests per second of no size
   * @param bytesPerSecond of one endless request
   */
  public FixedRate(double iops, double bytesPerSecond) {
    if (!(iops > 0) || !(bytesPerSecond > 0)) {
      throw new IllegalArgumentException(
          "iops = " + iops + ", bytesPerSecond = " + bytesPerSecond + ": must be above 0");
    }
    nanosPerRequest = NANOS / iops;
    nanosPerByte = NANOS / bytesPerSecond;
  }

  /** From the next request on, the array has this part of its speed. */
  public void speed(double part) {
    Check.require(part > 0, "part", part, "above 0");
    factor = part;
  }

  @Override
  public void submit(R request, long nowNanos) {
    queue.addLast(request);
    if (queue.size() == 1) {
      headDoneAt = nowNanos + serviceNanos(request);
    }
  }

  private long serviceNanos(R request) {
    return (long) ((nanosPerRequest + request.bytes() * nanosPerByte) / factor);
  }

  @Override
  public long nextEventNanos() {
    return headDoneAt;
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    while (headDoneAt <= nowNanos) {
      long at = headDoneAt;
      R request = queue.removeFirst();
      R next = queue.peekFirst();
      headDoneAt = next == null ? NEVER : at + serviceNanos(next);
      done.completed(request, at);
    }
  }

  @Override
  public int outstanding() {
    return queue.size();
  }
}
