package io.oasis.agent.latency.evaluate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What {@code docs/latency-detector.md} claims, on seeds that nothing was chosen on. */
class DetectorReportTest {
  private static final int DAYS = 7;
  private static final long QUIET_SEED = 901;
  private static final long CHANGE_SEED = 902;
  private static final List<String> QUIET =
      List.of(
          "one a second",
          "autocorrelated",
          "bursts",
          "day",
          "block sizes",
          "own load",
          "recorded",
          "limited");
  private static final int MOST_HOURS = 12;

  /**
   * Shows that what runs in an agent tells of one shift a week at most where nothing has shifted,
   * in the first week, and that the paper's detector does not keep to that.
   */
  @Test
  void falseAlarmsAreRare() {
    int told = 0;
    for (String name : QUIET) {
      List<List<Alarms>> alarms =
          Judged.falseAlarms(
              family(name), QUIET_SEED, DAYS, List.of(new Production(), new Paper(60)));
      Alarms production = alarms.getFirst().getFirst();
      told += production.count();
      assertThat(production.count()).as(name).isLessThanOrEqualTo(2);
      assertThat(production.hours()).as(name).isLessThanOrEqualTo(MOST_HOURS);
      assertThat(alarms.getLast().getFirst().hours()).as(name).isGreaterThan(MOST_HOURS);
    }
    assertThat(told).isLessThanOrEqualTo(QUIET.size());
  }

  /**
   * Shows that it is earlier than CUSUM, a mean and a percentile with the thresholds that keep to
   * one false alarm a week, at every step and in a drift.
   */
  @Test
  void itIsEarlierThanThresholds() {
    earlier("hits and misses", 1.22, 28, Change.STEP_15, Change.STEP_20);
    earlier("recorded", 2, 80, Change.STEP_12, Change.STEP_15, Change.STEP_20, Change.DRIFT);
    earlier("day", 1.3, 20_000, Change.STEP_12, Change.STEP_15, Change.STEP_20, Change.DRIFT);
  }

  private static void earlier(String name, double factor, double limit, Change... changes) {
    Map<Change, double[]> delays =
        Judged.delays(
            family(name),
            CHANGE_SEED,
            1,
            List.of(changes),
            List.of(
                new Production(),
                new Cusum(limit),
                Threshold.ofMean(600, factor),
                Threshold.ofPercentile(600, 0.95, factor)));
    delays.forEach(
        (change, each) -> {
          for (int i = 1; i < each.length; i++) {
            assertThat(each[0]).as(name + ", " + change.words + ", rival " + i).isLessThan(each[i]);
          }
        });
  }

  private static Family family(String name) {
    return Family.all().stream()
        .filter(family -> family.name().equals(name))
        .findFirst()
        .orElseThrow();
  }
}
