package io.oasis.proving.rig;

import java.nio.file.Path;
import java.util.Map;

/** A block device of this host, made for applications to work on. */
public interface LabDevice {
  /** As the kernel has it. */
  Loop loop();

  /** Such as {@code /dev/loop0}. */
  default String device() {
    return loop().device();
  }

  /** The file it is over: what Oasis knows the LUN by. */
  default Path exported() {
    return loop().exported();
  }

  /** Its numbers as the kernel's throttle files name it. */
  default String majorMinor() {
    return loop().majorMinor();
  }

  /** Reads and writes it has completed since it was made. */
  default long completed() {
    return loop().completed();
  }

  /**
   * Has this kernel schedule it so.
   *
   * @param scheduler as the kernel names it
   * @param knobs files of the scheduler and what is written there
   */
  default void schedule(String scheduler, Map<String, String> knobs) {
    loop().schedule(scheduler, knobs);
  }
}
