package io.oasis.proving.chaos;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.StringJoiner;

/**
 * What was tried and what came of it.
 *
 * @param tried how often each trouble was made
 * @param takeoverSeconds for each, from the end of the manager that decided to the first decision
 *     of the other
 * @param releasedByTakeover limits that were gone at any time of one, and why
 * @param longestWithoutControlSeconds no manager decided for so long
 * @param withoutControlDuring what went wrong then
 * @param longestBeyondLeaseSeconds a limit was still in force so long after the adapter could last
 *     have heard of a manager, and a lease
 * @param lost decisions in force that are on no record, and settings that nobody answered
 * @param notRecovered what had not come back within the patience after a scene
 * @param died services that ended although nobody killed them, with what was going on
 * @param differences between what the managers show at the end and the log replayed
 * @param forged whether a limit was ever in force that no manager decided
 */
record ChaosReport(
    long seed,
    double minutes,
    long leaseMillis,
    int scenes,
    SortedMap<String, Integer> tried,
    List<Double> takeoverSeconds,
    List<String> releasedByTakeover,
    double longestWithoutControlSeconds,
    String withoutControlDuring,
    double longestBeyondLeaseSeconds,
    List<String> lost,
    List<String> notRecovered,
    List<String> died,
    List<String> differences,
    boolean forged) {
  /** What a limit may outlive its lease by. */
  static final Duration BEYOND_LEASE = Duration.ofSeconds(1);

  /** Each bar that was not met, in words. */
  List<String> failures() {
    List<String> failures = new ArrayList<>();
    if (longestBeyondLeaseSeconds > BEYOND_LEASE.toMillis() / 1e3) {
      failures.add("a limit outlived its lease by " + seconds(longestBeyondLeaseSeconds));
    }
    takeoverSeconds.stream()
        .filter(took -> took >= leaseMillis / 2e3)
        .forEach(
            took -> failures.add("a takeover took " + seconds(took) + ", half a lease or more"));
    releasedByTakeover.forEach(which -> failures.add("a limit was gone " + which));
    if (forged) {
      failures.add("a limit was in force that no manager decided");
    }
    failures.addAll(lost);
    failures.addAll(notRecovered);
    failures.addAll(differences);
    return failures;
  }

  /** For people. */
  String text() {
    StringJoiner text = new StringJoiner("\n", "", "\n");
    text.add("seed %d, %.1f minutes, %d scenes".formatted(seed, minutes, scenes));
    tried.forEach((what, count) -> text.add("  %-24s %d".formatted(what, count)));
    text.add(
        "takeovers                   "
            + takeoverSeconds.stream().map(ChaosReport::seconds).toList());
    text.add(
        "longest without control     "
            + seconds(longestWithoutControlSeconds)
            + ": "
            + withoutControlDuring);
    text.add("longest beyond its lease    " + seconds(longestBeyondLeaseSeconds));
    text.add("decisions lost              " + lost.size());
    text.add("services not recovered      " + notRecovered.size());
    text.add("services that died          " + (died.isEmpty() ? "none" : died));
    text.add("state equals the log        " + (differences.isEmpty() ? "yes" : "no"));
    failures().forEach(failure -> text.add("NOT MET: " + failure));
    return text.toString();
  }

  private static String seconds(double seconds) {
    return String.format(Locale.ROOT, "%.1f s", seconds);
  }
}
