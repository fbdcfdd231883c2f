package io.oasis.lab.host;

import io.oasis.brick.device.Device;
import io.oasis.lab.sim.Timeline;
import java.util.ArrayList;
import java.util.List;

/** A device on the timeline: wakes it when something is due in it. */
public final class Backend {
  private final Timeline time;
  private final Device<Io> device;
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
    List<Io> finished = new ArrayList<>();
    device.advance(time.now(), (io, at) -> finished.add(io));
    finished.forEach(io -> io.worker.place().completed(io));
    plan();
  }
}
