package io.oasis.lab.report;

import io.oasis.lab.experiment.Judged;
import io.oasis.lab.experiment.Outcome;
import io.oasis.lab.experiment.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** How many bars came out how: what every summary says. */
final class Counts {
  private Counts() {}

  /** For example "bars: 9 held, 2 missed, 1 excused". */
  static String bars(List<Verdict> verdicts) {
    return "bars: "
        + bars(verdicts, Outcome.HELD)
        + " held, "
        + bars(verdicts, Outcome.MISSED)
        + " missed, "
        + bars(verdicts, Outcome.EXCUSED)
        + " excused";
  }

  private static long bars(List<Verdict> verdicts, Outcome outcome) {
    return verdicts.stream().mapToLong(verdict -> verdict.count(outcome)).sum();
  }

  /** The same of experiments under their policies. */
  static String experiments(List<Verdict> verdicts) {
    StringBuilder text = new StringBuilder();
    text.append(verdicts.stream().filter(Verdict::held).count()).append(" of ");
    text.append(verdicts.size()).append(" hold (");
    text.append(experiments(verdicts, Outcome.EXCUSED)).append(" of them excused in part); ");
    text.append(experiments(verdicts, Outcome.MISSED)).append(" missed, ");
    text.append(experiments(verdicts, Outcome.NOTHING_SHOWN));
    return text.append(" have no bar for what the policy does").toString();
  }

  private static long experiments(List<Verdict> verdicts, Outcome outcome) {
    return verdicts.stream().filter(verdict -> verdict.outcome() == outcome).count();
  }

  /** A bar that is not held. */
  record NotHeld(Verdict of, Judged bar) {}

  /** What is excused first, for an excuse has to be read; then what is missed. */
  static List<NotHeld> notHeld(List<Verdict> verdicts) {
    return Stream.of(Outcome.EXCUSED, Outcome.MISSED)
        .flatMap(
            outcome ->
                verdicts.stream()
                    .flatMap(
                        verdict ->
                            verdict.bars().stream()
                                .filter(bar -> bar.outcome() == outcome)
                                .map(bar -> new NotHeld(verdict, bar))))
        .toList();
  }

  /** What asks for attention first, the rest in its order. */
  static List<Verdict> worstFirst(List<Verdict> verdicts) {
    return verdicts.stream().sorted(Comparator.comparing(Verdict::outcome)).toList();
  }
}
