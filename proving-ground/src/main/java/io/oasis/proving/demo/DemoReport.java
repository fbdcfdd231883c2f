package io.oasis.proving.demo;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.oasis.proving.Bars;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.json.JsonMapper;

/** A result for people and as JSON. */
final class DemoReport {
  private DemoReport() {}

  /** Absent values are null, so that every field is always there. */
  static String json(DemoResult result) {
    JsonMapper mapper =
        JsonMapper.builder()
            .enable(SerializationFeature.INDENT_OUTPUT)
            .changeDefaultPropertyInclusion(v -> v.withValueInclusion(JsonInclude.Include.ALWAYS))
            .build();
    return mapper.writeValueAsString(result);
  }

  /** What was measured, unmanaged and managed. */
  static String comparison(DemoResult result) {
    return "\n" + applications(result) + "\n" + loop(result);
  }

  private static String applications(DemoResult result) {
    StringBuilder text = new StringBuilder();
    text.append(
        line(
            "%-14s %5s %10s | %8s %9s %9s | %8s %9s %9s %9s",
            "",
            "depth",
            "fair share",
            "IOPS",
            "mean ms",
            "p99 ms",
            "IOPS",
            "mean ms",
            "p99 ms",
            "of fair"));
    text.append(line("%-14s %5s %10s | %-28s | %s", "", "", "", "unmanaged", "managed"));
    for (DemoResult.App app : result.managed().apps()) {
      text.append(row(app, before(result, app.name())));
    }
    text.append(
        line(
            "%-14s %5s %10s | %8.0f %9s %9s | %8.0f",
            "all", "", "", result.unmanaged().totalIops(), "", "", result.managed().totalIops()));
    text.append(
        line(
            "%-14s %5s %10s | %8.2f %9s %9s | %8.2f",
            "Jain index", "", "", result.unmanaged().jain(), "", "", result.managed().jain()));
    return text.toString();
  }

  /** What the loop learned, how it came to rest, and what came of its limits. */
  private static String loop(DemoResult result) {
    StringBuilder text = new StringBuilder();
    text.append(
        line(
            "%s; built with %.0f IOPS; learned %s to %s IOPS",
            result.device().on() == DemoResult.On.KERNEL ? "on this kernel" : "on a brick",
            result.device().capacityIops(),
            number(result.device().learnedCapacityIops().lower(), "%.0f"),
            number(result.device().learnedCapacityIops().upper(), "%.0f")));
    text.append(
        line(
            "converged after %s s, %d reversals, then moves of at most %.1f %%",
            number(result.rest().convergenceSeconds(), "%.1f"),
            result.rest().reversals(),
            result.rest().largestMove() * 100));
    for (DemoResult.Enforcement e : result.enforcement()) {
      text.append(
          line(
              "limit of %s: set %s, achieved %.0f%s",
              e.app(),
              number(e.setting(), "%.0f"),
              e.achieved(),
              e.state().isEmpty() ? "" : " (" + e.state().toLowerCase(Locale.ROOT) + ")"));
    }
    return text.toString();
  }

  /** What had to be shown, and whether it was. */
  static String bars(DemoResult result) {
    StringBuilder text = new StringBuilder("\n");
    for (DemoResult.Bar bar : result.bars()) {
      text.append(
          line(
              "%-8s %s%s (%s)",
              bar.met() ? "met" : "NOT MET",
              bar.name(),
              bar.value().map(v -> String.format(Locale.ROOT, ": %.2f", v)).orElse(""),
              bar.bar()));
    }
    long met = result.bars().stream().filter(DemoResult.Bar::met).count();
    return text + Bars.counts(met, result.bars().size() - met) + "\n";
  }

  private static Optional<DemoResult.App> before(DemoResult result, String name) {
    return result.unmanaged().apps().stream().filter(app -> app.name().equals(name)).findFirst();
  }

  private static String row(DemoResult.App after, Optional<DemoResult.App> before) {
    return line(
        "%-14s %5d %10.0f | %8s %9s %9s | %8.0f %9.1f %9.1f %9.2f",
        after.name(),
        after.depth(),
        after.fairShareIops(),
        number(before.map(DemoResult.App::iops), "%.0f"),
        number(before.map(DemoResult.App::meanLatencyMs), "%.1f"),
        number(before.map(DemoResult.App::p99LatencyMs), "%.1f"),
        after.iops(),
        after.meanLatencyMs(),
        after.p99LatencyMs(),
        after.ofFairShare());
  }

  private static String number(Optional<Double> value, String format) {
    return value.map(v -> String.format(Locale.ROOT, format, v)).orElse("-");
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values).stripTrailing() + "\n";
  }
}
