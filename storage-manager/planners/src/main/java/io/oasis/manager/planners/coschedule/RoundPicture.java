package io.oasis.manager.planners.coschedule;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Draws a round as SVG: servers downwards, time to the right, a colour for each workload. */
public final class RoundPicture {
  /** In pixels, as all that follow; chosen, for a page. */
  private static final int WIDTH = 900;

  /** Room for the names of servers. */
  private static final int LEFT = 80;

  /** Room for half of the last figure of the axis. */
  private static final int RIGHT = 20;

  /** Room for the line of text above. */
  private static final int TOP = 40;

  /** Room for the two lines of the axis below. */
  private static final int BOTTOM = 34;

  /** Height of a server, less where there are many. */
  private static final int MOST_ROW = 28;

  /** Of all servers together; chosen: what is taller nobody sees at once. */
  private static final int MOST_HEIGHT = 1400;

  /** Degrees of hue from one workload to the next; the golden angle keeps neighbours apart. */
  private static final double HUE_STEP = 137.508;

  private final Schedule schedule;
  private final double row;
  private final StringBuilder svg = new StringBuilder();

  private RoundPicture(Schedule schedule) {
    this.schedule = schedule;
    this.row = StrictMath.min(MOST_ROW, (double) MOST_HEIGHT / schedule.servers());
  }

  public static String of(Schedule schedule) {
    return new RoundPicture(schedule).draw();
  }

  private String draw() {
    double height = TOP + row * schedule.servers() + BOTTOM;
    add(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %.0f\" width=\"%d\""
            + " height=\"%.0f\" font-family=\"sans-serif\" font-size=\"11\">%n",
        WIDTH, height, WIDTH, height);
    add("<rect width=\"%d\" height=\"%.0f\" fill=\"#fff\"/>%n", WIDTH, height);
    add(
        "<text x=\"%d\" y=\"18\" font-weight=\"bold\">One round of %d servers, R_clustering %.3f,"
            + " %.1f %% of the time given</text>%n",
        LEFT, schedule.servers(), schedule.rClustering().value(), 100 * schedule.used());
    add(
        "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%.1f\" fill=\"#f2f2f2\" stroke=\"#888\"/>%n",
        LEFT, TOP, WIDTH - LEFT - RIGHT, row * schedule.servers());
    for (int i = 0; i < schedule.timeslices().size(); i++) {
      draw(schedule.timeslices().get(i), colour(i));
    }
    axes();
    return svg.append("</svg>\n").toString();
  }

  /** One rectangle for each run of neighbouring servers; the name stands in the tallest. */
  private void draw(Timeslice slice, String colour) {
    List<int[]> runs = runs(slice.servers());
    int[] tallest = runs.getFirst();
    String title =
        escape(slice.workload() + ", ticks " + slice.startTick() + " to " + slice.endTick());
    double width = x(slice.endTick()) - x(slice.startTick());
    for (int[] run : runs) {
      add(
          "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" stroke=\"#444\">"
              + "<title>%s</title></rect>%n",
          x(slice.startTick()), y(run[0]), width, row * run[1], colour, title);
      tallest = run[1] > tallest[1] ? run : tallest;
    }
    int letters = (int) (width / 6.5);
    if (letters > 1 && row * tallest[1] >= 12) {
      String name = slice.workload().name();
      add(
          "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%s</text>%n",
          x(slice.startTick()) + width / 2,
          y(tallest[0]) + row * tallest[1] / 2 + 4,
          escape(name.length() <= letters ? name : name.substring(0, letters)));
    }
  }

  /** First server and length of each run. */
  private static List<int[]> runs(List<Integer> servers) {
    List<int[]> runs = new ArrayList<>();
    for (int server : servers) {
      int[] last = runs.isEmpty() ? null : runs.getLast();
      if (last != null && last[0] + last[1] == server) {
        last[1]++;
      } else {
        runs.add(new int[] {server, 1});
      }
    }
    return runs;
  }

  private void axes() {
    int every = StrictMath.max(1, (int) StrictMath.ceil(14 / row));
    for (int server = 0; server < schedule.servers(); server += every) {
      add(
          "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">server %d</text>%n",
          LEFT - 6, y(server) + row / 2 + 4, server);
    }
    double bottom = y(schedule.servers());
    for (int tenth = 0; tenth <= 10; tenth += 2) {
      double at = x(schedule.roundTicks() * tenth / 10.0);
      add(
          "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"middle\">%d %%</text>%n",
          at, bottom + 16, tenth * 10);
    }
    add(
        "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">of the round</text>%n",
        WIDTH - RIGHT, bottom + 30);
  }

  private static String colour(int i) {
    return String.format(
        Locale.ROOT, "hsl(%.0f,60%%,%d%%)", i * HUE_STEP % 360, 70 + i / 3 % 3 * 6);
  }

  private double x(double tick) {
    return LEFT + (WIDTH - LEFT - RIGHT) * tick / schedule.roundTicks();
  }

  private double y(int server) {
    return TOP + row * server;
  }

  private void add(String format, Object... values) {
    svg.append(String.format(Locale.ROOT, format.replace("%n", "\n"), values));
  }

  private static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;");
  }
}
