package io.oasis.lab.papers;

import io.oasis.lab.experiment.Bar;
import java.util.List;

/**
 * One figure or table of a paper, or a part of one.
 *
 * @param figure as {@code table-7-gain-1}
 * @param says what the paper reports, in a few words
 * @param shown what shows it; no experiment where nothing does
 * @param bars what has to hold on every seed; none for those of the experiment
 * @param because why it does not, when it does not; empty when nobody knows
 */
record Row(String paper, String figure, String says, Shown shown, List<Bar> bars, String because) {
  /**
   * An experiment under one policy.
   *
   * @param exceeds whether the bars ask for more than the paper has
   */
  record Shown(String experiment, String policy, boolean exceeds) {}

  Row {
    bars = List.copyOf(bars);
  }

  boolean isShown() {
    return !shown.experiment.isEmpty();
  }
}
