package io.oasis.manager.planners.insulation;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Mean time per request at the disk, by the number that are there at once; more of them can be put
 * into a better order.
 *
 * <p>Between two measured depths the straight line is taken. It is never too short where every
 * further request helps less than the one before, which is what disks do, so what follows is a
 * lower bound of efficiency.
 *
 * @param microsByDepth measured, with depth 1; not rising
 */
public record ServiceTimes(SortedMap<Integer, Double> microsByDepth) {
  public ServiceTimes {
    microsByDepth = Collections.unmodifiableSortedMap(new TreeMap<>(microsByDepth));
    if (!microsByDepth.containsKey(1) || microsByDepth.firstKey() != 1) {
      throw new IllegalArgumentException(
          "microsByDepth = " + microsByDepth + ": must begin with depth 1");
    }
    double last = Double.MAX_VALUE;
    for (double micros : microsByDepth.values()) {
      if (!(micros > 0 && micros <= last)) {
        throw new IllegalArgumentException(
            "microsByDepth = " + microsByDepth + ": must be above 0 and must not rise");
      }
      last = micros;
    }
  }

  /** The same at every depth. */
  public static ServiceTimes constant(double micros) {
    return new ServiceTimes(new TreeMap<>(Map.of(1, micros)));
  }

  public double micros(int depth) {
    int from = microsByDepth.headMap(depth + 1).lastKey();
    double micros = microsByDepth.getOrDefault(from, 0.0);
    SortedMap<Integer, Double> above = microsByDepth.tailMap(depth + 1);
    if (above.isEmpty()) {
      return micros;
    }
    int to = above.firstKey();
    double rest = above.getOrDefault(to, micros);
    return micros + (rest - micros) * (depth - from) / (to - from);
  }

  /** What serving the last {@code depth} requests takes longer because none follow them. */
  public double drainMicros(int depth) {
    double atDepth = micros(depth);
    double longer = 0;
    for (int left = 1; left < depth; left++) {
      longer += micros(left) - atDepth;
    }
    return longer;
  }
}
