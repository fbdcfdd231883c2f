package io.oasis.proving.fairness;

import java.util.Map;
import java.util.TreeMap;

/**
 * What became of a mix.
 *
 * @param iops and {@code p99Millis}: of each application
 * @param totalToUnmanaged all I/Os, to those under best effort
 * @param leastShare the least of what each got to what is fair; 1 where all have it
 * @param product of what each got to what it reaches alone: the greater, the better
 */
record Outcome(
    String mix,
    String contender,
    Map<String, Double> iops,
    Map<String, Double> p99Millis,
    double total,
    double totalToUnmanaged,
    double leastShare,
    double product) {

  /**
   * @param unmanaged total under best effort
   */
  static Outcome of(
      WorkloadMix mix,
      String contender,
      Map<String, FairnessRun.Got> got,
      Map<String, Double> alone,
      double unmanaged) {
    Map<String, Double> iops = new TreeMap<>();
    Map<String, Double> p99 = new TreeMap<>();
    got.forEach(
        (name, one) -> {
          iops.put(name, one.iops());
          p99.put(name, one.p99Millis());
        });
    double total = iops.values().stream().mapToDouble(Double::doubleValue).sum();
    double base = unmanaged > 0 ? unmanaged : total;
    double least = 1;
    double product = 1;
    for (Map.Entry<String, Double> fair : mix.fair(base, alone).entrySet()) {
      double rate = iops.getOrDefault(fair.getKey(), 0.0);
      least = Math.min(least, rate / fair.getValue());
      product *= rate / alone.getOrDefault(fair.getKey(), rate);
    }
    return new Outcome(mix.name(), contender, iops, p99, total, total / base, least, product);
  }
}
