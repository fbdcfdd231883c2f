package io.oasis.proving.rig;

/**
 * An array that several applications use, each through a device of its own, and that holds limits
 * for these itself: below what this host counts.
 */
public interface ServedArray {
  /** That of an application, counted from 0. */
  LabDevice device(int application);

  /**
   * Limits an application by hand, reads and writes of 4 KiB together.
   *
   * @param iops 0: no limit
   */
  void limit(int application, double iops);

  /** What is driven, as an adapter's {@code --target} has it. */
  String target();

  /** Where an application's limit is, as a file of {@code --queues} has it. */
  String place(int application);
}
