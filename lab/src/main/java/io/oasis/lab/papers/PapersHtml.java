package io.oasis.lab.papers;

import io.oasis.lab.experiment.RunResult;
import io.oasis.lab.experiment.Series;
import io.oasis.lab.experiment.Verdict;
import io.oasis.lab.report.Svg;
import io.oasis.lab.report.Text;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rows as a table of the page, each beside what was drawn of it. */
public final class PapersHtml {
  /** Plots beside a row at most; the section of its experiment has all. */
  private static final int MOST_PLOTS = 4;

  /** Panels that are drawn like the paper's own begin so. */
  private static final String ORIGINAL = "as figure";

  private PapersHtml() {}

  /** Some curves that share their axes, of what was run under that control. */
  private record Plot(String control, String panel) {
    String title() {
      return control + ": " + panel;
    }
  }

  /**
   * @param verdicts of the same runs, with their first seed's curves
   */
  public static String table(List<JudgedRow> rows, List<Verdict> verdicts) {
    StringBuilder html = new StringBuilder("<p>").append(PapersText.summary(rows)).append("</p>");
    html.append("<table class=\"papers\"><tr><th>paper<th>figure<th>paper says<th>ours");
    html.append("<th>verdict<th>drawn</tr>\n");
    for (JudgedRow judged : rows) {
      Row row = judged.row();
      html.append("<tr><td>").append(row.paper()).append("<td>").append(name(row));
      html.append("<td>").append(Svg.escape(row.says())).append("<td>").append(figures(judged));
      html.append("<td class=\"").append(judged.isShown() ? "held" : "not").append("\">");
      html.append(Svg.escape(PapersText.verdict(judged).replace("**", "")));
      html.append("<td>").append(drawn(judged, shown(row, verdicts))).append("</tr>\n");
    }
    return html.append("</table>").toString();
  }

  private static String name(Row row) {
    String name = row.figure();
    return row.isShown() ? "<a href=\"#" + row.shown().experiment() + "\">" + name + "</a>" : name;
  }

  private static String figures(JudgedRow judged) {
    StringBuilder html = new StringBuilder();
    judged
        .ours()
        .forEach(
            (metric, value) -> {
              Double paper = judged.paper().get(metric);
              html.append(metric).append(' ').append(Text.number(value));
              html.append(paper == null ? "" : " (paper " + Text.number(paper) + ")");
              html.append("<br>");
            });
    return html.toString();
  }

  /** What was run for a row, by control. */
  private static Map<String, RunResult> shown(Row row, List<Verdict> verdicts) {
    return verdicts.stream()
        .filter(verdict -> verdict.experiment().name().equals(row.shown().experiment()))
        .filter(verdict -> verdict.policy().equals(row.shown().policy()))
        .findFirst()
        .<Map<String, RunResult>>map(verdict -> verdict.measured().shown())
        .orElse(Map.of());
  }

  /** Curves; where there are none, the numbers. */
  private static String drawn(JudgedRow judged, Map<String, RunResult> shown) {
    Map<Plot, List<Series>> plots = new LinkedHashMap<>();
    judged.ours().keySet().forEach(metric -> plots.putAll(plots(metric, judged.row(), shown)));
    if (plots.isEmpty()) {
      return bars(judged);
    }
    StringBuilder html = new StringBuilder();
    plots.entrySet().stream()
        .limit(MOST_PLOTS)
        .forEach(plot -> html.append(figure(Svg.panel(plot.getKey().title(), plot.getValue()))));
    return html.toString();
  }

  /** As parts of the paper's numbers, where it has some. */
  private static String bars(JudgedRow judged) {
    SortedMap<String, Double> parts = new TreeMap<>();
    judged
        .ours()
        .forEach(
            (metric, value) -> {
              double paper = judged.paper().getOrDefault(metric, 0.0);
              if (paper > 0) {
                parts.put(metric, value / paper);
              }
            });
    if (judged.ours().isEmpty()) {
      return "";
    }
    return figure(parts.isEmpty() ? Svg.bars(judged.ours(), false) : Svg.bars(parts, true));
  }

  private static String figure(String svg) {
    return "<figure>" + svg + "</figure>";
  }

  /**
   * Panels that end as the metric does, those like the paper's own if there are such; all of the
   * run where none does.
   */
  private static Map<Plot, List<Series>> plots(
      String metric, Row row, Map<String, RunResult> shown) {
    String control =
        shown.keySet().stream()
            .filter(each -> metric.startsWith(each + "."))
            .findFirst()
            .orElse(row.shown().policy());
    RunResult run = shown.get(control);
    Map<Plot, List<Series>> all = new LinkedHashMap<>();
    if (run == null) {
      return all;
    }
    for (Series curve : run.series()) {
      all.computeIfAbsent(new Plot(control, curve.panel()), _ -> new ArrayList<>()).add(curve);
    }
    all.values().removeIf(curves -> curves.stream().noneMatch(PapersHtml::hasPoints));
    String own = metric.startsWith(control + ".") ? metric.substring(control.length() + 1) : metric;
    Map<Plot, List<Series>> of = new LinkedHashMap<>(all);
    of.keySet().removeIf(plot -> !end(plot.panel).equals(end(own)));
    if (of.keySet().stream().anyMatch(plot -> plot.panel.startsWith(ORIGINAL))) {
      of.keySet().removeIf(plot -> !plot.panel.startsWith(ORIGINAL));
    }
    return of.isEmpty() ? all : of;
  }

  private static boolean hasPoints(Series curve) {
    return Arrays.stream(curve.values()).anyMatch(value -> !Double.isNaN(value));
  }

  /** What follows the last dot: which of several set-ups it is; empty for the first. */
  private static String end(String name) {
    return name.contains(".") ? name.substring(name.lastIndexOf('.') + 1) : "";
  }
}
