package io.oasis.lab.experiment;

import io.oasis.brick.device.Disks;
import io.oasis.brick.device.Elevator;
import io.oasis.brick.device.HardDisk;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Stage;
import java.util.ArrayList;
import java.util.List;

/** OASIS, Figure 4: how fast an allocation follows a demand, for three request periods. */
final class Responsiveness implements Experiment {
  private static final int SECONDS = 60;
  private static final double DEMAND = 80;
  private static final double INITIAL = 8;
  private static final int[] PERIODS = {1, 3, 5};

  /** Seconds at the initial rate, so that the allocation is there when the demand jumps. */
  private static final int LEAD = 20;

  /** The least rate of a second that counts as reached; an interval's count is coarse. */
  private static final double LEAST = 0.93;

  @Override
  public Outline outline() {
    return Outline.of(
            "oasis-responsiveness",
            "OASIS, Figure 4",
            "One worker, random 4 KiB reads, 8 IOPS for 20 s and then 80 IOPS for 60 s, request"
                + " periods of 1, 3 and 5 s; 95 % of demand is judged on whole seconds, with 2 %"
                + " for their grain.")
        .beside(Control.BEST_EFFORT);
  }

  @Override
  public RunResult run(String control, long seed) {
    List<RunResult> parts = new ArrayList<>();
    for (int period : Control.isLoop(control) ? PERIODS : new int[] {1}) {
      parts.add(run(control, seed, period));
    }
    return Merge.of(parts);
  }

  private static RunResult run(String control, long seed, int period) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.ARRAY);
    HardDisk<Elevator.Run<Io>> disk = new HardDisk<>(Disks.named("barracuda-36es2"));
    Backend backend = new Backend(trial.world.time(), new Elevator<>(disk, 1, 128 << 10));
    trial.run(
        host,
        trial.world.lun(host, "sda", backend, 0),
        "worker",
        0,
        reads(INITIAL, disk.capacityBytes()).lasting(LEAD),
        reads(DEMAND, disk.capacityBytes()));
    trial.manage(period, List.of());
    Recorder recorder = trial.record();
    trial.world.runUntil(LEAD + SECONDS);
    int reached = SECONDS;
    while (reached > 1 && recorder.iops(0, LEAD + reached - 1, LEAD + reached) >= LEAST * DEMAND) {
      reached--;
    }
    double most = 0;
    for (int second = LEAD; second < LEAD + SECONDS; second++) {
      double allocated = recorder.allocation(0, second);
      most = StrictMath.max(most, Double.isNaN(allocated) ? 0 : allocated);
    }
    trial.measured("secondsTo95Percent.period" + period, reached);
    trial.measured("periodsTo95Percent.period" + period, reached / (double) period);
    trial.measured(
        "overDemand.period" + period,
        recorder.iops(0, LEAD + SECONDS / 2, LEAD + SECONDS) / DEMAND);
    trial.measured("allocationOverDemand.period" + period, most / DEMAND);
    trial.measured("auditFaults", trial.world.audit().faults().size());
    trial.series.add(recorder.iopsSeries(0, "usage", "period " + period + " s"));
    trial.series.add(recorder.allocationSeries(0, "allocation", "period " + period + " s"));
    return trial.result();
  }

  private static Stage reads(double rate, long range) {
    return Stage.random(Stage.rate(rate)).within(0, range);
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    for (int period : PERIODS) {
      bars.add(Bar.atMost("periodsTo95Percent.period" + period, 3));
      bars.add(Bar.atMost("overDemand.period" + period, 1.05));
    }
    bars.add(Bar.noFaults("auditFaults"));
    return bars;
  }
}
