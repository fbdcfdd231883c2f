package io.oasis.lab.experiment;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Tally;
import io.oasis.lab.loop.World;
import io.oasis.lab.sim.Timeline;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Looks at every queue once a second: what it got, what it was allocated, what waited. */
final class Recorder {
  private static final int COMPLETED = 0;
  private static final int BYTES = 1;
  private static final int OUTSTANDING = 2;
  private static final int LATENCY = 3;
  private static final int ALLOCATION = 4;
  private static final int AT_DEVICE = 5;
  private static final int COLUMNS = 6;

  private final World world;
  private final List<LabHost.Place> places;
  private final List<double[]> rows = new ArrayList<>();
  private final List<Double> capacityLower = new ArrayList<>();
  private final List<Double> capacityUpper = new ArrayList<>();

  Recorder(World world, List<LabHost.Place> places) {
    this.world = world;
    this.places = List.copyOf(places);
    look();
    world.time().every(Timeline.SECOND, Timeline.SECOND, this::look);
  }

  private void look() {
    double[] row = new double[COLUMNS * places.size()];
    Map<QueueId, Double> allocated = new HashMap<>();
    double lower = Double.NaN;
    double upper = Double.NaN;
    Optional<DomainView> known = world.manager().flatMap(manager -> manager.view());
    if (known.isPresent()) {
      DomainView view = known.get();
      for (DomainView.QueueView queue : view.queues()) {
        queue
            .share()
            .granted()
            .ifPresent(bound -> allocated.put(queue.queue(), bound.iops().perSecond()));
      }
      lower = view.capacity().lowerIops();
      upper = view.capacity().upperIops().orElse(Double.NaN);
    }
    capacityLower.add(lower);
    capacityUpper.add(upper);
    for (int i = 0; i < places.size(); i++) {
      LabHost.Place place = places.get(i);
      Tally tally = place.worker().tally();
      int at = i * COLUMNS;
      row[at + COMPLETED] = tally.completed();
      row[at + BYTES] = tally.bytes();
      row[at + OUTSTANDING] = tally.outstandingSeconds();
      row[at + LATENCY] = tally.latencySeconds();
      row[at + AT_DEVICE] = tally.atDeviceSeconds();
      long limit =
          place.throttle().get(Throttle.Part.READ_IOPS)
              + place.throttle().get(Throttle.Part.WRITE_IOPS);
      row[at + ALLOCATION] =
          allocated.getOrDefault(place.queue(), limit == 0 ? Double.NaN : (double) limit);
    }
    rows.add(row);
  }

  int seconds() {
    return rows.size() - 1;
  }

  private double between(int place, int column, int from, int to) {
    return rows.get(to)[place * COLUMNS + column] - rows.get(from)[place * COLUMNS + column];
  }

  /** Mean completions per second of a queue between two seconds. */
  double iops(int place, int from, int to) {
    return between(place, COMPLETED, from, to) / (to - from);
  }

  double bytesPerSecond(int place, int from, int to) {
    return between(place, BYTES, from, to) / (to - from);
  }

  /** Mean number of requests issued and not answered, wherever they wait. */
  double outstanding(int place, int from, int to) {
    return between(place, OUTSTANDING, from, to) / (to - from);
  }

  /** Mean number of requests that passed every limit and are not answered (Little's law). */
  double atDevice(int place, int from, int to) {
    return between(place, AT_DEVICE, from, to) / (to - from);
  }

  /** Mean time from issue to answer, in milliseconds; 0 when nothing was answered. */
  double latencyMillis(int place, int from, int to) {
    double count = between(place, COMPLETED, from, to);
    return count == 0 ? 0 : between(place, LATENCY, from, to) / count * 1_000;
  }

  /** Completions per second of all queues. */
  double totalIops(int from, int to) {
    double sum = 0;
    for (int i = 0; i < places.size(); i++) {
      sum += iops(i, from, to);
    }
    return sum;
  }

  /** What a queue has been allocated at a second; NaN while it is not limited. */
  double allocation(int place, int second) {
    return rows.get(second)[place * COLUMNS + ALLOCATION];
  }

  double capacityLower(int second) {
    return capacityLower.get(second);
  }

  double capacityUpper(int second) {
    return capacityUpper.get(second);
  }

  Series iopsSeries(int place, String panel, String name) {
    return series(panel, name, "IOPS", second -> iops(place, second, second + 1));
  }

  Series allocationSeries(int place, String panel, String name) {
    return series(panel, name, "IOPS", second -> allocation(place, second + 1));
  }

  Series outstandingSeries(int place, String panel, String name) {
    return series(panel, name, "requests", second -> outstanding(place, second, second + 1));
  }

  Series latencySeries(int place, String panel, String name) {
    return series(panel, name, "ms", second -> latencyMillis(place, second, second + 1));
  }

  private Series series(String panel, String name, String unit, IntToDoubleFunction value) {
    double[] values = IntStream.range(0, seconds()).mapToDouble(value).toArray();
    return new Series(panel, name, unit, values);
  }

  int count() {
    return places.size();
  }
}
