package io.oasis.lab.experiment;

import io.oasis.brick.device.FixedRate;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.Io;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.lab.sim.Timeline;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Mode;
import java.util.ArrayList;
import java.util.List;

/**
 * Enforcement gives up when it does harm, and only then: a throttle that delays what it should let
 * pass is found out; tenants that want less, come and go, or a device that slows down are not held
 * against it.
 */
final class DoNoHarm implements Experiment {
  private static final double IOPS = 1_000;
  private static final double BYTES_PER_SECOND = 10e9;
  private static final int ENFORCED = 180;
  private static final int CHANGES = 420;
  private static final int SECONDS = 720;

  /** Of work and rest, in seconds. */
  private static final int WORKS = 25;

  private static final int CYCLE = 45;

  /** What happens in a run, and what must come of it. */
  private enum Case {
    /** The throttle holds each I/O for 40 ms longer. */
    DELAY,
    /** The throttle of one tenant, in the array, holds each of its I/Os for 100 ms longer. */
    TAIL,
    /** Nothing. */
    HEALTHY,
    /** All tenants want less than half from some time on. */
    WORKLOAD,
    /** All tenants work for 25 s and rest for 20 s, in turn. */
    RHYTHM,
    /** The device loses half of its speed. */
    DEVICE;

    String prefix() {
      return name().toLowerCase(java.util.Locale.ROOT) + '.';
    }

    /** Whether as much is wanted, and can be done, in ENFORCE as in SHADOW. */
    boolean isSteady() {
      return this == DELAY || this == TAIL || this == HEALTHY || this == RHYTHM;
    }

    boolean isHarmful() {
      return this == DELAY || this == TAIL;
    }
  }

  @Override
  public Outline outline() {
    return Outline.of(
            "do-no-harm",
            "beyond the papers; NetApp's 878 ms and Kubernetes VPA 2180 are its complaints",
            "Closed loops of depths 16, 4 and 1 on a FIFO array of 1000 IOPS, SHADOW for 180 s,"
                + " then ENFORCE. Runs: delay (the throttle holds each I/O for 40 ms longer), tail"
                + " (100 random reads a second beside a loop of depth 32; the array's throttle"
                + " holds the reads for 100 ms longer), healthy, workload (all want less than half"
                + " from 420 s on), rhythm (all rest 20 s of every 45 s), device (half of its speed"
                + " from 420 s on).")
        .under(Control.PROPORTIONAL_FAIR, Control.CAPACITY)
        .beside();
  }

  @Override
  public RunResult run(String control, long seed) {
    return Merge.of(List.of(Case.values()), each -> run(each, control, seed));
  }

  private static RunResult run(Case what, String control, long seed) {
    Trial trial = new Trial(control, seed);
    List<Double> demotions = new ArrayList<>();
    trial.world.witness(
        message -> {
          if (message instanceof GuardRails rails && rails.mode() == Mode.SHADOW) {
            demotions.add(trial.world.time().now() / (double) Timeline.SECOND);
          }
        });
    FixedRate<Io> array = new FixedRate<>(IOPS, BYTES_PER_SECOND);
    Backend backend = new Backend(trial.world.time(), array);
    if (what == Case.TAIL) {
      tail(trial, backend);
    } else {
      loops(what, trial, backend);
    }
    trial.manage();
    trial.world.rails(Mode.SHADOW, control, List.of());
    trial
        .world
        .time()
        .at(ENFORCED * Timeline.SECOND, () -> trial.world.rails(Mode.ENFORCE, control, List.of()));
    if (what == Case.DEVICE) {
      trial.world.time().at(CHANGES * Timeline.SECOND, () -> array.speed(0.5));
    }
    Recorder recorder = trial.record();
    trial.world.runUntil(SECONDS);
    measure(what, trial, recorder, demotions);
    return trial.result();
  }

