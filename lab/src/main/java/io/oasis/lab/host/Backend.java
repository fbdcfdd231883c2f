package io.oasis.lab.host;

import io.oasis.brick.device.Device;
import io.oasis.lab.sim.Timeline;

/** A device below LUNs: what completes goes back to where it came from. */
public final class Backend {
  private final Timeline time;
  private final Clocked<Io> device;
  private long lastDoneAt;

  public Backend(Timeline time, Device<Io> device) {
    this.time = time;
    this.device = new Clocked<>(time, device, finished -> finished.forEach(this::done));
  }

  private void done(Io io) {
    io.startedAt = StrictMath.max(io.passedAt, lastDoneAt);
    lastDoneAt = time.now();
    io.worker.port().completed(io);
  }

  public int outstanding() {
    return device.outstanding();
  }

  void submit(Io io) {
    device.submit(io);
  }
}
