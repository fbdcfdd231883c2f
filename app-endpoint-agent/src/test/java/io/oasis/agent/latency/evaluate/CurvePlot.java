package io.oasis.agent.latency.evaluate;

import io.oasis.agent.latency.DetectorConfig;
import java.util.List;
import java.util.Locale;

/** Draws false alarms against delay, a panel for each stream. */
final class CurvePlot {
  private static final int PANEL_WIDTH = 300;
  private static final int PANEL_HEIGHT = 220;
  private static final int COLUMNS = 3;
  private static final int LEFT = 48;
  private static final int TOP = 34;
  private static final int WIDTH = 230;
  private static final int HEIGHT = 140;

  /** False alarms per 100 periods: fewer than this are drawn here. */
  private static final double LEAST_ALARMS = 0.02;

  private static final double MOST_ALARMS = 1_000;
  private static final List<String> COLOURS = List.of("#1f6fb4", "#c8552b", "#3b8b3b");

  private final StringBuilder svg = new StringBuilder();
  private int panels;

  void panel(Latencies stream, List<Curve> curves) {
    int x = panels % COLUMNS * PANEL_WIDTH + LEFT;
    int y = panels / COLUMNS * PANEL_HEIGHT + TOP + 24;
    panels++;
    text(x, y - 8, "start", "13", stream.name() + ": " + stream.change());
    line("#888", x + "," + (y + HEIGHT) + " " + (x + WIDTH) + "," + (y + HEIGHT));
    line("#888", x + "," + y + " " + x + "," + (y + HEIGHT));
    for (double alarms : new double[] {0.1, 1, 10, 100}) {
      text((int) x(x, alarms), y + HEIGHT + 14, "middle", "10", shown(alarms));
    }
    for (int periods : new int[] {0, 1, 2, 3, 4, 5}) {
      text(x - 6, (int) y(y, periods) + 3, "end", "10", String.valueOf(periods));
    }
    for (int i = 0; i < curves.size(); i++) {
      StringBuilder path = new StringBuilder();
      for (Curve.Point point : curves.get(i).points()) {
        double px = x(x, point.measured().falseAlarms());
        double py = y(y, periods(point.measured()));
        path.append(String.format(Locale.ROOT, "%.1f,%.1f ", px, py));
        circle(px, py, COLOURS.get(i), isDefault(i, point));
      }
      line(COLOURS.get(i), path.toString().trim());
    }
  }

  private static boolean isDefault(int kind, Curve.Point point) {
    return kind == 0 && point.threshold() == DetectorConfig.DEFAULT.thresholdBins();
  }

  private static double periods(Measured measured) {
    return measured.delayPoints() / DetectorConfig.DEFAULT.pointsPerPeriod();
  }

  private static double x(int left, double alarms) {
    double at =
        StrictMath.log(
                StrictMath.max(LEAST_ALARMS, StrictMath.min(MOST_ALARMS, alarms)) / LEAST_ALARMS)
            / StrictMath.log(MOST_ALARMS / LEAST_ALARMS);
    return left + WIDTH * at;
  }

  private static double y(int top, double periods) {
    return top + HEIGHT * (1 - StrictMath.min(5, periods) / 5);
  }

  private static String shown(double alarms) {
    return alarms < 1 ? String.valueOf(alarms) : String.valueOf((int) alarms);
  }

  private void text(int x, int y, String anchor, String size, String words) {
    svg.append(
        "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\" font-size=\"%s\">%s</text>%n"
            .formatted(x, y, anchor, size, words));
  }

  private void line(String colour, String points) {
    svg.append("<polyline fill=\"none\" stroke=\"%s\" points=\"%s\"/>%n".formatted(colour, points));
  }

  private void circle(double x, double y, String colour, boolean large) {
    svg.append(
        String.format(
            Locale.ROOT,
            "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"%d\" fill=\"%s\"/>%n",
            x,
            y,
            large ? 5 : 2,
            colour));
  }

  String svg() {
    int width = COLUMNS * PANEL_WIDTH;
    int height = (panels + COLUMNS - 1) / COLUMNS * PANEL_HEIGHT + TOP;
    StringBuilder all = new StringBuilder();
    all.append(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\">%n"
            .formatted(width, height));
    all.append("<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n");
    all.append("<text x=\"48\" y=\"20\" font-size=\"12\">");
    all.append("down: periods until the alarm; across: false alarms per 100 periods; ");
    List<String> names = List.of("cross-correlation (large: the default)", "mean", "CUSUM");
    for (int i = 0; i < names.size(); i++) {
      all.append("<tspan fill=\"%s\">%s </tspan>".formatted(COLOURS.get(i), names.get(i)));
    }
    return all.append("</text>\n").append(svg).append("</svg>\n").toString();
  }
}
