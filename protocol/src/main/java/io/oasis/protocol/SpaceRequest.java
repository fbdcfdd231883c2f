package io.oasis.protocol;

import java.util.Optional;

/**
 * What a host says of the space of one file system on a LUN: how full it is, how fast it fills and
 * how much more it asks for. Space is the third commodity that the paper names (OASIS, section
 * 3.2). Travels in a {@link HostInventory} with its LUN.
 *
 * @param fileSystem where its host has it mounted
 * @param type such as {@code ext4}
 * @param fill how full it is; absent where that cannot be read
 * @param askedBytes to become larger by; 0: it asks for nothing
 * @param reason why it asks, why it does not, or why it cannot be read
 */
public record SpaceRequest(
    String fileSystem, String type, Optional<Fill> fill, long askedBytes, String reason) {
  /** The largest whole number that every reader of JSON has: 8 PiB. */
  public static final long MOST_BYTES = 1L << 53;

  /** As many of one LUN; chosen, a partition table may have more. */
  public static final int MOST = 128;

  /**
   * @param usedBytes by files and by the file system itself
   * @param freeBytes that any application may still write; without what is kept for root
   * @param growthBytesPerDay as measured; 0 where it shrinks; absent: not watched for long enough
   */
  public record Fill(
      long totalBytes, long usedBytes, long freeBytes, Optional<Double> growthBytesPerDay) {
    public Fill {
      Check.between("totalBytes", totalBytes, 0, MOST_BYTES);
      Check.between("usedBytes", usedBytes, 0, totalBytes);
      Check.between("freeBytes", freeBytes, 0, totalBytes - usedBytes);
      growthBytesPerDay.ifPresent(value -> Check.rate("growthBytesPerDay", value));
    }
  }

  public SpaceRequest {
    fileSystem = Check.text("fileSystem", fileSystem);
    type = Check.text("type", type);
    Check.between("askedBytes", askedBytes, 0, fill.isPresent() ? MOST_BYTES : 0);
    reason = Check.text("reason", reason);
  }

  public long freeBytes() {
    return fill.map(Fill::freeBytes).orElse(0L);
  }
}
