package io.oasis.agent.latency.evaluate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Judges the latency detectors and writes {@code latency-detector.md}. */
public final class DetectorReport {
  /** Nothing was chosen on these. */
  private static final long QUIET_SEED = 201;

  private static final long CHANGE_SEED = 202;

  private static final int DAYS = 30;
  private static final int TIMES = 3;
  private static final List<Change> STEPS =
      List.of(Change.STEP_12, Change.STEP_15, Change.STEP_20, Change.DRIFT);
  private static final List<String> RIVALS = List.of("CUSUM", "mean", "percentile", "paper");

  private static final double MINUTE = 60;
  private static final double HOUR = 3_600;

  private DetectorReport() {}

  /** Takes the file to write. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("usage: DetectorReport FILE");
      System.exit(2);
    }
    List<Contest> contests = new ArrayList<>();
    for (Family family : Family.all()) {
      contests.add(Contest.of(family, QUIET_SEED, DAYS, TIMES, STEPS, CHANGE_SEED));
    }
    Files.writeString(Path.of(arguments[0]), page(contests));
  }

  private static String page(List<Contest> contests) throws IOException {
    try (var text = DetectorReport.class.getResourceAsStream("page.md")) {
      if (text == null) {
        throw new IOException("page.md: not on the class path");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@ALARMS@", alarms(contests))
          .replace("@DELAYS@", delays(contests))
          .replace("@BEHIND@", behind(contests));
    }
  }

  private static String alarms(List<Contest> contests) {
    StringBuilder table = new StringBuilder("| latencies | production | paper | CUSUM |");
    table.append(" mean, 60 | percentile, 60 | mean, 600 | percentile, 600 |\n");
    table.append("|---|---|---|---|---|---|---|---|\n");
    for (Contest contest : contests) {
      table.append("| %s |".formatted(contest.family()));
      for (Contest.Entry entry : contest.entries()) {
        table.append(
            String.format(Locale.ROOT, " %.1f, %.1f h |", entry.falseAlarms(), entry.hoursTold()));
      }
      table.append('\n');
    }
    return table.toString();
  }

  private static String delays(List<Contest> contests) {
    StringBuilder table = new StringBuilder("| latencies | production |");
    RIVALS.forEach(rival -> table.append(" ").append(rival).append(" |"));
    table.append("\n|---|---|---|---|---|---|\n");
    for (Contest contest : contests) {
      table.append("| %s |".formatted(contest.family()));
      cell(table, contest, "production");
      RIVALS.forEach(rival -> cell(table, contest, rival));
      table.append('\n');
    }
    return table.toString();
  }

  private static void cell(StringBuilder table, Contest contest, String kind) {
    List<String> parts = new ArrayList<>();
    for (Change change : STEPS) {
      double delay = contest.delay(kind, change);
      parts.add(delay >= change.lasts() ? "never" : shown(delay));
    }
    table.append(" ").append(String.join(" / ", parts)).append(" |");
  }

  private static String shown(double seconds) {
    return seconds < 2 * MINUTE
        ? String.format(Locale.ROOT, "%.0f s", seconds)
        : seconds < 2 * HOUR
            ? String.format(Locale.ROOT, "%.0f min", seconds / MINUTE)
            : String.format(Locale.ROOT, "%.1f h", seconds / HOUR);
  }

  private static String behind(List<Contest> contests) {
    List<String> behind = new ArrayList<>();
    int ahead = 0;
    int all = 0;
    for (Contest contest : contests) {
      for (Change change : STEPS) {
        all++;
        ahead += contest.production().delays().get(change) < contest.best(change) ? 1 : 0;
        if (!contest.isLevel(change)) {
          behind.add(
              "%s at %s (%s, the best rival %s)"
                  .formatted(
                      contest.family(),
                      change.words,
                      shown(contest.production().delays().get(change)),
                      shown(contest.best(change))));
        }
      }
    }
    return "Of %d delays it is ahead of all rivals in %d, level in %d and behind in %d%s."
        .formatted(
            all,
            ahead,
            all - ahead - behind.size(),
            behind.size(),
            behind.isEmpty() ? "" : ": " + String.join("; ", behind));
  }
}
