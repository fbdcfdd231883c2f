package io.oasis.adapter.targets;

import java.nio.file.Path;

/** A target that is a file of each cgroup. */
abstract class CgroupTarget implements Target {
  final Path root;
  final CgroupFiles files;

  /**
   * @param root where the hierarchy is mounted
   * @param sys where sysfs is mounted
   */
  CgroupTarget(Path root, Path sys) {
    this.root = root;
    this.files = new CgroupFiles(sys);
  }

  @Override
  public final Presence presence(Place place) {
    return files.presence(place);
  }
}
