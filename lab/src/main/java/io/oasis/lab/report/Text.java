package io.oasis.lab.report;

import io.oasis.lab.experiment.Bar;
import io.oasis.lab.experiment.Judged;
import io.oasis.lab.experiment.Outcome;
import io.oasis.lab.experiment.Spread;
import io.oasis.lab.experiment.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.stream.Collectors;

/**
 * Verdicts as Markdown: {@code lab/report.md}, which continuous integration compares and never
 * rewrites. Four digits: a change of behaviour shows, the last bits do not.
 */
public final class Text {
  private Text() {}

  /**
   * All verdicts, one section per experiment.
   *
   * @param papers what they say of the papers' figures, as a table
   */
  public static String report(String papers, List<Verdict> verdicts) {
    StringBuilder text = new StringBuilder();
    text.append("# What the lab shows\n\n").append(summary(verdicts)).append("\n\n");
    text.append("Written by `./oasis lab report --text`; checked by `LabReportTest`. Metrics are ");
    text.append("explained in [docs/lab.md](../docs/lab.md). Values: mean (min to max) over the ");
    text.append("seeds. A bar is judged on each seed, beside the references of that seed, and is ");
    text.append(
        "worth what it is on the worst. An excused bar is missed by its reference too, and ");
    text.append("within a tenth of it.\n\n## The papers' figures\n\n");
    text.append("Judged on the seeds of this report; `./oasis lab papers` judges thirty.\n\n");
    text.append(papers).append(notHeld(verdicts));
    text.append("\n## All experiments\n\n| experiment | policy | verdict |\n|---|---|---|\n");
    for (Verdict verdict : Counts.worstFirst(verdicts)) {
      text.append("| ").append(verdict.experiment().name());
      text.append(" | ").append(verdict.policy());
      text.append(" | ").append(word(verdict.outcome())).append(" |\n");
    }
    String last = "";
    for (Verdict verdict : verdicts) {
      if (!verdict.experiment().name().equals(last)) {
        last = verdict.experiment().name();
        text.append("\n## ").append(last).append("\n\n");
        text.append(verdict.experiment().outline().setup());
        text.append(" Source: ").append(verdict.experiment().outline().source()).append(".\n");
      }
      text.append(section(verdict));
    }
    return text.toString();
  }

  /** The counts, in a line, and what is excused. */
  public static String summary(List<Verdict> verdicts) {
    String excused =
        Counts.notHeld(verdicts).stream()
            .filter(each -> each.bar().outcome() == Outcome.EXCUSED)
            .map(each -> each.of().experiment().name() + ", " + bar(each.bar()))
            .distinct()
            .collect(Collectors.joining("; "));
    return Counts.experiments(verdicts)
        + "; "
        + Counts.bars(verdicts)
        + (excused.isEmpty() ? "." : ". Excused: " + excused + ".");
  }

  private static String notHeld(List<Verdict> verdicts) {
    StringBuilder text = new StringBuilder();
    for (Counts.NotHeld each : Counts.notHeld(verdicts)) {
      text.append("| ").append(each.of().experiment().name());
      text.append(" | ").append(each.of().policy()).append(' ').append(row(each.bar()));
    }
    return text.isEmpty()
        ? ""
        : "\n## Not held\n\nWhat is excused first, then what is missed.\n\n"
            + "| experiment | policy | bar | worst seed | |\n|---|---|---|---|---|\n"
            + text;
  }

  /** One verdict. */
  public static String section(Verdict verdict) {
    StringBuilder text = new StringBuilder();
    text.append("\n### ").append(verdict.policy()).append(": ");
    text.append(verdict.outcome().word()).append(" (").append(Counts.bars(List.of(verdict)));
    text.append(")\n\n");
    if (!verdict.bars().isEmpty()) {
      text.append("| bar | worst seed | |\n|---|---|---|\n");
      verdict.bars().forEach(judged -> text.append(row(judged)));
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

  /** A bar, what was measured on the worst seed, what became of it. */
  private static String row(Judged judged) {
    Judged.OnSeed worst = judged.worst();
    return "| "
        + bar(judged)
        + " | "
        + measured(worst)
        + " | "
        + word(judged.outcome())
        + whyNotHeld(judged)
        + " |\n";
  }

  /** The bar, with the number that it comes to on its worst seed. */
  static String bar(Judged judged) {
    Bar bar = judged.bar();
    return bar.metric()
        + " "
        + bar.op().sign()
        + " "
        + number(judged.worst().limit())
        + bar.origin();
  }

  static String measured(Judged.OnSeed on) {
    Double measured = on.measured();
    return measured == null ? "not measured" : number(measured);
  }

  /** On how many seeds it is not held, and why that is excused or not. */
  static String whyNotHeld(Judged judged) {
    if (judged.outcome() == Outcome.HELD) {
      return "";
    }
    StringBuilder text = new StringBuilder(" on ");
    text.append(judged.count(judged.outcome())).append(" of ").append(judged.seeds().size());
    Bar.Excuse excuse = judged.bar().excuse();
    Double reached = judged.worst().reached();
    if (excuse != null && reached != null) {
      text.append("; ").append(excuse.reference()).append(" has ").append(number(reached));
      text.append(judged.outcome() == Outcome.EXCUSED ? ": " + excuse.reason() : "");
    }
    return text.toString();
  }

  private static String word(Outcome outcome) {
    return outcome == Outcome.HELD ? outcome.word() : "**" + outcome.word() + "**";
  }

  private static String metrics(Verdict verdict) {
    StringBuilder text = new StringBuilder("| metric | " + verdict.policy());
    verdict.measured().references().keySet().forEach(name -> text.append(" | ").append(name));
    text.append(" | paper |\n|---|---");
    verdict.measured().references().keySet().forEach(name -> text.append("|---"));
    text.append("|---|\n");
    verdict
        .measured()
        .metrics()
        .forEach(
            (name, spread) -> {
              text.append("| ").append(name).append(" | ").append(shown(spread));
              verdict
                  .measured()
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
  public static String number(double value) {
    if (Double.isNaN(value)) {
      return "unknown";
    }
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
