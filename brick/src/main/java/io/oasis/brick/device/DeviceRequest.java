package io.oasis.brick.device;

/** What a device needs to know of a request; whoever owns the device knows the rest. */
public interface DeviceRequest {
  boolean isWrite();

  /** First byte on the device. */
  long offset();

  /** Length in bytes, above 0. */
  int bytes();
}
