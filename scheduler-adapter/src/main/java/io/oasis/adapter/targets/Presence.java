package io.oasis.adapter.targets;

/** Whether a place is still what it was when it was found. */
public enum Presence {
  /** The same cgroup, the same device. */
  SAME,
  /** The cgroup is gone, or another one has its name: nothing of ours is there. */
  GROUP_GONE,
  /** The device number is another device now, or none. */
  DEVICE_CHANGED
}
