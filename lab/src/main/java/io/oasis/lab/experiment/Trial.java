package io.oasis.lab.experiment;

import io.oasis.brick.device.FixedRate;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.lab.loop.World;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.protocol.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** One run in the making: a world, its recorder, and what was measured. */
final class Trial {
  /** So fast that the number of I/Os alone decides. */
  private static final double FIFO_BYTES_PER_SECOND = 10e9;

  final World world;
  final List<LabHost.Place> places = new ArrayList<>();
  final SortedMap<String, Double> metrics = new TreeMap<>();
  final List<Series> series = new ArrayList<>();
  private final List<Decision> decisions = new ArrayList<>();
  private final String control;
  private boolean managed;

  Trial(String control, long seed) {
    this.control = control;
    world = new World(seed);
    world.witness(
        message -> {
          if (message instanceof Decision decision) {
            decisions.add(decision);
          }
        });
  }

  /** Adds a queue whose numbers are recorded. */
  LabHost.Place add(LabHost.Place place) {
    places.add(place);
    return place;
  }

  /** Has an application work from a second on; its numbers are recorded. */
  LabHost.Place run(LabHost host, Lun lun, String name, double seconds, Stage... stages) {
    return add(world.run(host, lun, name, seconds, stages));
  }

  /** A LUN of an array that serves {@code iops} small I/Os per second in their order. */
  Lun fifo(LabHost host, double iops) {
    Backend backend = new Backend(world.time(), new FixedRate<>(iops, FIFO_BYTES_PER_SECOND));
    return world.lun(host, "sda", backend, 0);
  }

  /** Keeps the curves of what queues used and were allowed, under these names. */
  void plot(Recorder recorder, String... names) {
    for (int i = 0; i < names.length; i++) {
      series.add(recorder.iopsSeries(i, "usage", names[i]));
      series.add(recorder.allocationSeries(i, "allocation", names[i]));
    }
  }

  Recorder record() {
    return new Recorder(world, places);
  }

  List<Decision> decisions() {
    return decisions;
  }

  boolean isManaged() {
    return managed;
  }

  /** Puts the loop round the world when the control is a policy. */
  void manage(double periodSeconds, List<QueueMemory> memories) {
    managed = Control.isLoop(control);
    if (managed) {
      world.manage(control, periodSeconds, memories);
    }
  }

  void manage() {
    manage(1, List.of());
  }

  /** The same; as the reference {@code even} equal parts of this instead. */
  void manageOrDivide(double capacity) {
    if (control.equals(Control.EVEN)) {
      Control.even(places, capacity);
    } else {
      manage();
    }
  }

  void measured(String metric, double value) {
    metrics.put(metric, value);
  }

  RunResult result() {
    String text = Rounding.apply(metrics);
    return new RunResult(metrics, series, world.audit().faults(), decisions, world.sha256(text));
  }
}
