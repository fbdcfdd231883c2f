package io.oasis.lab.host;

import io.oasis.adapter.targets.Counters;

/** I/Os and bytes by direction so far. */
final class Amounts {
  private long readIos;
  private long writeIos;
  private long readBytes;
  private long writeBytes;

  void add(Io io) {
    if (io.isWrite()) {
      writeIos++;
      writeBytes += io.bytes();
    } else {
      readIos++;
      readBytes += io.bytes();
    }
  }

  Counters counters() {
    return new Counters(readIos, writeIos, readBytes, writeBytes);
  }
}
