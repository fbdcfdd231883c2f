package io.oasis.proving.brick;

import io.oasis.brick.discipline.DisciplineSpec;
import io.oasis.proving.Bars;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What was measured, compared by medians: as a table and as JSON. */
final class Results {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final int[] SESSIONS = {1, 100, 10_000};

  private final Map<Contender, Map<Pattern, List<Measurement>>> all = new LinkedHashMap<>();

  void add(Contender contender, Pattern pattern, Measurement measurement) {
    all.computeIfAbsent(contender, _ -> new EnumMap<>(Pattern.class))
        .computeIfAbsent(pattern, _ -> new ArrayList<>())
        .add(measurement);
  }

  private double median(
      Contender contender, Pattern pattern, ToDoubleFunction<Measurement> figure) {
    double[] sorted =
        all.getOrDefault(contender, Map.of()).getOrDefault(pattern, List.of()).stream()
            .mapToDouble(figure)
            .sorted()
            .toArray();
    return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
  }

  private double iops(Contender contender, Pattern pattern) {
    return median(contender, pattern, Measurement::iops);
  }

  private double cpuMicros(Contender contender, Pattern pattern) {
    return median(contender, pattern, Measurement::cpuMicros);
  }

  private Optional<Contender> labelled(String label) {
    return all.keySet().stream().filter(other -> other.label().equals(label)).findFirst();
  }

  private OptionalDouble ratio(Contender contender, Pattern pattern) {
    return labelled(contender.baseline()).stream()
        .mapToDouble(other -> iops(contender, pattern) / iops(other, pattern))
        .findFirst();
  }

  /** Processor time per I/O beyond that of the brick without anything. */
  private OptionalDouble moreCpuMicros(Contender contender, Pattern pattern) {
    return labelled(Bar.BARE).stream()
        .mapToDouble(bare -> cpuMicros(contender, pattern) - cpuMicros(bare, pattern))
        .findFirst();
  }

  private boolean isMet(Contender contender, Pattern pattern) {
    OptionalDouble bar = Bar.of(contender.label(), pattern);
    OptionalDouble ratio = ratio(contender, pattern);
    OptionalDouble most = Bar.moreCpuMicros(contender.label(), pattern);
    OptionalDouble more = moreCpuMicros(contender, pattern);
    return (bar.isEmpty() || ratio.isEmpty() || ratio.getAsDouble() >= bar.getAsDouble())
        && (most.isEmpty() || more.isEmpty() || more.getAsDouble() <= most.getAsDouble());
  }

  /** Whether every bar is met. */
  boolean allMet() {
    return all.keySet().stream()
        .allMatch(c -> Stream.of(Pattern.values()).allMatch(p -> isMet(c, p)));
  }

  private static boolean hasBar(Contender contender, Pattern pattern) {
    return Bar.of(contender.label(), pattern).isPresent()
        || Bar.moreCpuMicros(contender.label(), pattern).isPresent();
  }

  private String counts() {
    long held = 0;
    long missed = 0;
    for (Contender contender : all.keySet()) {
      for (Pattern pattern : Pattern.values()) {
        if (hasBar(contender, pattern)) {
          boolean met = isMet(contender, pattern);
          held += met ? 1 : 0;
          missed += met ? 0 : 1;
        }
      }
    }
    return Bars.counts(held, missed);
  }

  void printTable(PrintStream out) {
    out.printf(Locale.ROOT, "%nscheduler, ns per I/O at 1, 100, 10,000 sessions%n");
    for (DisciplineSpec.Kind kind : DisciplineSpec.Kind.values()) {
      out.printf(Locale.ROOT, "  %-24s", kind.label());
      for (int sessions : SESSIONS) {
        out.printf(Locale.ROOT, " %6.0f", SchedulerCost.nanosPerIo(kind, sessions));
      }
      out.println();
    }
    for (Pattern pattern : Pattern.values()) {
      out.printf(Locale.ROOT, "%n%s%n", pattern.label);
      for (Contender contender : all.keySet()) {
        out.println(row(contender, pattern));
      }
    }
    out.println("\n" + counts());
  }

  private String row(Contender contender, Pattern pattern) {
    StringBuilder row = new StringBuilder();
    row.append(
        String.format(
            Locale.ROOT,
            "  %-24s %,10.0f IOPS %7.2f us of CPU",
            contender.label(),
            iops(contender, pattern),
            cpuMicros(contender, pattern)));
    ratio(contender, pattern)
        .ifPresent(
            ratio ->
                row.append(String.format(Locale.ROOT, "  %.2f x %s", ratio, contender.baseline())));
    OptionalDouble bar = Bar.of(contender.label(), pattern);
    OptionalDouble most = Bar.moreCpuMicros(contender.label(), pattern);
    bar.ifPresent(least -> row.append(String.format(Locale.ROOT, ", bar %.2f", least)));
    most.ifPresent(
        micros -> row.append(String.format(Locale.ROOT, " and at most %.1f us more", micros)));
    if (hasBar(contender, pattern)) {
      row.append(isMet(contender, pattern) ? ": met" : ": NOT MET");
    }
    return row.toString();
  }

  void printJson(PrintStream out, double seconds, int rounds) {
    ObjectNode root = JSON.createObjectNode();
    root.put("seconds", seconds).put("rounds", rounds).put("met", allMet());
    ArrayNode costs = root.putArray("schedulerNanosPerIo");
    for (DisciplineSpec.Kind kind : DisciplineSpec.Kind.values()) {
      ObjectNode cost = costs.addObject().put("discipline", kind.label());
      for (int sessions : SESSIONS) {
        cost.put(Integer.toString(sessions), SchedulerCost.nanosPerIo(kind, sessions));
      }
    }
    ArrayNode rows = root.putArray("results");
    for (Contender contender : all.keySet()) {
      for (Pattern pattern : Pattern.values()) {
        ObjectNode row = rows.addObject().put("server", contender.label());
        row.put("pattern", pattern.label).put("medianIops", iops(contender, pattern));
        row.put("cpuMicrosPerIo", cpuMicros(contender, pattern));
        row.put("baseline", contender.baseline());
        ratio(contender, pattern).ifPresent(ratio -> row.put("ratio", ratio));
        Bar.of(contender.label(), pattern).ifPresent(bar -> row.put("bar", bar));
        row.put("met", isMet(contender, pattern));
      }
    }
    out.println(root.toPrettyString());
  }
}
