package io.oasis.lab.zoo.site;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.sim.Timeline;
import io.oasis.lab.zoo.scenario.Scenario;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * One run of a scenario, whole: what each application got, how long it waited, how it was limited.
 *
 * @param moves every limit that was written
 * @param faults what the loop's own audit found
 * @param events that happened
 */
public record Run(
    Scenario scenario,
    Epochs epochs,
    Counted counted,
    List<Move> moves,
    List<String> faults,
    long events) {
  private static final double PART = 99;

  /**
   * @param byEpoch counts between the bounds of the epochs
   * @param bySecond counts between whole seconds
   * @param held I/Os behind limits at each second, by application
   * @param p99Millis of each application's I/Os that ended in the time that is judged; 0 for none
   */
  public record Counted(Count byEpoch, Count bySecond, int[][] held, double[] p99Millis) {}

  /** A limit of an application is set, or lifted. */
  public record Move(double second, int application, Throttle throttle) {}

  public static Run of(Scenario scenario, Enforcement enforcement, long seed, Control control) {
    return of(scenario, Epochs.of(scenario), enforcement, seed, control);
  }

  /**
   * @param epochs between whose bounds is counted
   */
  public static Run of(
      Scenario scenario, Epochs epochs, Enforcement enforcement, long seed, Control control) {
    Site site = new Site(scenario, enforcement, seed, control.counting());
    Timeline time = site.world().time();
    List<LabHost.Place> places = site.places();
    Count byEpoch = Count.at(epochs.bounds(), time, places);
    Count bySecond = Count.at(seconds(scenario), time, places);
    int[][] held = held(scenario, time, places);
    time.at(
        (long) (scenario.judgedFrom() * Timeline.SECOND),
        () -> places.forEach(place -> place.worker().watchLatencies()));
    List<Move> moves = moves(site);
    control.begin(site);
    site.world().runUntil(scenario.seconds());
    double[] p99 =
        places.stream()
            .mapToDouble(place -> place.worker().latencies().getValueAtPercentile(PART) / 1e3)
            .toArray();
    return new Run(
        scenario,
        epochs,
        new Counted(byEpoch, bySecond, held, p99),
        moves,
        site.world().audit().faults(),
        time.happened());
  }

  private static int[][] held(Scenario scenario, Timeline time, List<LabHost.Place> places) {
    int[][] held = new int[(int) scenario.seconds() + 1][places.size()];
    for (int second = 0; second < held.length; second++) {
      int[] now = held[second];
      time.at(
          second * Timeline.SECOND,
          () -> {
            for (int i = 0; i < now.length; i++) {
              now[i] = places.get(i).held();
            }
          });
    }
    return held;
  }

  private static double[] seconds(Scenario scenario) {
    double[] seconds = new double[(int) scenario.seconds() + 1];
    for (int i = 0; i < seconds.length; i++) {
      seconds[i] = i;
    }
    return seconds;
  }

  private static List<Move> moves(Site site) {
    List<Move> moves = new ArrayList<>();
    Map<LabHost.Place, Integer> numbers = new IdentityHashMap<>();
    for (LabHost.Place place : site.places()) {
      numbers.put(place, numbers.size());
    }
    Timeline time = site.world().time();
    for (LabHost host : site.hosts()) {
      host.watchLimits(
          place -> {
            Integer number = numbers.get(place);
            if (number != null) {
              moves.add(new Move(time.seconds(), number, place.throttle()));
            }
          });
    }
    return moves;
  }
}
