package io.oasis.agent.latency.evaluate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * All detectors on one family.
 *
 * @param entries the one in production first
 */
record Contest(Family family, List<Entry> entries) {
  private static final double HOURS_PER_DAY = 24;
  private static final double DAYS_PER_WEEK = 7;

  /** No more of the time may be spent in a false alarm. */
  private static final double MOST_TOLD = 0.05;

  /** Level with another: within a quarter of its delay and two intervals of an agent. */
  private static final double LEVEL = 1.25;

  private static final double LEVEL_SECONDS = 2;

  /** Points of a short and of a long period. */
  private static final int[] PERIODS = {60, 600};

  private static final double PERCENTILE = 0.95;

  private static final double[] LIMITS = {
    5, 7, 10, 14, 20, 28, 40, 56, 80, 112, 160, 226, 320, 640, 1_280, 2_560, 5_120, 20_000
  };

  private static final double[] FACTORS = {
    1.03, 1.05, 1.07, 1.1, 1.14, 1.18, 1.22, 1.26, 1.3, 1.35, 1.4, 1.5, 1.6, 1.8, 2, 2.5, 3, 4, 6,
    10, 30
  };

  /** One with thresholds to choose from. */
  private record Kind(String name, double[] settings, Function<double[], Rival> made) {}

  /**
   * One detector.
   *
   * @param falseAlarms a week
   * @param hoursTold a week
   */
  record Entry(String name, double falseAlarms, double hoursTold, Map<Change, Double> delays) {}

  private static List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    kinds.add(new Kind("production", new double[1], _ -> new Production()));
    kinds.add(new Kind("paper", new double[1], _ -> new Paper(PERIODS[0])));
    kinds.add(new Kind("CUSUM", LIMITS, Cusum::new));
    for (int period : PERIODS) {
      kinds.add(new Kind("mean", FACTORS, factors -> Threshold.ofMean(period, factors)));
      kinds.add(
          new Kind(
              "percentile",
              FACTORS,
              factors -> Threshold.ofPercentile(period, PERCENTILE, factors)));
    }
    return kinds;
  }

  /** Judges all, each with the lowest threshold that keeps to one false alarm a week. */
  static Contest of(
      Family family, long seed, int days, int times, List<Change> changes, long changeSeed) {
    List<Kind> kinds = kinds();
    List<Rival> all = kinds.stream().map(kind -> kind.made().apply(kind.settings())).toList();
    List<List<Alarms>> alarms = Judged.falseAlarms(family, seed, days, all);
    List<Rival> chosen = new ArrayList<>();
    List<Alarms> kept = new ArrayList<>();
    for (int i = 0; i < kinds.size(); i++) {
      int lowest = lowest(alarms.get(i), days);
      kept.add(alarms.get(i).get(lowest));
      chosen.add(kinds.get(i).made().apply(new double[] {kinds.get(i).settings()[lowest]}));
    }
    Map<Change, double[]> delays = Judged.delays(family, changeSeed, times, changes, chosen);
    List<Entry> entries = new ArrayList<>();
    double weeks = days / DAYS_PER_WEEK;
    for (int i = 0; i < kinds.size(); i++) {
      Map<Change, Double> own = new EnumMap<>(Change.class);
      for (Change change : changes) {
        own.put(change, delays.get(change)[i]);
      }
      entries.add(
          new Entry(
              kinds.get(i).name(), kept.get(i).count() / weeks, kept.get(i).hours() / weeks, own));
    }
    return new Contest(family, entries);
  }

  private static int lowest(List<Alarms> alarms, int days) {
    for (int i = 0; i < alarms.size(); i++) {
      if (alarms.get(i).count() <= days / DAYS_PER_WEEK
          && alarms.get(i).hours() <= MOST_TOLD * HOURS_PER_DAY * days) {
        return i;
      }
    }
    return alarms.size() - 1;
  }

  Entry production() {
    return entries.getFirst();
  }

  /** The least delay of a kind, over its periods. */
  double delay(String kind, Change change) {
    return entries.stream()
        .filter(entry -> entry.name().equals(kind))
        .mapToDouble(entry -> entry.delays().get(change))
        .min()
        .orElseThrow();
  }

  /** The least delay of CUSUM and of both thresholds. */
  double best(Change change) {
    return Arrays.stream(new String[] {"CUSUM", "mean", "percentile"})
        .mapToDouble(kind -> delay(kind, change))
        .min()
        .orElseThrow();
  }

  boolean isLevel(Change change) {
    return production().delays().get(change) <= LEVEL * best(change) + LEVEL_SECONDS;
  }
}
