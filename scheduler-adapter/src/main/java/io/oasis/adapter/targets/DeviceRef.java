package io.oasis.adapter.targets;

/**
 * A block device at one moment of its life.
 *
 * @param generation the kernel's {@code diskseq}: another number means another device (or another
 *     backing file) behind the same numbers; 0 where the kernel has none (before 5.15)
 */
public record DeviceRef(int major, int minor, long generation) {
  public DeviceRef {
    if (major < 0 || minor < 0 || generation < 0) {
      throw new IllegalArgumentException(
          "device = %d:%d, generation %d: must not be negative"
              .formatted(major, minor, generation));
    }
  }

  /** As the kernel writes it: {@code MAJ:MIN}. */
  public String number() {
    return major + ":" + minor;
  }

  @Override
  public String toString() {
    return number() + "#" + generation;
  }
}
