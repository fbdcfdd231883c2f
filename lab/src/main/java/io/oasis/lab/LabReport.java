package io.oasis.lab;

import io.oasis.lab.experiment.Experiment;
import io.oasis.lab.experiment.Experiments;
import io.oasis.lab.experiment.Runs;
import io.oasis.lab.experiment.Verdict;
import io.oasis.lab.papers.JudgedRow;
import io.oasis.lab.papers.PaperRows;
import io.oasis.lab.papers.PapersHtml;
import io.oasis.lab.papers.PapersText;
import io.oasis.lab.report.Html;
import io.oasis.lab.report.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Every experiment under all its policies, and what that says of the papers' figures.
 *
 * @param rows judged on the report's seeds; {@code oasis lab papers} takes thirty
 */
public record LabReport(List<JudgedRow> rows, List<Verdict> verdicts) {
  public LabReport {
    rows = List.copyOf(rows);
    verdicts = List.copyOf(verdicts);
  }

  /** Runs them. */
  public static LabReport run(Consumer<String> progress) {
    Map<String, Runs.Results> all = new LinkedHashMap<>();
    List<Verdict> verdicts = new ArrayList<>();
    for (Experiment experiment : Experiments.all()) {
      List<String> policies = experiment.outline().policies();
      Runs.Results results = Runs.results(experiment, policies, experiment.reportSeeds(), progress);
      all.put(experiment.name(), results);
      policies.forEach(policy -> verdicts.add(results.verdict(policy)));
    }
    return new LabReport(PaperRows.judge(all), verdicts);
  }

  /** As Markdown: {@code lab/report.md}. */
  public String text() {
    return Text.report(PapersText.table(rows), verdicts);
  }

  /** As one page. */
  public String html() {
    return Html.page(PapersHtml.table(rows, verdicts), verdicts);
  }
}
