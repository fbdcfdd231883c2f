package io.oasis.lab.papers;

import io.oasis.lab.experiment.Outcome;
import java.util.SortedMap;

/**
 * What became of a row.
 *
 * @param ours the mean of each metric that its bars speak of
 * @param paper the same of the paper, where it has a number
 */
public record JudgedRow(
    Row row,
    Word verdict,
    Seeds seeds,
    SortedMap<String, Double> ours,
    SortedMap<String, Double> paper) {
  /** How the result stands to the paper's. */
  public enum Word {
    REPRODUCED("reproduced"),
    BETTER("better"),
    DIFFERENT("different because"),
    NOT_REPRODUCED("not reproduced");

    private final String text;

    Word(String text) {
      this.text = text;
    }

    public String text() {
      return text;
    }
  }

  /** On how many seeds it was run, every bar held, and none was missed though some are excused. */
  public record Seeds(int run, int held, int excused) {}

  /** Of all its bars on all seeds the worst, as of an experiment's. */
  public Outcome outcome() {
    if (isShown()) {
      return Outcome.HELD;
    }
    boolean isMissed = seeds.run() == 0 || seeds.held() + seeds.excused() < seeds.run();
    return isMissed ? Outcome.MISSED : Outcome.EXCUSED;
  }

  /** Whether it shows what the paper shows. */
  public boolean isShown() {
    return verdict == Word.REPRODUCED || verdict == Word.BETTER;
  }
}
