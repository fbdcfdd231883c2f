package io.oasis.agent.latency.evaluate;

import io.oasis.agent.latency.DetectorConfig;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;

/** Measures the latency detectors and writes {@code latency-detector.md} and its picture. */
public final class DetectorCurves {
  /** The curves that the defaults were chosen from. */
  private static final long TUNING_SEED = 1;

  /** What is reported of the defaults. */
  private static final long FINAL_SEED = 1_000_003;

  private static final int CURVE_RUNS = 100;
  private static final int FINAL_RUNS = 300;
  private static final int[] PERIODS = {30, 100, 300};
  private static final double MEAN_PART = 0.34;
  private static final double CUSUM_LIMIT = 20;

  private DetectorCurves() {}

  /** Takes the directory to write to. */
  public static void main(String[] arguments) throws IOException {
    if (arguments.length != 1) {
      System.err.println("usage: DetectorCurves DIRECTORY");
      System.exit(2);
    }
    Path directory = Path.of(arguments[0]);
    CurvePlot plot = new CurvePlot();
    for (Latencies stream : Latencies.all()) {
      plot.panel(stream, Curve.of(stream, CURVE_RUNS, TUNING_SEED));
    }
    Files.writeString(directory.resolve("latency-detector.svg"), plot.svg());
    Files.writeString(directory.resolve("latency-detector.md"), page());
  }

  private static String page() throws IOException {
    try (var text = DetectorCurves.class.getResourceAsStream("page.md")) {
      if (text == null) {
        throw new IOException("page.md: not on the class path");
      }
      return new String(text.readAllBytes(), StandardCharsets.UTF_8)
          .replace("@DETECTORS@", detectors())
          .replace("@PERIODS@", periods());
    }
  }

  private static String detectors() {
    DetectorConfig defaults = DetectorConfig.DEFAULT;
    int period = defaults.pointsPerPeriod();
    StringBuilder table = new StringBuilder();
    table.append("| latencies | change | cross-correlation | mean, 34 % | CUSUM, limit 20 |\n");
    table.append("|---|---|---|---|---|\n");
    for (Latencies stream : Latencies.all()) {
      table.append("| %s | %s |".formatted(stream.name(), stream.change()));
      for (Measured measured :
          List.of(
              measure(stream, () -> Detector.crossCorrelation(defaults), period),
              measure(stream, () -> Curve.mean(MEAN_PART), period),
              measure(stream, () -> Curve.cusum(CUSUM_LIMIT), period))) {
        table.append(cell(measured, period));
      }
      table.append('\n');
    }
    return table.toString();
  }

  private static String periods() {
    StringBuilder table = new StringBuilder("| latencies | change |");
    for (int period : PERIODS) {
      table.append(" %d points |".formatted(period));
    }
    table.append("\n|---|---|---|---|---|\n");
    for (Latencies stream : Latencies.all()) {
      table.append("| %s | %s |".formatted(stream.name(), stream.change()));
      for (int period : PERIODS) {
        int bins = DetectorConfig.DEFAULT.thresholdBins();
        table.append(cell(measure(stream, () -> Curve.shift(period, bins), period), period));
      }
      table.append('\n');
    }
    return table.toString();
  }

  private static Measured measure(Latencies stream, Supplier<Detector> detectors, int period) {
    return Measured.of(stream, detectors, period, FINAL_RUNS, FINAL_SEED);
  }

  private static String cell(Measured measured, int period) {
    String missed =
        measured.missed() == 0
            ? ""
            : String.format(Locale.ROOT, ", %.0f %% missed", 100 * measured.missed());
    return String.format(
        Locale.ROOT,
        " %.1f / %.1f%s |",
        measured.falseAlarms(),
        measured.delayPoints() / period,
        missed);
  }
}
