package io.oasis.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;

/** A table of one benchmark: printed for people, written as JSON for machines. */
public final class BenchReport {
  private final String name;
  private final List<Map<String, Object>> rows = new ArrayList<>();

  public BenchReport(String name) {
    this.name = name;
  }

  /** Adds a row of alternating column names and values. */
  public void row(Object... cells) {
    Map<String, Object> row = new LinkedHashMap<>();
    for (int i = 0; i < cells.length; i += 2) {
      row.put((String) cells[i], cells[i + 1]);
    }
    rows.add(row);
  }

  public void write() throws IOException {
    System.out.println();
    System.out.println(name);
    System.out.println(String.join(" | ", rows.getFirst().keySet()));
    for (Map<String, Object> row : rows) {
      System.out.println(
          String.join(" | ", row.values().stream().map(BenchReport::shown).toList()));
    }
    Path file = Path.of("target", "benchmarks", name + ".json");
    Files.createDirectories(file.getParent());
    Files.write(
        file,
        JsonMapper.builder().build().writerWithDefaultPrettyPrinter().writeValueAsBytes(rows));
  }

  private static String shown(Object cell) {
    return cell instanceof Double number
        ? String.format(Locale.ROOT, number < 100 ? "%.3g" : "%,.0f", number)
        : String.valueOf(cell);
  }
}
