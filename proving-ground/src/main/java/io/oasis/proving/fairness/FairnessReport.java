package io.oasis.proving.fairness;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * All that was measured, in one run.
 *
 * @param seconds measured of each mix, at least
 * @param alone by device, mix and application: what it reaches with the device for itself
 * @param skipped what could not be measured, and why
 */
record FairnessReport(
    int settleSeconds,
    int seconds,
    Map<String, Map<String, Map<String, Double>>> alone,
    List<Outcome> outcomes,
    List<String> skipped) {
  FairnessReport {
    alone = Map.copyOf(alone);
    outcomes = List.copyOf(outcomes);
    skipped = List.copyOf(skipped);
  }

  /** For people: a line for each mix and contender. */
  String text() {
    StringJoiner text = new StringJoiner("\n", "", "\n");
    text.add(
        "%-16s %-11s %-18s %7s %6s %6s %6s %8s %6s  %s"
            .formatted(
                "device",
                "mix",
                "",
                "total",
                "",
                "third",
                "least",
                "product",
                "alone",
                "IOPS (p99, ms)"));
    outcomes.forEach(each -> text.add(line(each)));
    means().forEach(text::add);
    skipped.forEach(each -> text.add("skipped: " + each));
    return text.toString();
  }

  private static String line(Outcome each) {
    return String.format(
        Locale.ROOT,
        "%-16s %-11s %-18s %7.0f %6.3f %6.2f %6.2f %8.3f %6s  %s",
        each.where().device(),
        each.where().mix(),
        each.where().contender(),
        each.total(),
        each.totalToUnmanaged(),
        each.lastToFirstThird(),
        each.leastShare(),
        each.product(),
        each.aloneAfterSeconds().map(s -> String.format(Locale.ROOT, "%.1f", s)).orElse("never"),
        each.got().entrySet().stream().map(FairnessReport::rate).collect(Collectors.joining(", ")));
  }

  private static String rate(Map.Entry<String, Got> one) {
    return String.format(
        Locale.ROOT,
        "%s %.0f (%.0f)",
        one.getKey(),
        one.getValue().iops(),
        one.getValue().p99Millis());
  }

  private List<String> means() {
    Map<String, List<Outcome>> groups = new LinkedHashMap<>();
    for (Outcome each : outcomes) {
      groups
          .computeIfAbsent(
              each.where().device() + "|" + each.where().contender(), _ -> new ArrayList<>())
          .add(each);
    }
    return groups.values().stream().map(FairnessReport::mean).toList();
  }

  private static String mean(List<Outcome> of) {
    return String.format(
        Locale.ROOT,
        "%-16s %-11s %-18s %7s %6.3f %6.2f %6.2f %8.3f",
        of.getFirst().where().device(),
        "mean",
        of.getFirst().where().contender(),
        "",
        mean(of, Outcome::totalToUnmanaged),
        mean(of, Outcome::lastToFirstThird),
        mean(of, Outcome::leastShare),
        mean(of, Outcome::product));
  }

  private static double mean(List<Outcome> of, Function<Outcome, Double> what) {
    return of.stream().mapToDouble(what::apply).average().orElse(0);
  }
}
