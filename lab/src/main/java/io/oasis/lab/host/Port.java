package io.oasis.lab.host;

/** Where a worker's I/O goes in, and comes back. */
public interface Port {
  void submit(Io io);

  /** The device has done it; the worker is to be told. */
  void completed(Io io);
}
