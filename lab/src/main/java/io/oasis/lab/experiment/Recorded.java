package io.oasis.lab.experiment;

import io.oasis.brick.device.Disks;
import io.oasis.brick.device.Elevator;
import io.oasis.brick.device.HardDisk;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import java.util.List;

/** A recorded workload beside a greedy neighbour on a modelled disk. */
public final class Recorded implements Experiment {
  private static final double MORE_SECONDS = 30;

  private final String disk;
  private final List<Stage.Recorded> trace;

  /**
   * @param disk a name of {@link Disks#names}
   */
  public Recorded(String disk, List<Stage.Recorded> trace) {
    this.disk = disk;
    this.trace = List.copyOf(trace);
    Disks.named(disk);
  }

  @Override
  public Outline outline() {
    return Outline.of(
            "trace",
            "a recorded trace of " + trace.size() + " I/Os",
            "The trace, at its recorded times, beside a closed loop with 32 outstanding random 4"
                + " KiB reads, on the disk "
                + disk
                + " behind an elevator.")
        .beside(Control.BEST_EFFORT);
  }

  @Override
  public RunResult run(String control, long seed) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    HardDisk<Elevator.Run<Io>> device = new HardDisk<>(Disks.named(disk));
    Backend backend = new Backend(trial.world.time(), new Elevator<>(device, 1, 128 << 10));
    Lun lun = trial.world.lun(host, "sda", backend, 0);
    List<Stage.Recorded> fitting =
        trace.stream().map(io -> within(io, device.capacityBytes())).toList();
    LabHost.Place traced =
        trial.run(host, lun, "trace", 0, Stage.random(new Stage.Arrival.Trace(fitting)));
    trial.run(
        host,
        lun,
        "neighbour",
        0,
        Stage.random(Stage.closed(32)).within(0, device.capacityBytes()));
    traced.worker().watchLatencies();
    trial.manage();
    Recorder recorder = trial.record();
    trial.world.runUntil(trace.getLast().seconds() + MORE_SECONDS);
    int seconds = recorder.seconds();
    trial.measured("traceAnswered", traced.worker().tally().completed() / (double) trace.size());
    trial.measured("traceMeanMillis", recorder.latencyMillis(0, 0, seconds));
    trial.measured(
        "traceP99Millis", traced.worker().latencies().getValueAtPercentile(99) / 1_000.0);
    trial.measured("neighbourIops", recorder.iops(1, 0, seconds));
    trial.measured("auditFaults", trial.world.audit().faults().size());
    trial.series.add(recorder.iopsSeries(0, "usage", "trace"));
    trial.series.add(recorder.iopsSeries(1, "usage", "neighbour"));
    return trial.result();
  }

  /** A recorded disk may be larger than the modelled one: addresses wrap. */
  private static Stage.Recorded within(Stage.Recorded io, long capacity) {
    long offset = io.offset() % StrictMath.max(1, capacity - io.bytes());
    return new Stage.Recorded(io.seconds(), io.write(), offset / 512 * 512, io.bytes());
  }

  @Override
  public List<Bar> bars(String policy) {
    return List.of(Bar.noFaults("auditFaults"));
  }
}
