package io.oasis.lab.brick;

import io.oasis.brick.device.DeviceRequest;
import io.oasis.brick.discipline.Io;

/** A worker's I/O as discipline and device see it. */
public final class Scheduled extends Io implements DeviceRequest {
  final Client client;
  final io.oasis.lab.host.Io origin;

  Scheduled(Client client, io.oasis.lab.host.Io origin) {
    this.client = client;
    this.origin = origin;
    set(client.session(), origin.isWrite(), origin.offset(), origin.bytes());
  }

  @Override
  public int bytes() {
    return lengthBytes();
  }
}
