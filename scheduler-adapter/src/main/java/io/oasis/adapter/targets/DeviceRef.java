package io.oasis.adapter.targets;

/**
 * A device at one moment of its life.
 *
 * @param name the kernel's {@code MAJ:MIN}, or the control socket of a brick
 * @param generation the kernel's {@code diskseq}: another number means another device (or another
 *     backing file) behind the same name, 0 where the kernel has none (before 5.15); the
 *     incarnation of a brick
 */
public record DeviceRef(String name, long generation) {
  public DeviceRef {
    if (name.isEmpty() || generation < 0) {
      throw new IllegalArgumentException(
          "device = '%s', generation %d: must be named and not negative"
              .formatted(name, generation));
    }
  }

  /** A block device of the kernel. */
  public DeviceRef(int major, int minor, long generation) {
    this(major + ":" + minor, generation);
  }

  @Override
  public String toString() {
    return name + "#" + generation;
  }
}
