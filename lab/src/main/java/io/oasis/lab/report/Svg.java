package io.oasis.lab.report;

import io.oasis.lab.experiment.Series;
import java.util.List;
import java.util.Locale;

/** Draws curves over seconds as a small SVG. */
public final class Svg {
  private static final int WIDTH = 420;
  private static final int HEIGHT = 210;
  private static final int LEFT = 52;
  private static final int BOTTOM = 28;
  private static final int TOP = 26;
  private static final int RIGHT = 8;
  private static final int MOST_POINTS = 400;
  private static final String[] COLOURS = {
    "#0b6e99", "#c4511b", "#2e8540", "#7a3e9d", "#8a6d00", "#b0004e"
  };

  private Svg() {}

  /** One panel with all its curves. */
  public static String panel(String title, List<Series> curves) {
    double most = 1e-9;
    int seconds = 1;
    for (Series curve : curves) {
      seconds = StrictMath.max(seconds, curve.values().length);
      for (double value : curve.values()) {
        most = Double.isNaN(value) ? most : StrictMath.max(most, value);
      }
    }
    most *= 1.05;
    StringBuilder svg = new StringBuilder();
    svg.append(
        text(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" font-family=\"sans-serif\" font-size=\"10\">",
            WIDTH, HEIGHT, WIDTH, HEIGHT));
    svg.append(text("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", WIDTH, HEIGHT));
    svg.append(text("<text x=\"%d\" y=\"12\" font-weight=\"bold\">%s</text>", LEFT, escape(title)));
    svg.append(axes(most, seconds, curves.isEmpty() ? "" : curves.getFirst().unit()));
    for (int i = 0; i < curves.size(); i++) {
      String colour = COLOURS[i % COLOURS.length];
      svg.append(
          text(
              "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" points=\"%s\"/>",
              colour, points(curves.get(i).values(), most, seconds)));
      svg.append(
          text(
              "<text x=\"%d\" y=\"24\" fill=\"%s\">%s</text>",
              LEFT + i * 92, colour, escape(curves.get(i).name())));
    }
    return svg.append("</svg>").toString();
  }

  private static String axes(double most, int seconds, String unit) {
    StringBuilder svg = new StringBuilder();
    for (int i = 0; i <= 4; i++) {
      double y = y(most * i / 4, most);
      svg.append(
          text(
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>",
              LEFT, WIDTH - RIGHT, y, y));
      svg.append(
          text(
              "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
              LEFT - 4, y + 3, Text.number(Double.parseDouble(text("%.3g", most * i / 4)))));
    }
    svg.append(text("<text x=\"2\" y=\"%d\" fill=\"#666\">%s</text>", TOP - 14, escape(unit)));
    for (int i = 0; i <= 4; i++) {
      svg.append(
          text(
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d s</text>",
              x(seconds * i / 4.0, seconds), HEIGHT - 10, seconds * i / 4));
    }
    return svg.toString();
  }

  private static String points(double[] values, double most, int seconds) {
    StringBuilder points = new StringBuilder();
    int step = StrictMath.max(1, values.length / MOST_POINTS);
    for (int i = 0; i < values.length; i += step) {
      if (!Double.isNaN(values[i])) {
        points.append(text("%.1f,%.1f ", x(i + 0.5, seconds), y(values[i], most)));
      }
    }
    return points.toString().trim();
  }

  private static double x(double second, int seconds) {
    return LEFT + (WIDTH - LEFT - RIGHT) * second / seconds;
  }

  private static double y(double value, double most) {
    return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most;
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
