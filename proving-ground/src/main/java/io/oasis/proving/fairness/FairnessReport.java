package io.oasis.proving.fairness;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All that was measured, in one run.
 *
 * @param capacityIops of the device
 * @param alone by mix and application: what it reaches with the device for itself
 */
record FairnessReport(
    double capacityIops,
    int seconds,
    Map<String, Map<String, Double>> alone,
    List<Outcome> outcomes) {

  /** For people: a line for each mix and contender. */
  String text() {
    StringJoiner text = new StringJoiner("\n", "", "\n");
    text.add(
        "%-12s %-18s %7s %6s %6s %8s  %s"
            .formatted("mix", "", "total", "", "least", "product", "IOPS (p99, ms)"));
    for (Outcome each : outcomes) {
      text.add(
          String.format(
              Locale.ROOT,
              "%-12s %-18s %7.0f %6.3f %6.2f %8.3f  %s",
              each.mix(),
              each.contender(),
              each.total(),
              each.totalToUnmanaged(),
              each.leastShare(),
              each.product(),
              each.iops().entrySet().stream()
                  .map(
                      rate ->
                          String.format(
                              Locale.ROOT,
                              "%s %.0f (%.0f)",
                              rate.getKey(),
                              rate.getValue(),
                              each.p99Millis().getOrDefault(rate.getKey(), 0.0)))
                  .collect(Collectors.joining(", "))));
    }
    means().forEach((contender, mean) -> text.add(mean));
    return text.toString();
  }

  private Map<String, String> means() {
    return outcomes.stream()
        .collect(
            Collectors.groupingBy(
                Outcome::contender,
                java.util.LinkedHashMap::new,
                Collectors.collectingAndThen(Collectors.toList(), FairnessReport::mean)));
  }

  private static String mean(List<Outcome> of) {
    return String.format(
        Locale.ROOT,
        "%-12s %-18s %7s %6.3f %6.2f %8.3f",
        "mean",
        of.getFirst().contender(),
        "",
        mean(of, Outcome::totalToUnmanaged),
        mean(of, Outcome::leastShare),
        mean(of, Outcome::product));
  }

  private static double mean(List<Outcome> of, Function<Outcome, Double> what) {
    return of.stream().mapToDouble(what::apply).average().orElse(0);
  }
}
