package io.oasis.proving.demo;

import io.oasis.proving.LunWatch;
import io.oasis.proving.rig.LoadApplication;
import io.oasis.proving.rig.LoadWindow;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the applications get while the demo runs: a table that is drawn anew every second on a
 * terminal, a line every few seconds elsewhere.
 */
final class LiveTable {
  private static final int LINE_EVERY_SECONDS = 5;

  private final PrintWriter out;
  private final boolean terminal;
  private int drawnLines;

  LiveTable(PrintWriter out, boolean terminal) {
    this.out = out;
    this.terminal = terminal;
  }

  /** A line that stays. */
  void say(String line) {
    drawnLines = 0;
    out.println(line);
    out.flush();
  }

  /**
   * @param second of the phase, counted from 1
   */
  void draw(
      String phase,
      int second,
      int seconds,
      List<LoadApplication> applications,
      Optional<LunWatch> watch) {
    if (terminal) {
      table(phase, second, seconds, applications, watch);
    } else if (second % LINE_EVERY_SECONDS == 0 || second == seconds) {
      line(phase, second, applications, watch);
    }
    out.flush();
  }

  private void table(
      String phase,
      int second,
      int seconds,
      List<LoadApplication> applications,
      Optional<LunWatch> watch) {
    if (drawnLines > 0) {
      out.printf(Locale.ROOT, "\033[%dA\033[J", drawnLines);
    }
    out.printf(Locale.ROOT, "  %-14s %d of %d s%n", phase, second, seconds);
    out.printf(
        Locale.ROOT, "  %-14s %6s %8s %10s %8s  %s%n", "", "depth", "IOPS", "mean ms", "limit", "");
    for (LoadApplication application : applications) {
      LoadWindow now = application.now();
      QueueState state = state(application, watch);
      out.printf(
          Locale.ROOT,
          "  %-14s %6d %8.0f %10.1f %8s  %s%n",
          application.name(),
          application.load().depth(),
          now.iops(),
          now.meanLatencyMs(),
          limit(state),
          shorten(state.why()));
    }
    drawnLines = applications.size() + 2;
  }

  private void line(
      String phase, int second, List<LoadApplication> applications, Optional<LunWatch> watch) {
    StringBuilder line = new StringBuilder(String.format(Locale.ROOT, "  %s %d s:", phase, second));
    for (LoadApplication application : applications) {
      LoadWindow now = application.now();
      line.append(
          String.format(
              Locale.ROOT,
              "  %s %.0f IOPS %.1f ms limit %s",
              application.name(),
              now.iops(),
              now.meanLatencyMs(),
              limit(state(application, watch))));
    }
    out.println(line);
  }

  private static QueueState state(LoadApplication application, Optional<LunWatch> watch) {
    return watch
        .flatMap(LunWatch::last)
        .map(seen -> QueueState.of(seen, application.id()))
        .orElse(QueueState.UNKNOWN);
  }

  private static String limit(QueueState state) {
    return state.limit().map(limit -> String.format(Locale.ROOT, "%.0f", limit)).orElse("-");
  }

  private static String shorten(String text) {
    return text.length() <= 60 ? text : text.substring(0, 57) + "...";
  }
}
