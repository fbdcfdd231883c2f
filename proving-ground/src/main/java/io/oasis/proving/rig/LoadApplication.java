package io.oasis.proving.rig;

/** An application made of a load generator, whose rates and latencies can be asked for any time. */
public interface LoadApplication extends AutoCloseable {
  String name();

  FioLoad load();

  /** What the end of its application id is, after the last colon. */
  String id();

  /** What it got between two instants of {@link System#nanoTime}. */
  LoadWindow window(long fromNanos, long toNanos);

  /** What it got in its last second or so. */
  LoadWindow now();

  /** Ends it; what it got can still be asked for. */
  @Override
  void close();
}
