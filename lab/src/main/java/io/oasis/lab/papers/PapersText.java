package io.oasis.lab.papers;

import io.oasis.lab.experiment.Outcome;
import io.oasis.lab.report.Text;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.stream.Collectors;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The rows as a table, and as JSON. */
public final class PapersText {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private PapersText() {}

  /** A table in Markdown, with a line of counts before it. */
  public static String table(List<JudgedRow> rows) {
    StringBuilder text = new StringBuilder(summary(rows)).append("\n\n");
    text.append("| paper | figure | paper says | ours | verdict |\n|---|---|---|---|---|\n");
    for (JudgedRow judged : rows) {
      Row row = judged.row();
      text.append("| ").append(row.paper()).append(" | ").append(row.figure());
      text.append(" | ").append(row.says()).append(" | ").append(figures(judged));
      text.append(" | ").append(verdict(judged)).append(" |\n");
    }
    return text.toString();
  }

  /** How many rows came out how. */
  public static String summary(List<JudgedRow> rows) {
    Map<JudgedRow.Word, Long> counts =
        rows.stream().collect(Collectors.groupingBy(JudgedRow::verdict, Collectors.counting()));
    StringBuilder text = new StringBuilder();
    text.append(rows.size()).append(" rows: ");
    for (JudgedRow.Word word : JudgedRow.Word.values()) {
      text.append(word == JudgedRow.Word.REPRODUCED ? "" : ", ");
      text.append(counts.getOrDefault(word, 0L)).append(' ').append(word.text());
    }
    return text.append("; ")
        .append(count(rows, Outcome.HELD))
        .append(" held, ")
        .append(count(rows, Outcome.MISSED))
        .append(" missed, ")
        .append(count(rows, Outcome.EXCUSED))
        .append(" excused.")
        .toString();
  }

  private static long count(List<JudgedRow> rows, Outcome outcome) {
    return rows.stream().filter(row -> row.outcome() == outcome).count();
  }

  static String verdict(JudgedRow judged) {
    String because = judged.row().because();
    JudgedRow.Seeds seeds = judged.seeds();
    return switch (judged.verdict()) {
      case REPRODUCED, BETTER -> judged.verdict().text();
      case DIFFERENT -> "different because " + because + held(seeds);
      case NOT_REPRODUCED ->
          "**not reproduced**" + (seeds.run() == 0 ? ": " + because : held(seeds));
    };
  }

  private static String held(JudgedRow.Seeds seeds) {
    return " (held on " + seeds.held() + " of " + seeds.run() + " seeds)";
  }

  private static String figures(JudgedRow judged) {
    return judged.ours().entrySet().stream()
        .map(entry -> entry.getKey() + " " + Text.number(entry.getValue()))
        .collect(Collectors.joining(", "));
  }

  /** {@code {"rows": [...]}}; the contract is in {@code docs/lab.md}. */
  public static String json(List<JudgedRow> rows) {
    ObjectNode json = MAPPER.createObjectNode();
    ObjectNode counts = json.putObject("counts");
    counts.put("held", count(rows, Outcome.HELD));
    counts.put("missed", count(rows, Outcome.MISSED));
    counts.put("excused", count(rows, Outcome.EXCUSED));
    ArrayNode array = json.putArray("rows");
    for (JudgedRow judged : rows) {
      ObjectNode node = array.addObject();
      node.put("paper", judged.row().paper());
      node.put("figure", judged.row().figure());
      node.put("says", judged.row().says());
      node.put("verdict", judged.verdict().text());
      node.put("because", judged.row().because());
      node.put("seeds", judged.seeds().run());
      node.put("held", judged.seeds().held());
      node.put("excused", judged.seeds().excused());
      put(node.putObject("ours"), judged.ours());
      put(node.putObject("paperFigures"), judged.paper());
    }
    return MAPPER.writeValueAsString(json);
  }

  private static void put(ObjectNode node, SortedMap<String, Double> figures) {
    figures.forEach((name, value) -> node.put(name, value));
  }
}
