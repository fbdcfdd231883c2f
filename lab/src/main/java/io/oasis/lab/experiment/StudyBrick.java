package io.oasis.lab.experiment;

import io.oasis.brick.device.Disks;
import io.oasis.brick.device.Elevator;
import io.oasis.brick.device.HardDisk;
import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.brick.discipline.DisciplineSpec.Costs;
import io.oasis.brick.discipline.DisciplineSpec.Kind;
import io.oasis.brick.discipline.Terms;
import io.oasis.lab.brick.Client;
import io.oasis.lab.brick.Scheduled;
import io.oasis.lab.host.Stage;
import java.util.List;

/**
 * The set-up of the isolation study, section 5.1: up to two workloads of 16 KiB reads on a disk of
 * 8 GB, below a Linux block layer that sorts and merges. It names no disk; this is one of its
 * years, which takes 32 requests and sorts them by itself.
 */
final class StudyBrick {
  static final String QUANTA = "quanta";
  static final String QUANTA_WC = "quanta-wc";
  static final String EDF = "edf";
  static final String EDF_WC = "edf-wc";
  static final String FACADE = "facade";
  static final String LOTTERY = "lottery";
  static final String SFQ_1 = "sfq(1)";
  static final String SFQ_32 = "sfq(32)";
  static final String STUDY_SFQ_1 = "sfq-study(1)";
  static final String STUDY_SFQ_32 = "sfq-study(32)";

  /** "100 instances of dd", each reading on from the beginning with one outstanding. */
  static final int SEQUENTIAL_READERS = 100;

  /** "a number of 379 simultaneous threads". */
  static final int RANDOM_READERS = 379;

  private static final String DISK = "barracuda-7200-8";
  private static final int DISK_QUEUE = 32;
  private static final int MERGED_BYTES = 128 << 10;
  private static final int BLOCK_BYTES = 16 << 10;
  private static final long HALF_BYTES = 4L << 30;

  /** What waits at the disk when a slice ends takes 90 ms; the smaller slice is to be longer. */
  private static final long ROUND_NANOS = 600_000_000L;

  /** The study's work-conserving quanta hand over when all has been issued to the disk. */
  private static final int UNBOUNDED = 1_000;

  private StudyBrick() {}

  /** The discipline that a control names; SFQ with the study's costs is called sfq-study. */
  static DisciplineSpec spec(String control) {
    String name = control.replace("-study", "");
    DisciplineSpec spec = DisciplineSpec.of(Kind.NONE).withRoundNanos(ROUND_NANOS).named(name);
    if (!name.equals(control)) {
      return spec.withCosts(Costs.STUDY);
    }
    return spec.kind() == Kind.QUANTA_WC ? spec.withDepth(UNBOUNDED) : spec;
  }

  static BrickRun run(String control, long seed) {
    HardDisk<Elevator.Run<Scheduled>> disk = new HardDisk<>(Disks.named(DISK));
    Elevator<Scheduled> blockLayer = new Elevator<>(disk, DISK_QUEUE, MERGED_BYTES);
    return new BrickRun(spec(control), blockLayer, seed);
  }

  /** The first workload reads the first half of the disk in sequence, the second the other. */
  static Client sequential(BrickRun run, Terms terms, int readers) {
    int index = run.clients().size();
    Stage stage =
        Stage.random(Stage.closed(1))
            .sized(BLOCK_BYTES)
            .sequentially(1)
            .within(index * HALF_BYTES, HALF_BYTES);
    return run.open("workload" + (index + 1), terms, readers, List.of(stage));
  }

  /** Both read at random everywhere. */
  static Client random(BrickRun run, Terms terms, int outstanding) {
    Stage stage =
        Stage.random(Stage.closed(outstanding)).sized(BLOCK_BYTES).within(0, 2 * HALF_BYTES);
    return run.open("workload" + (run.clients().size() + 1), terms, stage);
  }
}
