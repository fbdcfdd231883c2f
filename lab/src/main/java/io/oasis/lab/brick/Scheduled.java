package io.oasis.lab.brick;

import io.oasis.brick.device.DeviceRequest;
import io.oasis.brick.discipline.Io;

/** A client's I/O as discipline and device see it. */
public final class Scheduled extends Io implements DeviceRequest {
  final Client client;

  /** What follows once it is done. */
  final Runnable done;

  Scheduled(Client client, boolean isWrite, long offset, int bytes, Runnable done) {
    this.client = client;
    this.done = done;
    set(client.session(), isWrite, offset, bytes);
  }

  @Override
  public int bytes() {
    return lengthBytes();
  }
}
