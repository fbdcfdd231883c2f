package io.oasis.lab.papers;

import io.oasis.lab.experiment.Experiment;
import io.oasis.lab.experiment.Experiments;
import io.oasis.lab.experiment.Judged;
import io.oasis.lab.experiment.Outcome;
import io.oasis.lab.experiment.Runs;
import io.oasis.lab.experiment.Spread;
import io.oasis.lab.experiment.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;

/** Judges every row of every paper. */
public final class PaperRows {
  private static final List<Row> ALL = RowTable.read();

  private PaperRows() {}

  /**
   * Runs what the rows need, all of it with these seeds.
   *
   * @param paper whose rows; empty for all
   */
  public static List<JudgedRow> run(String paper, List<Long> seeds, Consumer<String> progress) {
    List<Row> rows = ALL.stream().filter(row -> row.paper().startsWith(paper)).toList();
    Map<String, Runs.Results> results = new LinkedHashMap<>();
    for (Row row : rows) {
      String name = row.shown().experiment();
      if (row.isShown() && !results.containsKey(name)) {
        Experiment experiment = Experiments.named(name).orElseThrow();
        List<String> policies =
            rows.stream()
                .filter(other -> other.shown().experiment().equals(name))
                .map(other -> other.shown().policy())
                .distinct()
                .toList();
        results.put(name, Runs.results(experiment, policies, seeds, progress).metricsOnly());
      }
    }
    return judge(rows, results);
  }

  /** Judges what was run. */
  public static List<JudgedRow> judge(Map<String, Runs.Results> results) {
    return judge(ALL, results);
  }

  private static List<JudgedRow> judge(List<Row> rows, Map<String, Runs.Results> results) {
    List<JudgedRow> judged = new ArrayList<>();
    for (Row row : rows) {
      Runs.Results found = results.get(row.shown().experiment());
      judged.add(found == null ? absent(row) : judge(row, found));
    }
    return judged;
  }

  private static JudgedRow absent(Row row) {
    return new JudgedRow(
        row,
        JudgedRow.Word.NOT_REPRODUCED,
        new JudgedRow.Seeds(0, 0, 0),
        new TreeMap<>(),
        new TreeMap<>());
  }

  private static JudgedRow judge(Row row, Runs.Results results) {
    String policy = row.shown().policy();
    Verdict verdict =
        row.bars().isEmpty() ? results.verdict(policy) : results.verdict(policy, row.bars());
    int held = 0;
    int excused = 0;
    for (int i = 0; i < results.seeds().size(); i++) {
      int seed = i;
      Outcome worst =
          verdict.bars().stream()
              .map(bar -> bar.seeds().get(seed).outcome())
              .min(Outcome::compareTo)
              .orElse(Outcome.MISSED);
      held += worst == Outcome.HELD ? 1 : 0;
      excused += worst == Outcome.EXCUSED ? 1 : 0;
    }
    JudgedRow.Seeds seeds = new JudgedRow.Seeds(results.seeds().size(), held, excused);
    return new JudgedRow(row, word(row, seeds), seeds, ours(verdict), paper(verdict));
  }

  private static JudgedRow.Word word(Row row, JudgedRow.Seeds seeds) {
    if (seeds.held() == seeds.run()) {
      return row.shown().exceeds() ? JudgedRow.Word.BETTER : JudgedRow.Word.REPRODUCED;
    }
    return row.because().isEmpty() ? JudgedRow.Word.NOT_REPRODUCED : JudgedRow.Word.DIFFERENT;
  }

  private static SortedMap<String, Double> ours(Verdict verdict) {
    SortedMap<String, Double> ours = new TreeMap<>();
    for (Judged judged : verdict.bars()) {
      String metric = judged.bar().metric();
      double sum = 0;
      for (Judged.OnSeed on : judged.seeds()) {
        Double measured = on.measured();
        sum += measured == null ? Double.NaN : measured;
      }
      ours.put(metric, sum / judged.seeds().size());
      String rival = judged.bar().rival();
      if (!rival.isEmpty()) {
        mean(rival, verdict).ifPresent(value -> ours.put(rival, value));
      }
    }
    return ours;
  }

  private static Optional<Double> mean(String metric, Verdict verdict) {
    Spread own = verdict.measured().metrics().get(metric);
    if (own != null) {
      return Optional.of(own.mean());
    }
    return verdict.measured().references().entrySet().stream()
        .filter(each -> metric.startsWith(each.getKey() + "."))
        .map(each -> each.getValue().get(metric.substring(each.getKey().length() + 1)))
        .filter(Objects::nonNull)
        .map(Spread::mean)
        .findFirst();
  }

  private static SortedMap<String, Double> paper(Verdict verdict) {
    SortedMap<String, Double> paper = new TreeMap<>(verdict.experiment().paper());
    SortedMap<String, Double> ours = ours(verdict);
    paper.keySet().retainAll(ours.keySet());
    return paper;
  }
}
