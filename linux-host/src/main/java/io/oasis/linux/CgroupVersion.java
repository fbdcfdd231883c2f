package io.oasis.linux;

/** The two hierarchies of cgroups, as far as block I/O is concerned. */
public enum CgroupVersion {
  /** The {@code blkio} controller in a hierarchy of its own. */
  V1,
  /** The {@code io} controller of the unified hierarchy. */
  V2
}
