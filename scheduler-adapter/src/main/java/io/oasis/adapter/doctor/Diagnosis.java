package io.oasis.adapter.doctor;

import io.oasis.protocol.Check;
import io.oasis.protocol.Finding;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** All limits, and what is wrong with them. */
record Diagnosis(List<Finding> findings) implements Report {
  private static final JsonMapper JSON = JsonMapper.builder().build();

  Diagnosis {
    findings = List.copyOf(findings);
  }

  @Override
  public boolean isHealthy() {
    return findings.stream().allMatch(Finding::healthy);
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    findings.forEach(
        finding ->
            text(finding).lines().map(Check::printable).forEach(l -> text.append(l).append('\n')));
    long wrong = findings.stream().filter(finding -> !finding.healthy()).count();
    return text.append(
            wrong == 0
                ? findings.size() + " limits, nothing wrong"
                : wrong + " of " + findings.size() + " need attention")
        .toString();
  }

  private static String text(Finding finding) {
    StringBuilder text = new StringBuilder();
    text.append(
        "%-8s %s %s on %s"
            .formatted(
                finding.verdict(),
                finding.where().target(),
                finding.where().place(),
                finding.where().device()));
    finding
        .figures()
        .readBack()
        .ifPresent(
            value -> text.append(": ").append(finding.where().limit()).append(' ').append(value));
    finding.figures().desired().ifPresent(value -> text.append(", desired ").append(value));
    finding
        .figures()
        .written()
        .ifPresent(value -> text.append(", written by Oasis ").append(value));
    finding
        .figures()
        .observed()
        .ifPresent(
            rate -> text.append(String.format(Locale.ROOT, ", %.0f per second observed", rate)));
    if (!finding.healthy()) {
      text.append("\n         cause: ").append(finding.cause());
      text.append("\n         mend:  ").append(finding.mend());
    }
    return text.toString();
  }

  @Override
  public String json() {
    ObjectNode report = JSON.createObjectNode().put("healthy", isHealthy());
    var list = report.putArray("limits");
    for (Finding finding : findings) {
      ObjectNode node = list.addObject();
      node.put("target", finding.where().target())
          .put("place", finding.where().place())
          .put("device", finding.where().device())
          .put("limit", finding.where().limit())
          .put("verdict", finding.verdict().name());
      number(node, "desired", finding.figures().desired());
      number(node, "written", finding.figures().written());
      number(node, "readBack", finding.figures().readBack());
      finding.figures().observed().ifPresent(rate -> node.put("observedPerSecond", rate));
      node.put("cause", finding.cause()).put("mend", finding.mend());
    }
    return report.toString();
  }

  private static void number(ObjectNode node, String key, Optional<Long> value) {
    value.ifPresent(number -> node.put(key, number));
  }
}
