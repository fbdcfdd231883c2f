package io.oasis.proving.rig;

import java.nio.file.Path;
import java.util.Map;

/** A block device of this host, made for applications to work on. */
public interface LabDevice {
  /** Such as {@code /dev/loop0}. */
  String device();

  /** The file it is over: what Oasis knows the LUN by. */
  Path exported();

  /** Its numbers as the kernel's throttle files name it. */
  String majorMinor();

  /** Reads and writes it has completed since it was made. */
  long completed();

  /**
   * Has this kernel schedule it so.
   *
   * @param scheduler as the kernel names it
   * @param knobs files of the scheduler and what is written there
   */
  void schedule(String scheduler, Map<String, String> knobs);
}
