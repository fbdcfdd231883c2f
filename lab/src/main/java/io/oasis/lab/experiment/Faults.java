package io.oasis.lab.experiment;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.lab.loop.Network;
import io.oasis.lab.loop.World;
import io.oasis.lab.sim.Chance;
import io.oasis.lab.sim.Timeline;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Everything that can fail does, at a moment that the seed chooses; the audit looks after every
 * message. At the end the manager and the network are gone for good, and no limit may be left.
 */
final class Faults implements Experiment {
  /** Which kind of failure. */
  enum Kind {
    MESSAGES("lose, double, delay and reorder messages on every way"),
    CRASHES("kill, freeze and restart manager, agent and adapter, with and without memory"),
    PARTITIONS("cut ways of the network, one by one and together"),
    CLOCKS("step the calendars of manager and hosts by up to a day"),
    EVERYTHING("all of these at once");

    private final String what;

    Kind(String what) {
      this.what = what;
    }
  }

  private static final double CAPACITY = 200;
  private static final int CALM_UNTIL = 20;
  private static final int FAULTS_UNTIL = 120;
  private static final int GOES_AT = 240;
  private static final int LEASE_AND_ONE = (int) World.LEASE.toSeconds() + 1;
  private static final double DAY = 86_400;

  /** Guard rails of every second seed, and what is fair by them: IOPS of the three queues. */
  private static final double LIMIT = 40;

  private static final double WEIGHT = 2;
  private static final double RESERVE = 60;
  private static final double[] RAILED_SHARES = {40, 100, 60};

  /** Two grains of a throttle that gives whole I/Os in slices of 100 ms: 20 of 66.7 IOPS. */
  private static final double FAIR_AGAIN = 0.7;

  private final Kind kind;

  Faults(Kind kind) {
    this.kind = kind;
  }

  @Override
  public Outline outline() {
    return Outline.of(
            "faults-" + kind.name().toLowerCase(java.util.Locale.ROOT),
            "beyond the papers",
            "Closed loops of depths 16, 4 and 1 on an array of 200 IOPS; from 20 s to 120 s: "
                + kind.what
                + "; every second seed with a limit, a weight and a reserve; at 240 s the manager"
                + " and the network go for good. Invariants after every message.")
        .under(Control.PROPORTIONAL_FAIR, Control.CAPACITY)
        .beside();
  }

  @Override
  public List<Long> seeds() {
    return LongStream.rangeClosed(1, 200).boxed().toList();
  }

  @Override
  public List<Long> reportSeeds() {
    return LongStream.rangeClosed(1, 40).boxed().toList();
  }

  @Override
  public RunResult run(String control, long seed) {
    Trial trial = new Trial(control, seed);
    World world = trial.world;
    LabHost host = world.host("h", LabHost.Enforcement.HOST);
    Lun lun = trial.fifo(host, CAPACITY);
    for (int depth : new int[] {16, 4, 1}) {
      trial.add(world.run(host, lun, "depth" + depth, 0, Stage.random(Stage.closed(depth))));
    }
    trial.manage();
    boolean railed = seed % 2 == 0;
    if (railed) {
      world.rails(Mode.ENFORCE, control, rails(trial.places));
    }
    Recorder recorder = trial.record();
    fail(world, new Chance(seed, "faults"));
    world.time().at(FAULTS_UNTIL * Timeline.SECOND, () -> mend(world));
    world.runUntil(GOES_AT);
    double least = least(trial, recorder, railed);
    world.manager().ifPresent(manager -> manager.stop());
    for (Network.Way way : Network.Way.values()) {
      world.network().cut(way, GOES_AT, Double.MAX_VALUE / Timeline.SECOND);
    }
    world.runUntil(GOES_AT + LEASE_AND_ONE + 1);
    long left =
        trial.places.stream().filter(place -> !place.throttle().equals(Throttle.NONE)).count();
    trial.measured("limitsLeft", left);
    trial.measured("leastOfFairShareAfterwards", least);
    trial.measured("auditFaults", world.audit().faults().size());
    trial.measured("decisions", world.audit().decisions());
    RunResult result = trial.result();
    return new RunResult(
        result.metrics(),
        seed == 1 ? usage(recorder) : List.of(),
        result.faults(),
        List.of(),
        result.sha256());
  }

  /** The smallest part of its fair share that anybody has now that the faults are long over. */
  private static double least(Trial trial, Recorder recorder, boolean railed) {
    double least = Double.MAX_VALUE;
    for (int i = 0; i < trial.places.size(); i++) {
      double fair = railed ? RAILED_SHARES[i] : CAPACITY / 3;
      least = StrictMath.min(least, recorder.iops(i, GOES_AT - 30, GOES_AT) / fair);
    }
    return least;
  }

