package io.oasis.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.experiment.Bar;
import io.oasis.lab.experiment.Experiment;
import io.oasis.lab.experiment.Outline;
import io.oasis.lab.experiment.RunResult;
import io.oasis.lab.experiment.Runs;
import io.oasis.lab.experiment.Series;
import io.oasis.lab.experiment.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each row is beside what was drawn of it. */
class PapersHtmlTest {
  /** The policy and the reference have a curve for each of two set-ups. */
  private static final class Curves implements Experiment {
    @Override
    public Outline outline() {
      return new Outline("curves", "this test", "Curves.", List.of("policy"), List.of("told"));
    }

    @Override
    public RunResult run(String control, long seed) {
      List<Series> series =
          Stream.of("size", "size.second", "rate.third", "as figure 0.third", "none.second")
              .map(panel -> new Series(panel, "one", "MB", values(panel)))
              .toList();
      Map<String, Double> metrics = Map.of("auditFaults", 0.0);
      return new RunResult(new TreeMap<>(metrics), series, List.of(), List.of(), "0".repeat(64));
    }

    private static double[] values(String panel) {
      return panel.startsWith("none") ? new double[] {Double.NaN} : new double[] {1, 2};
    }

    @Override
    public List<Bar> bars(String policy) {
      return List.of(Bar.atMost("auditFaults", 0));
    }
  }

  private final List<Verdict> verdicts =
      Runs.of(new Curves(), List.of("policy"), List.of(1L), text -> {});

  private String table(String experiment, JudgedRow.Word word, Map<String, Double> ours) {
    Row.Shown shown = new Row.Shown(experiment, "policy", false);
    Row row = new Row("oasis", "fig-0", "less than 1 MB", shown, List.of(), "disks differ");
    Map<String, Double> paper = Map.of("off", 2.0);
    JudgedRow judged =
        new JudgedRow(
            row, word, new JudgedRow.Seeds(5, 3, 0), new TreeMap<>(ours), new TreeMap<>(paper));
    return PapersHtml.table(List.of(judged), verdicts);
  }

  @Test
  void aRowHasTheCurvesOfItsOwnSetUp() {
    assertThat(table("curves", JudgedRow.Word.REPRODUCED, Map.of("off.second", 1.0)))
        .contains("<a href=\"#curves\">fig-0</a>", "class=\"held\">reproduced<")
        .contains(">policy: size.second</text>")
        .doesNotContain(">policy: size</text>", "told", "none.second");
    assertThat(table("curves", JudgedRow.Word.REPRODUCED, Map.of("off", 1.0)))
        .contains("off 1 (paper 2)", ">policy: size</text>")
        .doesNotContain("size.second");
  }

  @Test
  void whatIsDrawnLikeThePapersOwnIsPreferred() {
    assertThat(table("curves", JudgedRow.Word.REPRODUCED, Map.of("off.third", 1.0)))
        .contains(">policy: as figure 0.third</text>")
        .doesNotContain("rate.third");
  }

  @Test
  void ofAReferenceTheCurvesAreItsOwn() {
    assertThat(table("curves", JudgedRow.Word.REPRODUCED, Map.of("told.off.second", 1.0)))
        .contains(">told: size.second</text>")
        .doesNotContain("policy: ");
  }

  /** As of a table of numbers. */
  @Test
  void whereNothingIsDrawnOursIsComparedWithThePapers() {
    assertThat(table("", JudgedRow.Word.DIFFERENT, Map.of("off", 1.0)))
        .contains("<td>fig-0<td>", "class=\"not\">different because disks differ (held on 3 of 5")
        .contains(">off 0.5</text>", ">the paper's</text>");
    assertThat(table("", JudgedRow.Word.DIFFERENT, Map.of("on", 1.0)))
        .contains(">on 1</text>")
        .doesNotContain("the paper's</text>");
  }
}
