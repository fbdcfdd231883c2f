package io.oasis.lab.papers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.oasis.lab.experiment.Bar;
import io.oasis.lab.experiment.Experiments;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The rows of the papers, without running what shows them. */
class PaperRowsTest {
  private final List<JudgedRow> rows = PaperRows.judge(Map.of());

  @Test
  void everyPaperHasItsRowsAndEachItsName() {
    assertThat(rows).hasSizeGreaterThanOrEqualTo(40);
    assertThat(rows.stream().map(row -> row.row().paper()).distinct())
        .containsExactly("oasis", "argon", "co-scheduling", "zygaria", "study");
    assertThat(rows.stream().map(row -> row.row().paper() + " " + row.row().figure()))
        .doesNotHaveDuplicates();
  }

  /** A misspelt name would leave a row unjudged. */
  @Test
  void everyRowIsShownByAnExperimentUnderOneOfItsPolicies() {
    assertThat(rows.stream().map(JudgedRow::row).filter(Row::isShown))
        .allSatisfy(
            row ->
                assertThat(Experiments.named(row.shown().experiment()))
                    .get()
                    .satisfies(
                        shown ->
                            assertThat(shown.outline().policies()).contains(row.shown().policy())));
  }

  @Test
  void aBarIsReadAsItIsWritten() {
    assertThat(Bar.parse("share.of(1) >= 0.97 x other.share"))
        .isEqualTo(Bar.atLeast("share.of(1)", 0.97, "other.share"));
    assertThat(Bar.parse("off <= 8")).isEqualTo(Bar.atMost("off", 8));
    assertThatThrownBy(() -> Bar.parse("off < 8")).hasMessageContaining("bar = off < 8: must be");
  }

  /** Nothing is reproduced because nobody looked. */
  @Test
  void whatWasNotRunIsNotReproduced() {
    assertThat(rows).noneMatch(JudgedRow::isShown);
    assertThat(PapersText.summary(rows))
        .startsWith(rows.size() + " rows: 0 reproduced")
        .endsWith("; 0 held, " + rows.size() + " missed, 0 excused.");
  }

  /**
   * A row is worth what it is on the worst seed; what is named a difference is not excused by it.
   */
  @Test
  void everyRowIsCountedOnce() {
    JudgedRow any = rows.getFirst();
    List<JudgedRow> some =
        List.of(
            judged(any, JudgedRow.Word.BETTER, new JudgedRow.Seeds(5, 5, 0)),
            judged(any, JudgedRow.Word.DIFFERENT, new JudgedRow.Seeds(5, 3, 2)),
            judged(any, JudgedRow.Word.DIFFERENT, new JudgedRow.Seeds(5, 3, 1)),
            judged(any, JudgedRow.Word.NOT_REPRODUCED, new JudgedRow.Seeds(5, 0, 0)));
    assertThat(PapersText.summary(some)).endsWith("; 1 held, 2 missed, 1 excused.");
    assertThat(PapersText.json(some))
        .startsWith("{\"counts\":{\"held\":1,\"missed\":2,\"excused\":1},\"rows\":[");
  }

  private static JudgedRow judged(JudgedRow any, JudgedRow.Word word, JudgedRow.Seeds seeds) {
    return new JudgedRow(any.row(), word, seeds, any.ours(), any.paper());
  }

  @Test
  void aRowThatNothingShowsSaysWhy() {
    assertThat(rows)
        .filteredOn(row -> !row.row().isShown())
        .allSatisfy(row -> assertThat(row.row().because()).isNotBlank());
  }
}
