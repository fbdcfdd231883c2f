package io.oasis.lab.experiment;

import io.oasis.lab.host.LabHost;
import io.oasis.lab.loop.World;
import io.oasis.manager.core.QueueMemory;
import io.oasis.protocol.Decision;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;

/** One run in the making: a world, its recorder, and what was measured. */
final class Trial {
  private static final double DUST = 1e-9;

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

  void measured(String metric, double value) {
    metrics.put(metric, value);
  }

  RunResult result() {
    StringBuilder text = new StringBuilder();
    metrics.replaceAll((name, value) -> rounded(value));
    metrics.forEach((name, value) -> text.append(name).append('=').append(value).append('\n'));
    return new RunResult(
        metrics, series, world.audit().faults(), decisions, world.sha256(text.toString()));
  }

  /** To six digits, so that a report is no longer than it has to be; dust is nothing. */
  private static double rounded(double value) {
    if (StrictMath.abs(value) < DUST) {
      return 0;
    }
    return Double.isNaN(value) || Double.isInfinite(value)
        ? value
        : Double.parseDouble(String.format(Locale.ROOT, "%.6g", value));
  }

  /** A result without decisions and curves: for runs with thousands of queues. */
  record Light(Trial trial) {
    RunResult result() {
      RunResult whole = trial.result();
      return new RunResult(whole.metrics(), List.of(), whole.faults(), List.of(), whole.sha256());
    }
  }
}
