package io.oasis.lab.report;

import io.oasis.lab.experiment.Judged;
import io.oasis.lab.experiment.Outcome;
import io.oasis.lab.experiment.RunResult;
import io.oasis.lab.experiment.Series;
import io.oasis.lab.experiment.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** All verdicts as one page that needs nothing else: curves as inline SVG. */
public final class Html {
  private static final String HEAD =
      """
      <!doctype html>
      <html lang="en"><head><meta charset="utf-8"><title>Oasis lab</title><style>
      body{font:15px/1.45 system-ui,sans-serif;max-width:1360px;margin:2em auto;padding:0 1em;color:#222}
      h2{border-top:1px solid #ccc;padding-top:1em}
      table{border-collapse:collapse;margin:.6em 0;font-size:13px}
      td,th{border:1px solid #ddd;padding:.2em .6em;text-align:left}
      .held{color:#2e8540;font-weight:bold}.excused{color:#8a6d00;font-weight:bold}.not{color:#b00020;font-weight:bold}
      figure{display:inline-block;margin:.3em .6em .3em 0;vertical-align:top}
      figcaption{font-size:12px;color:#555}
      .papers td{vertical-align:top}.papers td:last-child{min-width:540px}
      .papers figure{margin:0}.papers svg{width:268px;height:auto}
      </style></head><body>
      <h1>What the lab shows</h1>
      """;

  private Html() {}

  /**
   * @param papers what they say of the papers' figures, in HTML
   */
  public static String page(String papers, List<Verdict> verdicts) {
    StringBuilder html = new StringBuilder(HEAD);
    html.append("<p>").append(Svg.escape(Text.summary(verdicts))).append("</p>");
    html.append("<h2>The papers' figures</h2>").append(papers);
    html.append(notHeld(verdicts)).append(experiments(verdicts));
    String last = "";
    for (Verdict verdict : verdicts) {
      String name = verdict.experiment().name();
      if (!name.equals(last)) {
        last = name;
        html.append("<h2 id=\"").append(name).append("\">").append(name).append("</h2><p>");
        html.append(Svg.escape(verdict.experiment().outline().setup())).append(" Source: ");
        html.append(Svg.escape(verdict.experiment().outline().source())).append(".</p>");
        for (String reference : verdict.measured().references().keySet()) {
          html.append(figures(reference, verdict.measured().shown().get(reference)));
        }
      }
      html.append(section(verdict));
    }
    return html.append("</body></html>\n").toString();
  }

  private static String notHeld(List<Verdict> verdicts) {
    if (Counts.notHeld(verdicts).isEmpty()) {
      return "";
    }
    StringBuilder html =
        new StringBuilder("<h2>Not held</h2><p>What is excused first, then what is missed.</p>");
    html.append("<table><tr><th>experiment<th>policy<th>bar<th>worst seed<th></tr>");
    for (Counts.NotHeld each : Counts.notHeld(verdicts)) {
      html.append("<tr><td>").append(link(each.of())).append("<td>").append(each.of().policy());
      html.append(cells(each.bar()));
    }
    return html.append("</table>").toString();
  }

  private static String link(Verdict verdict) {
    String name = verdict.experiment().name();
    return "<a href=\"#" + name + "\">" + name + "</a>";
  }

  private static String experiments(List<Verdict> verdicts) {
    StringBuilder html =
        new StringBuilder("<table><tr><th>experiment<th>policy<th>verdict<th>bars</tr>");
    for (Verdict verdict : Counts.worstFirst(verdicts)) {
      html.append("<tr><td>").append(link(verdict)).append("<td>");
      html.append(verdict.policy()).append("<td>").append(word(verdict.outcome()));
      html.append("<td>").append(Counts.bars(List.of(verdict))).append("</tr>");
    }
    return html.append("</table>").toString();
  }

  private static String section(Verdict verdict) {
    StringBuilder html = new StringBuilder("<h3>" + verdict.policy() + ": ");
    html.append(word(verdict.outcome())).append(" (").append(Counts.bars(List.of(verdict)));
    html.append(")</h3>");
    html.append("<table><tr><th>bar<th>worst seed<th></tr>");
    for (Judged judged : verdict.bars()) {
      html.append("<tr>").append(cells(judged));
    }
    html.append("</table>");
    verdict.faults().forEach(fault -> html.append("<p class=\"not\">").append(Svg.escape(fault)));
    String remark = verdict.experiment().remark(verdict.policy());
    if (!remark.isEmpty()) {
      html.append("<p>").append(Svg.escape(remark)).append("</p>");
    }
    html.append(figures(verdict.policy(), verdict.measured().shown().get(verdict.policy())));
    html.append(metrics(verdict));
    return html.toString();
  }

  /** A bar, what was measured on the worst seed, what became of it; ends its row. */
  private static String cells(Judged judged) {
    return "<td>"
        + Svg.escape(Text.bar(judged))
        + "<td>"
        + Text.measured(judged.worst())
        + "<td>"
        + word(judged.outcome())
        + Svg.escape(Text.whyNotHeld(judged))
        + "</tr>";
  }

  private static String metrics(Verdict verdict) {
    StringBuilder html = new StringBuilder("<details><summary>all metrics</summary><table><tr>");
    html.append("<th>metric<th>mean<th>min<th>max<th>paper</tr>");
    verdict
        .measured()
        .metrics()
        .forEach(
            (name, spread) -> {
              html.append("<tr><td>").append(name);
              html.append("<td>").append(Text.number(spread.mean()));
              html.append("<td>").append(Text.number(spread.min()));
              html.append("<td>").append(Text.number(spread.max()));
              Double paper = verdict.experiment().paper().get(name);
              html.append("<td>").append(paper == null ? "" : Text.number(paper)).append("</tr>");
            });
    return html.append("</table></details>").toString();
  }

  private static String figures(String control, @org.jspecify.annotations.Nullable RunResult run) {
    if (run == null) {
      return "";
    }
    Map<String, List<Series>> panels = new LinkedHashMap<>();
    for (Series series : run.series()) {
      panels.computeIfAbsent(series.panel(), name -> new ArrayList<>()).add(series);
    }
    StringBuilder html = new StringBuilder();
    panels.forEach(
        (panel, curves) -> {
          html.append("<figure>").append(Svg.panel(panel, curves)).append("<figcaption>");
          html.append(control).append(", first seed</figcaption></figure>");
        });
    return html.toString();
  }

  private static String word(Outcome outcome) {
    String style =
        switch (outcome) {
          case HELD -> "held";
          case EXCUSED -> "excused";
          case MISSED, NOTHING_SHOWN -> "not";
        };
    return "<span class=\"" + style + "\">" + outcome.word() + "</span>";
  }
}
