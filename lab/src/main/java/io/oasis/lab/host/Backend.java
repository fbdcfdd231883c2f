package io.oasis.lab.host;

import io.oasis.brick.device.Device;
import io.oasis.lab.sim.Timeline;

/** A device below LUNs: what completes goes back to where it came from. */
public final class Backend {
  private final Clocked<Io> device;

  public Backend(Timeline time, Device<Io> device) {
    this.device =
        new Clocked<>(
            time, device, finished -> finished.forEach(io -> io.worker.port().completed(io)));
  }

  public int outstanding() {
    return device.outstanding();
  }

  void submit(Io io) {
    device.submit(io);
  }
}
