package io.oasis.proving.fairness;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What became of a mix.
 *
 * @param got by application
 * @param total all I/Os per second
 * @param totalToUnmanaged all that was done, to that under best effort
 * @param lastToFirstThird of the time measured: all I/Os; under 1 where it became less and less
 * @param leastShare the least of what each got to what is fair; 1 where all have it
 * @param product of what each got to what it reaches alone: the greater, the better
 * @param aloneAfterSeconds from the others' end until the first application has the device for
 *     itself; absent where it did not within {@link Play#LEFT_ALONE_SECONDS}
 */
record Outcome(
    @JsonUnwrapped Case where,
    Map<String, Got> got,
    double total,
    double totalToUnmanaged,
    double lastToFirstThird,
    double leastShare,
    double product,
    Optional<Double> aloneAfterSeconds) {

  /** What was played, where, and who held limits. */
  record Case(String device, String mix, String contender) {}

  /**
   * What was measured.
   *
   * @param got by application
   */
  record Played(Map<String, Got> got, Optional<Double> aloneAfterSeconds) {
    Played {
      got = Map.copyOf(got);
    }

    Map<String, Double> iops() {
      Map<String, Double> iops = new TreeMap<>();
      got.forEach((name, one) -> iops.put(name, one.iops()));
      return iops;
    }
  }

  /**
   * @param alone what each reaches with the device for itself
   * @param unmanaged what each got under best effort; empty where that is what was played
   */
  static Outcome of(
      String device,
      WorkloadMix mix,
      String contender,
      Played played,
      Map<String, Double> alone,
      Map<String, Double> unmanaged) {
    Map<String, Double> iops = played.iops();
    Map<String, Double> base = unmanaged.isEmpty() ? iops : unmanaged;
    double least = 1;
    double product = 1;
    for (Map.Entry<String, Double> fair : mix.fair(sum(base), alone).entrySet()) {
      double rate = iops.getOrDefault(fair.getKey(), 0.0);
      least = Math.min(least, rate / fair.getValue());
      product *= rate / alone.getOrDefault(fair.getKey(), rate);
    }
    return new Outcome(
        new Case(device, mix.name(), contender),
        new TreeMap<>(played.got()),
        sum(iops),
        mix.work(iops, alone) / mix.work(base, alone),
        lastToFirstThird(played.got()),
        least,
        product,
        played.aloneAfterSeconds());
  }

  private static double sum(Map<String, Double> iops) {
    return iops.values().stream().mapToDouble(Double::doubleValue).sum();
  }

  private static double lastToFirstThird(Map<String, Got> got) {
    List<Double> total = new ArrayList<>();
    for (Got one : got.values()) {
      for (int i = 0; i < one.perSecond().size(); i++) {
        double rate = one.perSecond().get(i);
        if (i < total.size()) {
          total.set(i, total.get(i) + rate);
        } else {
          total.add(rate);
        }
      }
    }
    int third = total.size() / 3;
    double first = mean(total.subList(0, third));
    return first > 0 ? mean(total.subList(total.size() - third, total.size())) / first : 1;
  }

  private static double mean(List<Double> values) {
    return values.stream().mapToDouble(Double::doubleValue).average().orElse(0);
  }
}
