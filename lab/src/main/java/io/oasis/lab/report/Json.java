package io.oasis.lab.report;

import io.oasis.lab.experiment.Spread;
import io.oasis.lab.experiment.Verdict;
import java.util.SortedMap;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** A verdict as JSON; the contract is in {@code docs/lab.md}. */
public final class Json {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private Json() {}

  public static String of(Verdict verdict) {
    ObjectNode json = MAPPER.createObjectNode();
    json.put("experiment", verdict.experiment().name());
    json.put("source", verdict.experiment().source());
    json.put("policy", verdict.policy());
    ArrayNode seeds = json.putArray("seeds");
    verdict.seeds().forEach(seeds::add);
    putSpreads(json.putObject("metrics"), verdict.metrics());
    ObjectNode paper = json.putObject("paper");
    verdict.experiment().paper().forEach(paper::put);
    ObjectNode references = json.putObject("references");
    verdict
        .references()
        .forEach((name, metrics) -> putSpreads(references.putObject(name), metrics));
    ArrayNode bars = json.putArray("bars");
    for (Verdict.Judged judged : verdict.bars()) {
      ObjectNode bar = bars.addObject();
      bar.put("metric", judged.bar().metric());
      bar.put("op", judged.bar().op().sign());
      bar.put("value", judged.limit());
      bar.put("measured", judged.measured());
      bar.put("held", judged.held());
      if (judged.excused() != null) {
        bar.put("beyondReachOf", judged.bar().excuse());
      }
    }
    ArrayNode faults = json.putArray("faults");
    verdict.faults().forEach(faults::add);
    json.put("remark", verdict.experiment().remark(verdict.policy()));
    json.put("held", verdict.held());
    json.put("sha256", verdict.sha256());
    return MAPPER.writeValueAsString(json);
  }

  private static void putSpreads(ObjectNode node, SortedMap<String, Spread> metrics) {
    metrics.forEach(
        (name, spread) -> {
          ObjectNode metric = node.putObject(name);
          metric.put("mean", spread.mean());
          metric.put("min", spread.min());
          metric.put("max", spread.max());
        });
  }
}