  /** A limit on the deepest, a weight on the next, a reserve on the shallowest. */
  private static List<GuardRail> rails(List<LabHost.Place> places) {
    return List.of(
        rail(places.get(0), Optional.empty(), Optional.empty(), Optional.of(LIMIT)),
        rail(places.get(1), Optional.of(WEIGHT), Optional.empty(), Optional.empty()),
        rail(places.get(2), Optional.empty(), Optional.of(RESERVE), Optional.empty()));
  }

  private static GuardRail rail(
      LabHost.Place place,
      Optional<Double> weight,
      Optional<Double> reserve,
      Optional<Double> limit) {
    return new GuardRail(
        Scope.QUEUE,
        place.queue().toString(),
        weight,
        reserve.map(RateBound::ofIops),
        limit.map(RateBound::ofIops),
        false);
  }

  private static List<Series> usage(Recorder recorder) {
    return List.of(
        recorder.iopsSeries(0, "usage", "depth 16"),
        recorder.iopsSeries(1, "usage", "depth 4"),
        recorder.iopsSeries(2, "usage", "depth 1"));
  }

  private void fail(World world, Chance chance) {
    boolean all = kind == Kind.EVERYTHING;
    if (all || kind == Kind.MESSAGES) {
      messages(world, chance);
    }
    if (all || kind == Kind.CRASHES) {
      crashes(world, chance);
    }
    if (all || kind == Kind.PARTITIONS) {
      partitions(world, chance);
    }
    if (all || kind == Kind.CLOCKS) {
      clocks(world, chance);
    }
  }

  private static long moment(Chance chance) {
    return CALM_UNTIL * Timeline.SECOND
        + chance.below((FAULTS_UNTIL - CALM_UNTIL) * Timeline.SECOND);
  }

  private static void messages(World world, Chance chance) {
    world
        .time()
        .at(
            CALM_UNTIL * Timeline.SECOND,
            () -> {
              for (Network.Way way : Network.Way.values()) {
                world
                    .network()
                    .weather(
                        way,
                        new Network.Weather(
                            0.5 * chance.even(), 0.5 * chance.even(), 5, 2_000 * chance.even()));
              }
            });
  }

  private static void crashes(World world, Chance chance) {
    for (int i = 0; i < 6; i++) {
      long at = moment(chance);
      long back = at + chance.below(30 * Timeline.SECOND);
      long what = chance.below(5);
      world.time().at(at, () -> stop(world, what));
      world.time().at(back, () -> start(world, what));
    }
  }

  private static void stop(World world, long what) {
    switch ((int) what) {
      case 0, 1 -> world.manager().ifPresent(manager -> manager.stop());
      case 2 -> world.agent().stop();
      case 3 -> world.adapter().kill();
      default -> world.adapter().freeze();
    }
  }

  private static void start(World world, long what) {
    switch ((int) what) {
      case 0 -> world.manager().ifPresent(manager -> manager.start());
      case 1 -> {
        world.audit().restarted();
        world.manager().ifPresent(manager -> manager.startEmpty());
      }
      case 2 -> world.agent().start();
      case 3 -> world.adapter().start();
      default -> world.adapter().thaw();
    }
  }

  private static void partitions(World world, Chance chance) {
    for (Network.Way way : Network.Way.values()) {
      double from = moment(chance) / (double) Timeline.SECOND;
      world.network().cut(way, from, from + 40 * chance.even());
    }
    double from = moment(chance) / (double) Timeline.SECOND;
    double until = from + 40 * chance.even();
    for (Network.Way way : Network.Way.values()) {
      world.network().cut(way, from, until);
    }
  }

  private static void clocks(World world, Chance chance) {
    for (int i = 0; i < 4; i++) {
      double step = DAY * (2 * chance.even() - 1);
      boolean ofManager = chance.happens(0.5);
      world
          .time()
          .at(
              moment(chance),
              () -> {
                if (ofManager) {
                  world.stepManagerClock(step);
                } else {
                  world.stepHostClocks(step);
                }
              });
    }
  }

  /** The weather is fair again and everybody runs. */
  private static void mend(World world) {
    for (Network.Way way : Network.Way.values()) {
      world.network().weather(way, Network.Weather.FAIR);
    }
  }

  @Override
  public List<Bar> bars(String policy) {
    return List.of(
        Bar.noFaults("auditFaults"),
        Bar.atMost("limitsLeft", 0).promised(),
        Bar.atLeast("leastOfFairShareAfterwards", FAIR_AGAIN).promised());
  }

  @Override
  public String remark(String policy) {
    return "leastOfFairShareAfterwards is what the worst-off queue gets 90 s after the last fault.";
  }
}
