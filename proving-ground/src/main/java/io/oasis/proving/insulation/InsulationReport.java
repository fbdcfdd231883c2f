package io.oasis.proving.insulation;

import io.oasis.proving.Bars;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;

/**
 * What was measured, a row for each application.
 *
 * @param r that was asked for
 */
record InsulationReport(double r, double seconds, List<Row> rows) {
  /** How far prediction and measurement may be apart. */
  private static final double PREDICTED_WITHIN = 0.15;

  /** Visibly worse: some application loses so much more. */
  private static final double WORSE_BY = 0.2;

  InsulationReport {
    rows = List.copyOf(rows);
  }

  /**
   * Efficiencies are parts of an application's share of what it does alone.
   *
   * @param alone reads per second without anybody else
   * @param without as applications come, or with bricks out of step
   * @param with as planned
   * @param predicted by the planner
   */
  record Row(
      String setup,
      String application,
      double alone,
      double without,
      double with,
      double predicted) {}

  Bars bars() {
    List<List<String>> bars = new ArrayList<>();
    for (Row row : rows) {
      String who = row.setup + ", " + row.application;
      bars.add(Bars.bar(row.with >= r, words("%s: %.3f of its share, bar %.2f", who, row.with, r)));
      bars.add(
          Bars.bar(
              Math.abs(row.with - row.predicted) <= PREDICTED_WITHIN,
              words(
                  "%s: predicted %.3f, measured %.3f, bar %.2f apart",
                  who, row.predicted, row.with, PREDICTED_WITHIN)));
    }
    for (String setup : rows.stream().map(Row::setup).distinct().toList()) {
      double gained =
          rows.stream()
              .filter(row -> row.setup.equals(setup))
              .mapToDouble(row -> row.with - row.without)
              .max()
              .orElse(0);
      bars.add(
          Bars.bar(
              gained >= WORSE_BY,
              words(
                  "%s: without, nobody loses more than %.3f, bar %.2f", setup, gained, WORSE_BY)));
    }
    return new Bars(bars);
  }

  private static String words(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /** For people. */
  String text() {
    StringJoiner text = new StringJoiner("\n", "", "\n");
    text.add("setup     application   alone 1/s   without      with  predicted");
    for (Row row : rows) {
      text.add(
          words(
              "%-9s %-11s %11.1f %9.3f %9.3f %10.3f",
              row.setup, row.application, row.alone, row.without, row.with, row.predicted));
    }
    text.add(
        words(
            "parts of an application's share of what it does alone; bars: with the plan at least"
                + " %.2f, predicted within %.2f",
            r, PREDICTED_WITHIN));
    return text + bars().text();
  }
}
