package io.oasis.adapter.targets.contract;

import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.Throttle.Part;

/** What the contract needs of the world around a target. Closing it leaves nothing behind. */
public interface TargetLab extends AutoCloseable {
  Target target();

  /** A fresh cgroup or the like, and the first device. */
  Place place(String name) throws Exception;

  /** The same cgroup, another device. */
  Place onOtherDevice(Place place) throws Exception;

  /** Somebody else writes there, by the scheduler's own means. */
  void foreignWrite(Place place, Part part, long value) throws Exception;

  /** Removes the cgroup and makes another one under its name. */
  Place recreateGroup(Place place) throws Exception;

  /** Puts another device behind the first device's number. */
  Place changeDevice(Place place) throws Exception;

  /** What the place of before is after {@link #changeDevice}. */
  default Presence afterChange() {
    return Presence.DEVICE_CHANGED;
  }

  /**
   * So many blocks of 4 KiB are read through the place, past every cache.
   *
   * @throws CannotException where nothing can read
   */
  void read(Place place, int blocks) throws Exception;

  @Override
  void close() throws Exception;
}
