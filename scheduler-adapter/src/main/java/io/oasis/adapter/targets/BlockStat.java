package io.oasis.adapter.targets;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What the kernel counts for a block device: completed reads and writes. */
public final class BlockStat {
  private static final int SECTOR_BYTES = 512;

  private BlockStat() {}

  /**
   * @param sys where sysfs is mounted
   * @param device such as {@code loop3} or {@code /dev/loop3}
   */
  public static Optional<Counters> read(Path sys, String device) {
    String name = device.substring(device.lastIndexOf('/') + 1);
    try {
      String[] fields =
          Files.readString(sys.resolve("class/block").resolve(name).resolve("stat"))
              .strip()
              .split(" +", -1);
      return Optional.of(
          new Counters(
              Long.parseLong(fields[0]),
              Long.parseLong(fields[4]),
              Long.parseLong(fields[2]) * SECTOR_BYTES,
              Long.parseLong(fields[6]) * SECTOR_BYTES));
    } catch (IOException e) {
      return Optional.empty();
    }
  }
}
