package io.oasis.lab.experiment;

/** What became of a bar or of an experiment, the worst first. */
public enum Outcome {
  /** It does not hold, and nothing excuses that. */
  MISSED("missed"),
  /** Only of an experiment: no bar is missed, and none speaks of what the policy does. */
  NOTHING_SHOWN("nothing shown"),
  /** It does not hold, nor can it: {@link Bar#unlessMissedBy}. */
  EXCUSED("excused"),
  HELD("held");

  private final String word;

  Outcome(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }
}
