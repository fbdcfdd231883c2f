package io.oasis.lab.zoo.site;

import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Tally;
import io.oasis.lab.sim.Timeline;
import java.util.List;

/** What every application had completed, and what the device had worked for it, at given times. */
public final class Count {
  private final long[][] completed;
  private final double[][] served;

  private Count(int times, int applications) {
    completed = new long[times][applications];
    served = new double[times][applications];
  }

  /** Looks at those times, which lie ahead. */
  static Count at(double[] times, Timeline time, List<LabHost.Place> places) {
    Count count = new Count(times.length, places.size());
    for (int i = 0; i < times.length; i++) {
      int number = i;
      time.at((long) (times[i] * Timeline.SECOND), () -> count.look(number, places));
    }
    return count;
  }

  private void look(int number, List<LabHost.Place> places) {
    for (int i = 0; i < places.size(); i++) {
      Tally tally = places.get(i).worker().tally();
      completed[number][i] = tally.completed();
      served[number][i] = tally.servedSeconds();
    }
  }

  /** How many there are between the time of this number and the next one. */
  public long ios(int application, int interval) {
    return completed[interval + 1][application] - completed[interval][application];
  }

  /** Seconds that the device worked in that time. */
  public double served(int application, int interval) {
    return served[interval + 1][application] - served[interval][application];
  }

  public int intervals() {
    return completed.length - 1;
  }
}
