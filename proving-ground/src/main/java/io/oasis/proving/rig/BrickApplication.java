package io.oasis.proving.rig;

import io.oasis.brick.nbd.ClosedLoop;
import io.oasis.brick.nbd.ClosedLoop.Counts;
import io.oasis.brick.stats.LatencyHistogram;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.process.Wait;
import java.io.IOException;
import java.net.SocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/** An application that works on an export of a brick, through a real connection. */
public final class BrickApplication implements LoadApplication {
  private static final Duration SAMPLE = Duration.ofMillis(250);
  private static final double NANOS_PER_MILLI = 1e6;

  private final String name;
  private final FioLoad load;
  private final ClosedLoop loop;
  private final List<Counts> samples = new ArrayList<>();
  private final Thread sampler;

  private BrickApplication(String name, FioLoad load, ClosedLoop loop) {
    this.name = name;
    this.load = load;
    this.loop = loop;
    sampler = Thread.ofVirtual().name("load-" + name).unstarted(this::sample);
    samples.add(loop.counts());
  }

  /**
   * @param mostIops paces it; 0 for as many as there are answers
   */
  public static BrickApplication start(
      String name, FioLoad load, double mostIops, SocketAddress address, String export) {
    RandomGenerator chance = new SplittableRandom(name.hashCode());
    try {
      ClosedLoop loop = ClosedLoop.start(address, export, load.closedLoop(mostIops), chance);
      BrickApplication application = new BrickApplication(name, load, loop);
      application.sampler.start();
      return application;
    } catch (IOException e) {
      throw new MissingException("the application " + name + " cannot reach the brick: " + e, e);
    }
  }

  @Override
  public String name() {
    return name;
  }

  @Override
  public FioLoad load() {
    return load;
  }

  @Override
  public String id() {
    return name;
  }

  private void sample() {
    while (Wait.pause(SAMPLE) && loop.failure().isEmpty()) {
      synchronized (samples) {
        samples.add(loop.counts());
      }
    }
  }

  @Override
  public LoadWindow window(long fromNanos, long toNanos) {
    loop.failure()
        .ifPresent(
            failure -> {
              throw new MissingException("the application " + name + " failed: " + failure);
            });
    synchronized (samples) {
      return between(nearest(fromNanos), nearest(toNanos));
    }
  }

  private Counts nearest(long nanos) {
    return Collections.min(
        samples, Comparator.comparingLong(sample -> Math.abs(sample.nanos() - nanos)));
  }

  @Override
  public LoadWindow now() {
    synchronized (samples) {
      int last = samples.size() - 1;
      return between(samples.get(Math.max(0, last - 4)), samples.get(last));
    }
  }

  private static LoadWindow between(Counts from, Counts to) {
    long ios = to.ios() - from.ios();
    double seconds = (to.nanos() - from.nanos()) / 1e9;
    if (ios <= 0 || seconds <= 0) {
      return LoadWindow.IDLE;
    }
    return new LoadWindow(
        ios / seconds,
        (to.latencyNanos() - from.latencyNanos()) / NANOS_PER_MILLI / ios,
        quantileNanos(from.bins(), to.bins(), 0.99 * ios) / NANOS_PER_MILLI);
  }

  private static double quantileNanos(long[] from, long[] to, double wanted) {
    long seen = 0;
    for (int bin = 0; bin < to.length; bin++) {
      seen += to[bin] - (bin < from.length ? from[bin] : 0);
      if (seen >= wanted) {
        return LatencyHistogram.lowerEnd(bin + 1);
      }
    }
    return LatencyHistogram.lowerEnd(to.length);
  }

  @Override
  public void close() {
    sampler.interrupt();
    try {
      loop.close();
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }
}
