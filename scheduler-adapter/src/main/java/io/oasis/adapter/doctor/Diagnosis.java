package io.oasis.adapter.doctor;

import java.util.List;
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
    return findings.stream().allMatch(Finding::isHealthy);
  }

  @Override
  public String text() {
    StringBuilder text = new StringBuilder();
    findings.forEach(finding -> text.append(finding.text()).append('\n'));
    long wrong = findings.stream().filter(finding -> !finding.isHealthy()).count();
    return text.append(
            wrong == 0
                ? findings.size() + " limits, nothing wrong"
                : wrong + " of " + findings.size() + " need attention")
        .toString();
  }

  @Override
  public String json() {
    ObjectNode report = JSON.createObjectNode().put("healthy", isHealthy());
    var list = report.putArray("limits");
    for (Finding finding : findings) {
      ObjectNode node = list.addObject();
      node.put("target", finding.target())
          .put("place", finding.place())
          .put("device", finding.device())
          .put("limit", finding.limit())
          .put("verdict", finding.verdict().name());
      number(node, "desired", finding.desired());
      number(node, "written", finding.written());
      number(node, "readBack", finding.readBack());
      finding.observed().ifPresent(rate -> node.put("observedPerSecond", rate));
      node.put("cause", finding.cause()).put("mend", finding.mend());
    }
    return report.toString();
  }

  private static void number(ObjectNode node, String key, Optional<Long> value) {
    value.ifPresent(number -> node.put(key, number));
  }
}