  private static void measure(Case what, Trial trial, Recorder recorder, List<Double> demotions) {
    long trials =
        trial.decisions().stream()
            .flatMap(decision -> decision.events().stream())
            .filter(event -> event.contains("limits are let go for a moment"))
            .count();
    String prefix = what.prefix();
    trial.measured(prefix + "demotions", demotions.size());
    trial.measured(prefix + "trials", trials);
    if (!demotions.isEmpty()) {
      trial.measured(prefix + "demotedAfterSeconds", demotions.getFirst() - ENFORCED);
    }
    if (what.isSteady()) {
      trial.measured(
          prefix + "kept",
          recorder.totalIops(ENFORCED + CYCLE, ENFORCED + 5 * CYCLE)
              / recorder.totalIops(CYCLE, ENFORCED));
    }
    if (what == Case.DELAY) {
      trial.measured(
          prefix + "keptOfThroughput",
          recorder.totalIops(ENFORCED + 30, ENFORCED + 60) / recorder.totalIops(60, ENFORCED));
      trial.measured(
          prefix + "regained",
          recorder.totalIops(SECONDS - 120, SECONDS) / recorder.totalIops(60, ENFORCED));
    }
    trial.measured("auditFaults", trial.world.audit().faults().size());
    trial.series.add(recorder.iopsSeries(0, what.prefix() + "usage", "first"));
    trial.series.add(recorder.iopsSeries(1, what.prefix() + "usage", "second"));
  }

  private static void loops(Case what, Trial trial, Backend backend) {
    LabHost host = trial.world.host("h", Enforcement.HOST);
    Lun lun = trial.world.lun(host, "sda", backend, 0);
    for (int depth : new int[] {16, 4, 1}) {
      Stage busy = Stage.random(Stage.closed(depth));
      LabHost.Place place =
          trial.run(host, lun, "depth" + depth, 0, stages(what, busy, depth).toArray(Stage[]::new));
      if (what == Case.DELAY) {
        place.delay(0.04);
      }
    }
  }

  private static List<Stage> stages(Case what, Stage busy, int depth) {
    List<Stage> stages = new ArrayList<>();
    switch (what) {
      case DELAY, TAIL, HEALTHY, DEVICE -> stages.add(busy);
      case WORKLOAD -> {
        stages.add(busy.lasting(CHANGES));
        stages.add(
            Stage.random(new Stage.Arrival.Open(IOPS * depth / 60, true, Integer.MAX_VALUE)));
      }
      case RHYTHM -> {
        for (int at = 0; at < SECONDS; at += CYCLE) {
          stages.add(busy.lasting(WORKS));
          stages.add(Stage.random(new Stage.Arrival.Idle()).lasting(CYCLE - WORKS));
        }
      }
    }
    return stages;
  }

  private static void tail(Trial trial, Backend backend) {
    LabHost host = trial.world.host("h", Enforcement.ARRAY);
    Lun deep = trial.world.lun(host, "sda", backend, 0);
    Lun shallow = trial.world.lun(host, "sdb", backend, 1L << 40);
    trial.run(host, deep, "deep", 0, Stage.random(Stage.closed(32)));
    Stage.Arrival reads = new Stage.Arrival.Open(100, true, Integer.MAX_VALUE);
    LabHost.Place place = trial.run(host, shallow, "shallow", 0, Stage.random(reads));
    place.delay(0.1);
  }

  @Override
  public List<Bar> bars(String policy) {
    return policy.equals(Control.CAPACITY) ? ofGuard() : ofAsking();
  }

  /** It has no guard beside it: no limit stays that costs more than others gain. */
  private static List<Bar> ofAsking() {
    List<Bar> bars = new ArrayList<>();
    for (Case each : Case.values()) {
      bars.add(Bar.atMost(each.prefix() + "demotions", 0).promised());
      if (each.isSteady()) {
        bars.add(Bar.atLeast(each.prefix() + "kept", 0.95).promised());
      }
    }
    bars.add(Bar.atLeast(Case.DELAY.prefix() + "regained", 0.98).promised());
    bars.add(Bar.noFaults("auditFaults"));
    return bars;
  }

  private static List<Bar> ofGuard() {
    List<Bar> bars = new ArrayList<>();
    for (Case each : Case.values()) {
      bars.add(Bar.atMost(each.prefix() + "demotions", each.isHarmful() ? 1 : 0).promised());
      if (each.isHarmful()) {
        bars.add(Bar.atLeast(each.prefix() + "demotions", 1).promised());
        bars.add(Bar.atMost(each.prefix() + "demotedAfterSeconds", 300).promised());
      }
    }
    bars.add(Bar.atLeast(Case.DELAY.prefix() + "regained", 0.98).promised());
    bars.add(Bar.atMost(Case.HEALTHY.prefix() + "trials", 0));
    bars.add(Bar.noFaults("auditFaults"));
    return bars;
  }
}
