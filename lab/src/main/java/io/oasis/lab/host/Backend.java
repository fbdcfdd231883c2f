package io.oasis.lab.host;

import io.oasis.brick.device.Device;
import io.oasis.lab.sim.Timeline;
import java.util.ArrayDeque;

/** A device on the timeline: wakes it when something is due in it. */
public final class Backend {
  private final Timeline time;
  private final Device<Io> device;
  private final ArrayDeque<Io> finished = new ArrayDeque<>();
  private long wakeAt = Long.MAX_VALUE;

  public Backend(Timeline time, Device<Io> device) {
    this.time = time;
    this.device = device;
  }

  public int outstanding() {
    return device.outstanding();
  }

  void submit(Io io) {
    device.submit(io, time.now());
    plan();
  }

  private void plan() {
    long next = device.nextEventNanos();
    if (next >= wakeAt) {
      return;
    }
    wakeAt = next;
    time.at(
        next,
        () -> {
          if (wakeAt == next) {
            wakeAt = Long.MAX_VALUE;
            wake();
          }
        });
  }

  private void wake() {
    device.advance(time.now(), (io, at) -> finished.addLast(io));
    while (!finished.isEmpty()) {
      Io io = finished.removeFirst();
      io.worker.place().completed(io);
    }
    plan();
  }
}
