package io.oasis.adapter.targets;

/**
 * Where a limit can be put: one object on one device, each known by more than its name, so that
 * what is created anew under an old name is another place.
 *
 * @param object the cgroup's absolute directory, or what a brick calls it
 * @param inode of that directory, 0 where there is none
 */
public record Place(String object, long inode, DeviceRef device) {
  public Place {
    if (object.isEmpty()) {
      throw new IllegalArgumentException("object = '': must be named");
    }
  }

  @Override
  public String toString() {
    return object + (inode == 0 ? "" : " (inode " + inode + ")") + " on " + device;
  }
}
