package io.oasis.lab.experiment;

import io.oasis.brick.device.Device;
import io.oasis.brick.device.DeviceRequest;
import io.oasis.brick.device.DiskParameters;
import io.oasis.brick.device.Disks;
import io.oasis.brick.device.HardDisk;
import io.oasis.lab.insulation.InsulatedBrick;
import io.oasis.manager.planners.insulation.Efficiency;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.LongSupplier;

/** Argon, Table 1: how large accesses must be, and what they give on models of the disks. */
final class AccessSize implements Experiment {
  private static final String PLANNER = "planner";
  private static final Efficiency R = new Efficiency(0.9);

  /** The table's rows, and its last column in megabytes. */
  private static final String[] DISKS = {
    "argon-18lzx", "argon-cheetah-x15", "argon-atlas-10k3", "argon-cheetah-10k7", "argon-barracuda"
  };

  private static final double[] PAPER_MEGABYTES = {2.2, 2.5, 3.4, 4.8, 13};

  /**
   * The formula leaves the Cheetah 10K.7 0.004 above the bar. The mean of 300 is 0.002 off, and one
   * in a hundred or so was below it; that of these is 0.0004 off.
   */
  private static final int ACCESSES = 5_000;

  /** Reads of a stream that has the disk to itself: the disk's own read-ahead joins them. */
  private static final int ALONE_BYTES = 128 << 10;

  private static final int ALONE = 5_000;

  @Override
  public Outline outline() {
    return Outline.of(
            "argon-access-size",
            "Argon, Table 1",
            "The planner's access size for R = 0.9 from average seek, rotation and sectors per"
                + " track of each disk of the table; then 5,000 accesses of that size anywhere on a"
                + " model of the disk, by the rate of a stream of 128 KiB reads that has it to"
                + " itself.")
        .under(PLANNER)
        .beside();
  }

  /** One read. */
  private record Access(long offset, int bytes) implements DeviceRequest {
    @Override
    public boolean isWrite() {
      return false;
    }
  }

  @Override
  public RunResult run(String control, long seed) {
    SortedMap<String, Double> metrics = new TreeMap<>();
    for (int i = 0; i < DISKS.length; i++) {
      DiskParameters disk = Disks.named(DISKS[i]);
      double bytes = InsulatedBrick.traits(disk).accessBytes(R);
      long capacity = new HardDisk<Access>(disk).capacityBytes();
      int size = (int) bytes;
      long[] next = {0};
      SplittableRandom random = new SplittableRandom(seed);
      double alone = bytesPerSecond(disk, ALONE, ALONE_BYTES, () -> next[0] += ALONE_BYTES);
      double anywhere =
          bytesPerSecond(disk, ACCESSES, size, () -> random.nextLong(capacity / size) * size);
      metrics.put("megabytes." + DISKS[i], bytes / 1e6);
      metrics.put("byPaper." + DISKS[i], bytes / 1e6 / PAPER_MEGABYTES[i]);
      metrics.put("efficiency." + DISKS[i], anywhere / alone);
    }
    return new RunResult(
        metrics, List.of(), List.of(), List.of(), Merge.sha256(List.of(metrics.toString())));
  }

  private static double bytesPerSecond(
      DiskParameters parameters, int accesses, int bytes, LongSupplier offsets) {
    HardDisk<Access> disk = new HardDisk<>(parameters);
    long now = 0;
    for (int i = 0; i < accesses; i++) {
      disk.submit(new Access(offsets.getAsLong(), bytes), now);
      while (disk.nextEventNanos() != Device.NEVER) {
        now = disk.nextEventNanos();
        disk.advance(now, (access, at) -> {});
      }
    }
    return (double) accesses * bytes / (now / 1e9);
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    for (String disk : DISKS) {
      bars.add(Bar.atLeast("efficiency." + disk, R.value()));
    }
    return bars;
  }

  @Override
  public SortedMap<String, Double> paper() {
    SortedMap<String, Double> paper = new TreeMap<>();
    for (int i = 0; i < DISKS.length; i++) {
      paper.put("megabytes." + DISKS[i], PAPER_MEGABYTES[i]);
    }
    return paper;
  }

  @Override
  public String remark(String policy) {
    return "The sizes are the formula of section 3.3 on each row's own numbers; only the"
        + " Barracuda's is the paper's. Of the others the paper's do not follow from its"
        + " rows, with head switches or without: its text reckons the Cheetah 10K.7 with a"
        + " track of 400 KB, the row has 290 KB; for the first, second and third disk its"
        + " sizes are those of a positioning that is shorter by 16, 5 and 14 %.";
  }
}
