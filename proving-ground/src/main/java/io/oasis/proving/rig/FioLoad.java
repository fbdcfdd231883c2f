package io.oasis.proving.rig;

import io.oasis.brick.nbd.ClosedLoop;
import java.util.List;

/**
 * What an application does to a device.
 *
 * @param pattern fio's {@code rw}: randread, randwrite, randrw, read, write or rw
 * @param blockBytes of one I/O
 * @param depth I/Os it keeps outstanding
 */
public record FioLoad(String pattern, int blockBytes, int depth) {
  private static final List<String> PATTERNS =
      List.of("randread", "randwrite", "randrw", "read", "write", "rw");

  public FioLoad {
    if (!PATTERNS.contains(pattern)) {
      throw new IllegalArgumentException(
          "--rw = " + pattern + ": must be one of " + String.join(", ", PATTERNS));
    }
    if (blockBytes < 512 || blockBytes > 4 * 1024 * 1024 || blockBytes % 512 != 0) {
      throw new IllegalArgumentException(
          "block bytes = " + blockBytes + ": must be a multiple of 512 up to 4 MiB");
    }
    if (depth < 1 || depth > 1024) {
      throw new IllegalArgumentException("--depths = " + depth + ": must be from 1 to 1024");
    }
  }

  /** Random reads of 4 KiB. */
  public static FioLoad randomReads(int depth) {
    return new FioLoad("randread", 4096, depth);
  }

  /**
   * The same for the built-in load generator.
   *
   * @param mostIops paces it; 0 for as many as there are answers
   */
  ClosedLoop.Load closedLoop(double mostIops) {
    boolean mixed = pattern.endsWith("rw");
    double readPart = mixed ? 0.5 : pattern.endsWith("read") ? 1 : 0;
    return new ClosedLoop.Load(pattern.startsWith("rand"), readPart, blockBytes, depth, mostIops);
  }

  /** fio's command line: direct I/O until it is stopped, a report every second. */
  List<String> command(String name, String device) {
    return List.of(
        "fio",
        "--name=" + name,
        "--filename=" + device,
        "--rw=" + pattern,
        "--bs=" + blockBytes,
        "--iodepth=" + depth,
        "--direct=1",
        "--ioengine=libaio",
        "--time_based",
        "--runtime=7d",
        "--norandommap",
        "--randrepeat=0",
        "--lat_percentiles=1",
        "--clat_percentiles=0",
        "--group_reporting",
        "--output-format=json+",
        "--status-interval=1");
  }
}
