package io.oasis.proving.chaos;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.oasis.proving.Bars;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.StringJoiner;

/**
 * What was tried and what came of it.
 *
 * @param longestBeyondLeaseSeconds a limit was still in force so long after the adapter could last
 *     have heard of a manager, and a lease
 * @param forged whether a limit was ever in force that no manager decided
 */
record ChaosReport(
    @JsonUnwrapped Course course,
    @JsonUnwrapped Takeovers takeovers,
    @JsonUnwrapped Without without,
    double longestBeyondLeaseSeconds,
    @JsonUnwrapped Losses losses,
    boolean forged) {
  /**
   * @param tried how often each trouble was made
   */
  record Course(
      long seed, double minutes, long leaseMillis, int scenes, SortedMap<String, Integer> tried) {}

  /**
   * @param takeoverSeconds for each, from the end of the manager that decided to the first decision
   *     of the other
   * @param releasedByTakeover limits that were gone at any time of one, and why
   */
  record Takeovers(List<Double> takeoverSeconds, List<String> releasedByTakeover) {}

  /**
   * @param longestWithoutControlSeconds no manager decided for so long
   * @param withoutControlDuring what went wrong then
   */
  record Without(double longestWithoutControlSeconds, String withoutControlDuring) {
    static Without of(ControlWatch.Gap gap) {
      return new Without(gap.length().toMillis() / 1e3, gap.during());
    }
  }

  /**
   * @param lost decisions in force that are on no record, and settings that nobody answered
   * @param notRecovered what had not come back within the patience after a scene
   * @param died services that ended although nobody killed them, with what was going on
   * @param differences between what the managers show at the end and the log replayed
   */
  record Losses(
      List<String> lost, List<String> notRecovered, List<String> died, List<String> differences) {}

  /** What a limit may outlive its lease by. */
  static final Duration BEYOND_LEASE = Duration.ofSeconds(1);

  Bars bars() {
    List<List<String>> bars = new ArrayList<>();
    bars.add(
        Bars.bar(
            longestBeyondLeaseSeconds <= BEYOND_LEASE.toMillis() / 1e3,
            "a limit outlived its lease by " + seconds(longestBeyondLeaseSeconds)));
    takeovers
        .takeoverSeconds()
        .forEach(
            took ->
                bars.add(
                    Bars.bar(
                        took < course.leaseMillis() / 2e3,
                        "a takeover took " + seconds(took) + ", half a lease or more")));
    bars.add(
        takeovers.releasedByTakeover().stream().map(which -> "a limit was gone " + which).toList());
    bars.add(Bars.bar(!forged, "a limit was in force that no manager decided"));
    bars.addAll(List.of(losses.lost(), losses.notRecovered(), losses.differences()));
    return new Bars(bars);
  }

  /** For people. */
  String text() {
    StringJoiner text = new StringJoiner("\n", "", "\n");
    text.add(
        "seed %d, %.1f minutes, %d scenes"
            .formatted(course.seed(), course.minutes(), course.scenes()));
    course.tried().forEach((what, count) -> text.add("  %-24s %d".formatted(what, count)));
    text.add(
        "takeovers                   "
            + takeovers.takeoverSeconds().stream().map(ChaosReport::seconds).toList());
    text.add(
        "longest without control     "
            + seconds(without.longestWithoutControlSeconds())
            + ": "
            + without.withoutControlDuring());
    text.add("longest beyond its lease    " + seconds(longestBeyondLeaseSeconds));
    text.add("decisions lost              " + losses.lost().size());
    text.add("services not recovered      " + losses.notRecovered().size());
    text.add("services that died          " + (losses.died().isEmpty() ? "none" : losses.died()));
    text.add("state equals the log        " + (losses.differences().isEmpty() ? "yes" : "no"));
    return text + bars().text();
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
