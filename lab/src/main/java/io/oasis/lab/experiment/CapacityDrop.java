package io.oasis.lab.experiment;

import io.oasis.brick.device.FixedRate;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.lab.sim.Timeline;
import io.oasis.protocol.Decision;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The device loses 40 % of its capacity, gets it back, and then sees another kind of I/O. */
final class CapacityDrop implements Experiment {
  private static final double IOPS = 1_000;
  private static final double BANDWIDTH = 100e6;
  private static final double LEFT = 0.6;
  private static final int DROPS = 180;
  private static final int RETURNS = 360;
  private static final int TURNS = 540;
  private static final int SECONDS = 720;
  private static final int LARGE = 256 << 10;
  private static final int SMALL = 4_096;
  private static final Pattern CHANGED =
      Pattern.compile("capacity changed by ([+-]?\\d+) %, from (\\d+) to (\\d+) cost/s");

  @Override
  public Outline outline() {
    return Outline.of(
            "capacity-drop",
            "beyond the papers",
            "Closed loops of depths 32, 4 and 1 on an array of 1000 IOPS and 100 MB/s that loses 40"
                + " % of its speed at 180 s and has it back at 360 s; at 540 s all turn from 4 KiB"
                + " random to 256 KiB sequential.")
        .under(Control.PROPORTIONAL_FAIR, Control.CAPACITY, Control.OASIS)
        .beside(Control.BEST_EFFORT);
  }

  @Override
  public RunResult run(String control, long seed) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    FixedRate<Io> array = new FixedRate<>(IOPS, BANDWIDTH);
    Backend backend = new Backend(trial.world.time(), array);
    Lun lun = trial.world.lun(host, "sda", backend, 0);
    int[] depths = {32, 4, 1};
    for (int depth : depths) {
      Stage small = Stage.random(Stage.closed(depth));
      trial.run(
          host, lun, "depth" + depth, 0, small.lasting(TURNS), small.sized(LARGE).sequentially(1));
    }
    trial.manage();
    Recorder recorder = trial.record();
    trial.world.time().at(DROPS * Timeline.SECOND, () -> array.speed(LEFT));
    trial.world.time().at(RETURNS * Timeline.SECOND, () -> array.speed(1));
    trial.world.runUntil(SECONDS);
    measure(trial, recorder, "drop", DROPS, RETURNS, truth(SMALL) * LEFT);
    measure(trial, recorder, "return", RETURNS, TURNS, truth(SMALL));
    measure(trial, recorder, "turn", TURNS, SECONDS, truth(LARGE));
    if (trial.isManaged()) {
      named(trial, "drop", DROPS, LEFT);
      named(trial, "return", RETURNS, 1 / LEFT);
    }
    trial.measured("auditFaults", trial.world.audit().faults().size());
    for (int i = 0; i < depths.length; i++) {
      trial.series.add(recorder.iopsSeries(i, "usage", "depth " + depths[i]));
      trial.series.add(recorder.allocationSeries(i, "allocation", "depth " + depths[i]));
    }
    return trial.result();
  }

  private static double truth(int bytes) {
    return 1 / (1 / IOPS + bytes / BANDWIDTH);
  }

  /** Intervals after a change until all queues have their share, and the interval the truth. */
  private static void measure(
      Trial trial, Recorder recorder, String what, int from, int to, double truth) {
    double fair = truth / recorder.count();
    int shared = from;
    int known = from;
    for (int second = to - 1; second >= from; second--) {
      double least = Double.MAX_VALUE;
      for (int i = 0; i < recorder.count(); i++) {
        least =
            StrictMath.min(least, recorder.iops(i, StrictMath.max(from, second - 2), second + 1));
      }
      if (least < 0.9 * fair && shared == from) {
        shared = second + 1;
      }
      boolean contains =
          recorder.capacityLower(second + 1) <= truth * 1.001
              && recorder.capacityUpper(second + 1) >= truth * 0.999;
      if (!contains && known == from) {
        known = second + 1;
      }
    }
    trial.measured(what + ".intervalsToShare", shared - from);
    if (trial.isManaged()) {
      trial.measured(what + ".intervalsToKnow", known - from);
    }
  }

  /** When the decision log first named the change, and how far its size was off. */
  private static void named(Trial trial, String what, int at, double factor) {
    Instant begin = Instant.ofEpochSecond(1_750_000_000L);
    for (Decision decision : trial.decisions()) {
      double second = (decision.header().at().toEpochMilli() - begin.toEpochMilli()) / 1_000.0;
      for (String event : decision.events()) {
        Matcher matcher = CHANGED.matcher(event);
        if (second >= at && second < at + 60 && matcher.matches()) {
          double told = Double.parseDouble(matcher.group(3)) / Double.parseDouble(matcher.group(2));
          trial.metrics.putIfAbsent(what + ".namedAfterIntervals", second - at);
          trial.measured(what + ".sizeOff", StrictMath.abs(told / factor - 1));
        }
      }
    }
  }

  @Override
  public String remark(String policy) {
    return policy.equals(Control.CAPACITY)
        ? "The way back is found by idle time: an array in use for 61 % of the time that carries"
            + " 610 IOPS is tried at 95 % of 1000. The same corrects for the idle moments that"
            + " limits leave where a throttle lets 256 KiB go in slices of 100 ms."
        : "";
  }

  @Override
  public List<Bar> bars(String policy) {
    if (policy.equals(Control.PROPORTIONAL_FAIR)) { // it has no capacity that it could know
      return List.of(
          Bar.atMost("drop.intervalsToShare", 20).promised(),
          Bar.atMost("return.intervalsToShare", 20).promised(),
          Bar.noFaults("auditFaults"));
    }
    return policy.equals(Control.CAPACITY)
        ? List.of(
            Bar.atMost("drop.intervalsToShare", 20).promised(),
            Bar.atMost("drop.intervalsToKnow", 20),
            Bar.atMost("drop.namedAfterIntervals", 20),
            Bar.atMost("drop.sizeOff", 0.2),
            Bar.atMost("return.intervalsToShare", 20).promised(),
            Bar.atMost("return.intervalsToKnow", 20),
            Bar.atMost("return.namedAfterIntervals", 20),
            Bar.atMost("return.sizeOff", 0.2),
            Bar.atMost("turn.intervalsToKnow", 20),
            Bar.noFaults("auditFaults"))
        : List.of(Bar.noFaults("auditFaults"));
  }
}
