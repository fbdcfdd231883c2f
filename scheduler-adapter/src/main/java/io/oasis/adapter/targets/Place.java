package io.oasis.adapter.targets;

/**
 * Where a limit can be put: one cgroup and one device, each known by more than its name, so that a
 * cgroup or device created anew under an old name is another place.
 *
 * @param directory the cgroup's absolute directory
 * @param inode of that directory
 */
public record Place(String directory, long inode, DeviceRef device) {
  public Place {
    if (!directory.startsWith("/")) {
      throw new IllegalArgumentException("directory = " + directory + ": must be absolute");
    }
  }

  @Override
  public String toString() {
    return directory + " (inode " + inode + ") on " + device;
  }
}
