package io.oasis.lab.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.experiment.Bar;
import io.oasis.lab.experiment.Experiment;
import io.oasis.lab.experiment.Outline;
import io.oasis.lab.experiment.RunResult;
import io.oasis.lab.experiment.Runs;
import io.oasis.lab.experiment.Verdict;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The report begins with the counts and what is excused, and has what is not held before all. */
class TextTest {
  private static final String PAPERS = "what the papers say\n";

  /** A policy and a reference that is told everything are as fast as is given. */
  private record Given(String name, Bar bar, double speed, double told) implements Experiment {
    @Override
    public Outline outline() {
      return new Outline(name, "this test", "Numbers.", List.of("policy"), List.of("told"));
    }

    @Override
    public RunResult run(String control, long seed) {
      Map<String, Double> metrics =
          Map.of("speed", control.equals("told") ? told : speed, "auditFaults", 0.0);
      return new RunResult(new TreeMap<>(metrics), List.of(), List.of(), List.of(), "0".repeat(64));
    }

    @Override
    public List<Bar> bars(String policy) {
      return List.of(bar);
    }
  }

  private static Verdict verdict(String name, Bar bar, double speed, double told) {
    Experiment given = new Given(name, bar, speed, told);
    return Runs.of(given, List.of("policy"), List.of(1L), text -> {}).getFirst();
  }

  private final List<Verdict> verdicts =
      List.of(
          verdict("fast", Bar.atLeast("speed", 10), 11, 11),
          verdict("slow", Bar.atLeast("speed", 10), 9, 11),
          verdict(
              "hopeless",
              Bar.atLeast("speed", 10).unlessMissedBy("told", "nobody is that fast"),
              9,
              9));

  @Test
  void theTextNamesWhatIsExcusedFirst() {
    String text = Text.report(PAPERS, verdicts);
    assertThat(text.lines().skip(2).findFirst())
        .get()
        .asString()
        .endsWith("bars: 1 held, 1 missed, 1 excused. Excused: hopeless, speed >= 10.");
    assertThat(text)
        .containsSubsequence(
            PAPERS,
            "## Not held",
            "| hopeless | policy | speed >= 10 | 9 | **excused**",
            "nobody is that fast",
            "| slow | policy | speed >= 10 | 9 | **missed**",
            "## All experiments",
            "| fast | policy | held |");
  }

  @Test
  void soDoesThePage() {
    assertThat(Html.page(PAPERS, verdicts))
        .containsSubsequence(
            "Excused: hopeless, speed &gt;= 10.",
            PAPERS,
            "<h2>Not held</h2>",
            "<a href=\"#hopeless\">hopeless</a><td>policy<td>speed &gt;= 10",
            "nobody is that fast",
            "<a href=\"#slow\">slow</a><td>policy<td>speed &gt;= 10",
            "<a href=\"#fast\">fast</a>");
  }

  @Test
  void whereAllIsHeldNothingIsListed() {
    assertThat(Text.report(PAPERS, verdicts.subList(0, 1)))
        .contains("bars: 1 held, 0 missed, 0 excused.\n")
        .doesNotContain("Not held");
  }
}
