package io.oasis.proving;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What each application should get: an equal part of the capacity, except that one that cannot use
 * its part leaves the rest to the others (max-min fairness with equal weights). Two applications on
 * 1000, one of which reaches 300 alone: 300 and 700.
 */
public final class FairShare {
  private FairShare() {}

  /**
   * @param reachable by application: what it reaches when it has the device for itself
   */
  public static Map<String, Double> of(double capacity, Map<String, Double> reachable) {
    List<Map.Entry<String, Double>> ascending = new ArrayList<>(reachable.entrySet());
    ascending.sort(Comparator.comparingDouble(Map.Entry::getValue));
    Map<String, Double> shares = new LinkedHashMap<>();
    double left = capacity;
    int still = ascending.size();
    for (Map.Entry<String, Double> application : ascending) {
      double share = Math.min(application.getValue(), left / still);
      shares.put(application.getKey(), share);
      left -= share;
      still--;
    }
    return shares;
  }

  /** Jain's index: (sum x)^2 / (n sum x^2); 1 when all are equal, 1/n when one has everything. */
  public static double jain(List<Double> values) {
    double sum = values.stream().mapToDouble(Double::doubleValue).sum();
    double squares = values.stream().mapToDouble(value -> value * value).sum();
    return squares == 0 ? 0 : sum * sum / (values.size() * squares);
  }
}
