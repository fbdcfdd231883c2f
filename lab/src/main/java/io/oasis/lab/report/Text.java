package io.oasis.lab.report;

import io.oasis.lab.experiment.Spread;
import io.oasis.lab.experiment.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;

/**
 * Verdicts as Markdown: {@code lab/report.md}, which continuous integration compares and never
 * rewrites. Four digits: a change of behaviour shows, the last bits do not.
 */
public final class Text {
  private Text() {}

  /** All verdicts, one section per experiment. */
  public static String report(List<Verdict> verdicts) {
    StringBuilder text = new StringBuilder();
    text.append("# What the lab shows\n\n");
    text.append("Written by `./oasis lab report --text`; checked by `LabReportTest`. Metrics are ");
    text.append("explained in [docs/lab.md](../docs/lab.md). Values: mean (min to max) over the ");
    text.append("seeds. A bar holds when it holds for every seed.\n\n");
    long held = verdicts.stream().filter(Verdict::held).count();
    text.append(held).append(" of ").append(verdicts.size()).append(" hold.\n\n");
    text.append("| experiment | policy | verdict |\n|---|---|---|\n");
    for (Verdict verdict : verdicts) {
      text.append("| ").append(verdict.experiment().name());
      text.append(" | ").append(verdict.policy());
      text.append(" | ").append(verdict.held() ? "held" : "**not held**").append(" |\n");
    }
    String last = "";
    for (Verdict verdict : verdicts) {
      if (!verdict.experiment().name().equals(last)) {
        last = verdict.experiment().name();
        text.append("\n## ").append(last).append("\n\n");
        text.append(verdict.experiment().setup());
        text.append(" Source: ").append(verdict.experiment().source()).append(".\n");
      }
      text.append(section(verdict));
    }
    return text.toString();
  }

  /** One verdict. */
  public static String section(Verdict verdict) {
    StringBuilder text = new StringBuilder();
    text.append("\n### ").append(verdict.policy()).append(": ");
    text.append(verdict.held() ? "held" : "not held").append("\n\n");
    if (!verdict.bars().isEmpty()) {
      text.append("| bar | worst seed | |\n|---|---|---|\n");
      for (Verdict.Judged judged : verdict.bars()) {
        text.append("| ").append(judged.bar().metric()).append(' ');
        text.append(judged.bar().op().sign()).append(' ').append(number(judged.limit()));
        text.append(judged.bar().origin());
        Double measured = judged.measured();
        text.append(" | ").append(measured == null ? "not measured" : number(measured));
        text.append(" | ").append(judged.verdict()).append(" |\n");
      }
      text.append('\n');
    }
    text.append(metrics(verdict));
    verdict.faults().forEach(fault -> text.append("\nFault: ").append(fault).append('\n'));
    String remark = verdict.experiment().remark(verdict.policy());
    if (!remark.isEmpty()) {
      text.append('\n').append(remark).append('\n');
    }
    text.append("\nsha256 ").append(verdict.sha256(), 0, 16).append("\n");
    return text.toString();
  }

  private static String metrics(Verdict verdict) {
    StringBuilder text = new StringBuilder("| metric | " + verdict.policy());
    verdict.references().keySet().forEach(name -> text.append(" | ").append(name));
    text.append(" | paper |\n|---|---");
    verdict.references().keySet().forEach(name -> text.append("|---"));
    text.append("|---|\n");
    verdict
        .metrics()
        .forEach(
            (name, spread) -> {
              text.append("| ").append(name).append(" | ").append(shown(spread));
              verdict
                  .references()
                  .values()
                  .forEach(metrics -> text.append(" | ").append(cell(metrics, name)));
              text.append(" | ").append(paper(verdict, name)).append(" |\n");
            });
    return text.toString();
  }

  private static String paper(Verdict verdict, String metric) {
    StringBuilder text = new StringBuilder();
    verdict
        .experiment()
        .paper()
        .forEach(
            (name, value) -> {
              if (name.equals(metric)) {
                text.append(number(value)).append(' ');
              } else if (name.endsWith("." + metric)) {
                String control = name.substring(0, name.length() - metric.length() - 1);
                text.append(control).append(' ').append(number(value)).append(' ');
              }
            });
    return text.toString().trim();
  }

  private static String cell(SortedMap<String, Spread> metrics, String name) {
    Spread spread = metrics.get(name);
    return spread == null ? "" : shown(spread);
  }

  private static String shown(Spread spread) {
    return spread.min() == spread.max()
        ? number(spread.mean())
        : number(spread.mean()) + " (" + number(spread.min()) + " to " + number(spread.max()) + ")";
  }

  /** Four significant digits, without an exponent where that is short. */
  static String number(double value) {
    if (value == StrictMath.rint(value) && StrictMath.abs(value) < 1e7) {
      return Long.toString((long) value);
    }
    String text = String.format(Locale.ROOT, "%.4g", value);
    if (text.contains("e")) {
      return text;
    }
    return text.contains(".") ? text.replaceAll("0+$", "").replaceAll("\\.$", "") : text;
  }
}
