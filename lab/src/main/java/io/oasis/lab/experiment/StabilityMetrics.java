package io.oasis.lab.experiment;

import io.oasis.lab.loop.World;
import io.oasis.manager.core.settle.Stability;
import java.util.SortedMap;

/**
 * How calm the allocations of a managed run are.
 *
 * <p>{@code convergenceSeconds}: first time after which every allocation stays within 5 % of its
 * final mean (that of the last third). {@code reversalsPerTenMinutes}: sign changes of moves beyond
 * the dead band, of the worst queue, from the moment of convergence on. {@code overshoot}: how far
 * any allocation was above its final mean after it first reached it. {@code jain}: Jain's index of
 * allocation by fair share.
 */
final class StabilityMetrics {
  private static final double STAYS_WITHIN = 0.05;

  private StabilityMetrics() {}

  static void add(
      SortedMap<String, Double> metrics, World world, Recorder recorder, int from, double[] fair) {
    int end = recorder.seconds();
    int settled = from;
    double overshoot = 0;
    double sum = 0;
    double squares = 0;
    for (int i = 0; i < recorder.count(); i++) {
      double last = finalMean(recorder, i, from, end);
      if (Double.isNaN(last)) {
        continue;
      }
      settled = StrictMath.max(settled, settledAt(recorder, i, from, end, last));
      overshoot = StrictMath.max(overshoot, overshoot(recorder, i, from, end, last));
      double relative = last / fair[i];
      sum += relative;
      squares += relative * relative;
    }
    double reversals = 0;
    for (int i = 0; i < recorder.count(); i++) {
      reversals = StrictMath.max(reversals, reversals(recorder, i, settled, end));
    }
    metrics.put("convergenceSeconds", (double) (settled - from));
    metrics.put(
        "reversalsPerTenMinutes", settled < end ? reversals * 600 / (end - settled) : reversals);
    metrics.put("overshoot", overshoot);
    metrics.put("jain", squares == 0 ? 1 : sum * sum / (recorder.count() * squares));
    metrics.put("pushesPerHour", world.settings() * 3_600.0 / end);
    metrics.put("kellySum", world.audit().kellySum());
    metrics.put("decisions", (double) world.audit().decisions());
    metrics.put("auditFaults", (double) world.audit().faults().size());
  }

  private static double finalMean(Recorder recorder, int place, int from, int end) {
    double sum = 0;
    int count = 0;
    for (int second = end - (end - from) / 3; second <= end; second++) {
      double value = recorder.allocation(place, second);
      if (!Double.isNaN(value)) {
        sum += value;
        count++;
      }
    }
    return count == 0 ? Double.NaN : sum / count;
  }

  private static int settledAt(Recorder recorder, int place, int from, int end, double last) {
    for (int second = end; second > from; second--) {
      double value = recorder.allocation(place, second);
      if (Double.isNaN(value) || StrictMath.abs(value - last) > STAYS_WITHIN * last) {
        return second + 1;
      }
    }
    return from;
  }

  private static double overshoot(Recorder recorder, int place, int from, int end, double last) {
    double first = Double.NaN;
    boolean reached = false;
    double most = 0;
    for (int second = from; second <= end; second++) {
      double value = recorder.allocation(place, second);
      if (Double.isNaN(value)) {
        continue;
      }
      first = Double.isNaN(first) ? value : first;
      reached |= first < last ? value >= last : value <= last * (1 + STAYS_WITHIN);
      if (reached) {
        most = StrictMath.max(most, value / last - 1);
      }
    }
    return most;
  }

  private static double reversals(Recorder recorder, int place, int from, int end) {
    int count = 0;
    int direction = 0;
    double anchor = Double.NaN;
    for (int second = from; second <= end; second++) {
      double value = recorder.allocation(place, second);
      if (Double.isNaN(value)) {
        continue;
      }
      if (Double.isNaN(anchor)) {
        anchor = value;
      }
      double move = value - anchor;
      if (StrictMath.abs(move) > Stability.DEAD_BAND * anchor) {
        int sign = move > 0 ? 1 : -1;
        count += direction != 0 && sign != direction ? 1 : 0;
        direction = sign;
        anchor = value;
      }
    }
    return count;
  }
}
