package io.oasis.lab.zoo.device;

import io.oasis.brick.device.Device;
import io.oasis.lab.host.Io;
import io.oasis.lab.sim.Chance;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec.DepthGain;
import io.oasis.lab.zoo.scenario.DeviceSpec.Service;
import io.oasis.lab.zoo.scenario.DeviceSpec.Spread;
import java.util.ArrayDeque;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A device of so many servers and one queue.
 *
 * <p>Law: an I/O of S bytes that begins at t takes {@code (micros + S / bytesPerSecond) * spread /
 * (sequentialGain * depthGain * speed(t))}, and the stalls that fall into that time. The sequential
 * gain is for what continues its application's I/O before. The depth gain grows evenly from 1, for
 * one I/O in the device (the one counted that makes room), to its end at the depth it names. A
 * write that finds room in the cache, or an I/O that finds a credit, has that store's microseconds
 * instead. What has begun ends as it began. The device chooses among the first {@code queue} I/Os;
 * later ones wait in their order.
 */
public final class ZooDevice implements Device<Io> {
  private final DeviceSpec spec;
  private final Chance chance;
  private final Speed speed;
  private final Stalls stalls;
  private final Waiting waiting;
  private final InService inService;
  private final ArrayDeque<Io> outside = new ArrayDeque<>();
  private final @Nullable Stock cache;
  private final @Nullable Stock credits;
  private int outstanding;

  public ZooDevice(DeviceSpec spec, long seed) {
    this.spec = spec;
    this.chance = new Chance(seed, "device " + spec.name());
    this.speed = new Speed(spec.peculiar().drift(), spec.peculiar().wave());
    this.stalls = new Stalls(spec.peculiar().stalls());
    this.waiting = Waiting.in(spec.order());
    this.inService = new InService(spec.servers());
    this.cache = stock(spec.peculiar().writeCache());
    this.credits = stock(spec.peculiar().credits());
  }

  private static @Nullable Stock stock(Optional<DeviceSpec.Store> store) {
    return store.isPresent() ? new Stock(store.get()) : null;
  }

  @Override
  public void submit(Io io, long nowNanos) {
    outstanding++;
    if (inside() < spec.queue()) {
      waiting.add(io, service(io).nanos(io.bytes()));
    } else {
      outside.addLast(io);
    }
    serve(nowNanos, 0);
  }

  private int inside() {
    return waiting.size() + inService.size();
  }

  private Service service(Io io) {
    return io.isWrite() ? spec.write() : spec.read();
  }

  private void serve(long now, int justDone) {
    while (inService.size() < spec.servers() && waiting.size() > 0) {
      double depth = depthGain(inside() + justDone);
      Io io = waiting.take();
      long nanos = StrictMath.max(1, (long) (nanos(io, now) / depth / speed.at(now)));
      io.served(nanos);
      inService.add(io, stalls.end(now, nanos));
    }
  }

  private double depthGain(int depth) {
    if (spec.peculiar().depthGain().isEmpty()) {
      return 1;
    }
    DepthGain gain = spec.peculiar().depthGain().get();
    double way = StrictMath.min(1, (depth - 1.0) / (gain.at() - 1));
    return 1 + way * (gain.gain() - 1);
  }

  private double nanos(Io io, long now) {
    Service service = service(io);
    double nanos = service.nanos(io.bytes());
    if (io.isWrite() && cache != null && cache.take(now)) {
      nanos = cache.micros() * 1e3;
    } else if (credits != null && credits.take(now)) {
      nanos = credits.micros() * 1e3;
    }
    if (io.follows()) {
      nanos /= spec.peculiar().sequentialGain();
    }
    return switch (service.spread()) {
      case Spread.Fixed() -> nanos;
      case Spread.Uniform(double part) -> nanos * (1 + part * (2 * chance.even() - 1));
      case Spread.Exponential() -> chance.exponential(nanos);
    };
  }

  @Override
  public long nextEventNanos() {
    return inService.size() == 0 ? NEVER : inService.firstEnd();
  }

  @Override
  public void advance(long nowNanos, Sink<? super Io> done) {
    while (inService.size() > 0 && inService.firstEnd() <= nowNanos) {
      long at = inService.firstEnd();
      Io io = inService.takeFirst();
      outstanding--;
      Io next = outside.pollFirst();
      if (next != null) {
        waiting.add(next, service(next).nanos(next.bytes()));
      }
      serve(at, 1);
      done.completed(io, at);
    }
  }

  @Override
  public int outstanding() {
    return outstanding;
  }
}
