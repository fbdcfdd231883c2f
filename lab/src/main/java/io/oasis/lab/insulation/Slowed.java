package io.oasis.lab.insulation;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;

/** A device for which time passes more slowly: everything takes {@code 1 / part} of its time. */
final class Slowed<R extends DeviceRequest> implements Device<R> {
  private final Device<R> device;
  private final double part;

  Slowed(Device<R> device, double part) {
    this.device = device;
    this.part = part;
  }

  private long inside(long nanos) {
    return (long) StrictMath.floor(nanos * part);
  }

  @Override
  public void submit(R request, long nowNanos) {
    device.submit(request, inside(nowNanos));
  }

  @Override
  public long nextEventNanos() {
    long next = device.nextEventNanos();
    return next == NEVER ? NEVER : (long) StrictMath.ceil((next + 1) / part);
  }

  @Override
  public void advance(long nowNanos, Sink<? super R> done) {
    device.advance(inside(nowNanos), (request, at) -> done.completed(request, nowNanos));
  }

  @Override
  public int outstanding() {
    return device.outstanding();
  }
}
