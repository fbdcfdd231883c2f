package io.oasis.lab.report;

import io.oasis.lab.experiment.Bar;
import io.oasis.lab.experiment.Judged;
import io.oasis.lab.experiment.Outcome;
import io.oasis.lab.experiment.Spread;
import io.oasis.lab.experiment.Verdict;
import java.util.List;
import java.util.Locale;
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
    json.put("source", verdict.experiment().outline().source());
    json.put("policy", verdict.policy());
    ArrayNode seeds = json.putArray("seeds");
    verdict.seeds().forEach(seeds::add);
    putSpreads(json.putObject("metrics"), verdict.measured().metrics());
    ObjectNode paper = json.putObject("paper");
    verdict.experiment().paper().forEach(paper::put);
    ObjectNode references = json.putObject("references");
    verdict
        .measured()
        .references()
        .forEach((name, metrics) -> putSpreads(references.putObject(name), metrics));
    ArrayNode bars = json.putArray("bars");
    verdict.bars().forEach(judged -> putBar(bars.addObject(), judged));
    ObjectNode counts = json.putObject("counts");
    for (Outcome outcome : List.of(Outcome.HELD, Outcome.MISSED, Outcome.EXCUSED)) {
      counts.put(outcome.word(), verdict.count(outcome));
    }
    ArrayNode faults = json.putArray("faults");
    verdict.faults().forEach(faults::add);
    json.put("remark", verdict.experiment().remark(verdict.policy()));
    json.put("outcome", verdict.outcome().word());
    json.put("held", verdict.held());
    json.put("sha256", verdict.sha256());
    return MAPPER.writeValueAsString(json);
  }

  private static void putBar(ObjectNode json, Judged judged) {
    Judged.OnSeed worst = judged.worst();
    json.put("metric", judged.bar().metric());
    json.put("op", judged.bar().op().sign());
    json.put("value", worst.limit());
    json.put("measured", worst.measured());
    json.put("about", judged.bar().about().name().toLowerCase(Locale.ROOT));
    json.put("outcome", judged.outcome().word());
    json.put("held", judged.outcome() == Outcome.HELD);
    json.put("heldOn", judged.count(Outcome.HELD));
    json.put("missedOn", judged.count(Outcome.MISSED));
    json.put("excusedOn", judged.count(Outcome.EXCUSED));
    Bar.Excuse excuse = judged.bar().excuse();
    if (excuse != null) {
      ObjectNode node = json.putObject("excuse");
      node.put("reference", excuse.reference());
      node.put("reached", worst.reached());
      node.put("reason", excuse.reason());
    }
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
