package io.oasis.adapter.targets;

import io.oasis.adapter.targets.Throttle.Part;

/** What a contract test needs of the world around a target. */
public interface TargetLab extends AutoCloseable {
  Target target();

  /** A fresh cgroup, and the first device. */
  Place place(String name) throws Exception;

  /** The same cgroup, another device. */
  Place onOtherDevice(Place place) throws Exception;

  /** Somebody else writes there, by the kernel's own means. */
  void foreignWrite(Place place, Part part, long value) throws Exception;

  /** Removes the cgroup and makes another one under its name. */
  Place recreateGroup(Place place) throws Exception;

  /** Puts another device behind the first device's number. */
  Place changeDevice(Place place) throws Exception;

  /** What the place of before is after {@link #changeDevice}. */
  default Presence afterChange() {
    return Presence.DEVICE_CHANGED;
  }

  /** A process in the cgroup reads so many blocks of 4 KiB, past the page cache. */
  void read(Place place, int blocks) throws Exception;

  @Override
  void close() throws Exception;
}
