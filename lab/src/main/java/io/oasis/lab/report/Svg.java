package io.oasis.lab.report;

import io.oasis.lab.experiment.Series;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SortedMap;

/** Draws curves as a small SVG, over seconds or whatever their axis has. */
public final class Svg {
  private static final int WIDTH = 420;
  private static final int HEIGHT = 210;
  private static final int LEFT = 52;
  private static final int BOTTOM = 28;
  private static final int TOP = 26;
  private static final int RIGHT = 8;
  private static final int MOST_POINTS = 400;
  private static final int TICKS = 4;

  /** Room for the names of bars, and of each bar. */
  private static final int NAMES = 200;

  private static final int BAR = 16;

  /** A bar is so many times the paper's at most, and there is room for the paper's. */
  private static final double MOST_PART = 2;

  private static final double LEAST_PART = 1.25;

  private static final String[] COLOURS = {
    "#0b6e99", "#c4511b", "#2e8540", "#7a3e9d", "#8a6d00", "#b0004e"
  };

  private Svg() {}

  /** From where to where curves go, and how high. */
  private record Frame(double from, double to, boolean isLog, double most) {
    static Frame around(List<Series> curves) {
      double most = 1e-9;
      double from = Double.POSITIVE_INFINITY;
      double to = Double.NEGATIVE_INFINITY;
      boolean isLog = false;
      for (Series curve : curves) {
        from = StrictMath.min(from, curve.from());
        to = StrictMath.max(to, curve.to());
        isLog |= curve.across().isLog();
        for (double value : curve.values()) {
          most = Double.isNaN(value) ? most : StrictMath.max(most, value);
        }
      }
      boolean isEmpty = !(to > from);
      return new Frame(isEmpty ? 0 : from, isEmpty ? 1 : to, isLog && !isEmpty, most * 1.05);
    }

    private double scaled(double x) {
      return isLog ? StrictMath.log(x) : x;
    }

    double x(double at) {
      double part = (scaled(at) - scaled(from)) / (scaled(to) - scaled(from));
      return LEFT + (WIDTH - LEFT - RIGHT) * part;
    }

    /** The value at this part of the axis. */
    double at(double part) {
      return isLog ? from * StrictMath.pow(to / from, part) : from + (to - from) * part;
    }

    double y(double value) {
      return HEIGHT - BOTTOM - (HEIGHT - BOTTOM - TOP) * value / most;
    }
  }

  /** One panel with all its curves. */
  public static String panel(String title, List<Series> curves) {
    Frame frame = Frame.around(curves);
    StringBuilder svg = new StringBuilder(head(HEIGHT));
    svg.append(text("<text x=\"%d\" y=\"12\" font-weight=\"bold\">%s</text>", LEFT, escape(title)));
    if (!curves.isEmpty()) {
      svg.append(axes(frame, curves.getFirst()));
    }
    for (int i = 0; i < curves.size(); i++) {
      String colour = COLOURS[i % COLOURS.length];
      svg.append(
          text(
              "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"1.2\" points=\"%s\"/>",
              colour, points(curves.get(i), frame)));
      svg.append(
          text(
              "<text x=\"%d\" y=\"24\" fill=\"%s\">%s</text>",
              LEFT + i * 92, colour, escape(curves.get(i).name())));
    }
    return svg.append("</svg>").toString();
  }

  private static String head(int height) {
    return text(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\""
                + " height=\"%d\" font-family=\"sans-serif\" font-size=\"10\">",
            WIDTH, height, WIDTH, height)
        + text("<rect width=\"%d\" height=\"%d\" fill=\"#fff\"/>", WIDTH, height);
  }

  private static String axes(Frame frame, Series any) {
    StringBuilder svg = new StringBuilder();
    for (int i = 0; i <= TICKS; i++) {
      double value = frame.most * i / TICKS;
      double y = frame.y(value);
      svg.append(
          text(
              "<line x1=\"%d\" x2=\"%d\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"#ddd\"/>",
              LEFT, WIDTH - RIGHT, y, y));
      svg.append(
          text(
              "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text>",
              LEFT - 4, y + 3, round(value)));
    }
    svg.append(
        text("<text x=\"2\" y=\"%d\" fill=\"#666\">%s</text>", TOP - 14, escape(any.unit())));
    for (int i = 0; i <= TICKS; i++) {
      double at = frame.at(i / (double) TICKS);
      svg.append(
          text(
              "<text x=\"%.1f\" y=\"%d\" text-anchor=\"%s\">%s %s</text>",
              frame.x(at),
              HEIGHT - 10,
              i == TICKS ? "end" : "middle",
              round(at),
              escape(any.across().unit())));
    }
    return svg.toString();
  }

  private static String round(double value) {
    return Text.number(Double.parseDouble(text("%.3g", value)));
  }

  private static String points(Series curve, Frame frame) {
    StringBuilder points = new StringBuilder();
    double[] values = curve.values();
    int step = StrictMath.max(1, values.length / MOST_POINTS);
    for (int i = 0; i < values.length; i += step) {
      if (!Double.isNaN(values[i])) {
        points.append(text("%.1f,%.1f ", frame.x(curve.x(i)), frame.y(values[i])));
      }
    }
    return points.toString().trim();
  }

  private static String text(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  /**
   * A bar for each value.
   *
   * @param paper whether they are parts of the paper's numbers: a line is drawn at 1
   */
  public static String bars(SortedMap<String, Double> values, boolean paper) {
    int height = TOP + BAR * values.size() + 4;
    double most = values.values().stream().mapToDouble(value -> value).max().orElse(1);
    double whole = paper ? StrictMath.min(MOST_PART, most) : most;
    double one = (WIDTH - NAMES - RIGHT) / StrictMath.max(paper ? LEAST_PART : 1e-9, whole);
    StringBuilder svg = new StringBuilder(head(height));
    int y = TOP;
    for (Map.Entry<String, Double> bar : values.entrySet()) {
      double drawn = one * StrictMath.clamp(bar.getValue(), 0, whole);
      svg.append(
          text(
              "<rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"%d\" fill=\"%s\"/>",
              NAMES, y, drawn, BAR - 4, COLOURS[0]));
      svg.append(
          text(
              "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s %s</text>",
              NAMES - 4, y + BAR - 6, escape(bar.getKey()), round(bar.getValue())));
      y += BAR;
    }
    if (paper) {
      svg.append(
          text(
              "<line x1=\"%.1f\" x2=\"%.1f\" y1=\"%d\" y2=\"%d\" stroke=\"#222\"/>",
              NAMES + one, NAMES + one, TOP - 6, height));
      svg.append(text("<text x=\"%.1f\" y=\"12\">the paper's</text>", NAMES + one - 24));
    }
    return svg.append("</svg>").toString();
  }

  public static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
