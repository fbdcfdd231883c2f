package io.oasis.lab.papers;

import io.oasis.lab.experiment.Bar;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What the papers report: {@code rows.txt}, which says how it is written. */
final class RowTable {
  private static final String FILE = "rows.txt";
  private static final String EXCEEDS = "+";

  private RowTable() {}

  /** All rows, in the file's order. */
  static List<Row> read() {
    List<Row> rows = new ArrayList<>();
    String paper = "";
    for (String line : text().lines().toList()) {
      if (line.startsWith("[")) {
        paper = line.substring(1, line.indexOf(']'));
      } else if (!line.isEmpty() && !line.startsWith("#")) {
        rows.add(row(paper, line));
      }
    }
    return List.copyOf(rows);
  }

  private static String text() {
    try (InputStream in = RowTable.class.getResourceAsStream(FILE)) {
      if (in == null) {
        throw new IllegalStateException(FILE + " is not on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Row row(String paper, String line) {
    String[] cells = line.split(" *\\| *", -1);
    if (cells.length != 6) {
      throw new IllegalArgumentException(FILE + ": " + line + ": must have six cells");
    }
    String policy = cells[3].replace(EXCEEDS, "");
    return new Row(
        paper,
        cells[0],
        cells[1],
        new Row.Shown(cells[2], policy, cells[3].endsWith(EXCEEDS)),
        Stream.of(cells[4].split(", ")).filter(bar -> !bar.isEmpty()).map(Bar::parse).toList(),
        cells[5]);
  }
}
