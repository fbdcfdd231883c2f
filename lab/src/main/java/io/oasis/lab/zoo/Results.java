package io.oasis.lab.zoo;

import io.oasis.lab.zoo.judge.Judgement;
import io.oasis.lab.zoo.scenario.ScenarioReader;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Judgements as JSON and as text; the contract is in {@code docs/zoo.md}. */
final class Results {
  private static final JsonMapper MAPPER = JsonMapper.builder().build();

  private final List<Judgement> judgements;

  Results(List<Judgement> judgements) {
    this.judgements = List.copyOf(judgements);
  }

  String json() {
    ObjectNode json = MAPPER.createObjectNode();
    ArrayNode scenarios = json.putArray("scenarios");
    judgements.forEach(judgement -> put(scenarios.addObject(), judgement));
    ObjectNode summary = json.putObject("summary");
    groups()
        .forEach(
            (policy, places) -> {
              ObjectNode node = summary.putObject(policy);
              places.forEach((place, group) -> group.put(node.putObject(place)));
            });
    return MAPPER.writeValueAsString(json);
  }

  private static void put(ObjectNode node, Judgement judgement) {
    node.put("name", judgement.what().scenario().name());
    node.put("family", judgement.what().scenario().family());
    node.put("policy", judgement.what().policy());
    node.put("enforcement", ScenarioReader.label(judgement.what().enforcement()));
    node.put("seed", judgement.what().seed());
    node.put("totalToUnmanaged", rounded(judgement.got().totalToUnmanaged()));
    node.put("leastShare", rounded(judgement.got().leastShare()));
    if (Double.isNaN(judgement.attainable())) {
      node.putNull("attainable");
    } else {
      node.put("attainable", rounded(judgement.attainable()));
    }
    node.put("meanShare", rounded(judgement.got().meanShare()));
    ObjectNode toUnmanaged = node.putObject("p99ToUnmanaged");
    judgement
        .latencies()
        .p99ToUnmanaged()
        .forEach((name, ratio) -> toUnmanaged.put(name, rounded(ratio)));
    ObjectNode toAlone = node.putObject("p99ToAlone");
    judgement.latencies().p99ToAlone().forEach((name, ratio) -> toAlone.put(name, rounded(ratio)));
    node.put("reversalsPerTenMinutes", rounded(judgement.restlessness().reversalsPerTenMinutes()));
    node.put("pushesPerHour", rounded(judgement.restlessness().pushesPerHour()));
    node.put("convergenceSeconds", rounded(judgement.restlessness().convergenceSeconds()));
    ArrayNode violations = node.putArray("lawViolations");
    judgement.lawViolations().forEach(violations::add);
  }

  static double rounded(double value) {
    return StrictMath.round(value * 1e4) / 1e4;
  }

  private Map<String, Map<String, Summary>> groups() {
    Map<String, Map<String, List<Judgement>>> lists = new LinkedHashMap<>();
    for (Judgement judgement : judgements) {
      lists
          .computeIfAbsent(judgement.what().policy(), policy -> new LinkedHashMap<>())
          .computeIfAbsent(
              ScenarioReader.label(judgement.what().enforcement()), place -> new ArrayList<>())
          .add(judgement);
    }
    Map<String, Map<String, Summary>> groups = new LinkedHashMap<>();
    lists.forEach(
        (policy, places) ->
            places.forEach(
                (place, list) ->
                    groups
                        .computeIfAbsent(policy, name -> new LinkedHashMap<>())
                        .put(place, new Summary(list))));
    return groups;
  }

  String text() {
    StringBuilder text = new StringBuilder();
    text.append(
        line(
            "%-34s %-5s %-18s %4s %6s %6s %6s %6s %8s %7s %7s %5s %s",
            "scenario",
            "place",
            "policy",
            "seed",
            "total",
            "least",
            "attain",
            "mean",
            "p99/unm",
            "revers",
            "push/h",
            "conv",
            "laws"));
    judgements.forEach(one -> text.append(row(one)));
    text.append('\n');
    groups()
        .forEach(
            (policy, places) ->
                places.forEach(
                    (place, group) ->
                        text.append(line("%-18s %-5s %s", policy, place, group.text()))));
    return text.toString();
  }

  private static String row(Judgement one) {
    return line(
        "%-34s %-5s %-18s %4d %6.3f %6.3f %6.3f %6.3f %8.2f %7.1f %7.0f %5.0f %d",
        one.what().scenario().name(),
        ScenarioReader.label(one.what().enforcement()),
        one.what().policy(),
        one.what().seed(),
        one.got().totalToUnmanaged(),
        one.got().leastShare(),
        one.attainable(),
        one.got().meanShare(),
        one.latencies().p99ToUnmanaged().values().stream()
            .mapToDouble(Double::doubleValue)
            .max()
            .orElse(1),
        one.restlessness().reversalsPerTenMinutes(),
        one.restlessness().pushesPerHour(),
        one.restlessness().convergenceSeconds(),
        one.lawViolations().size());
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values).stripTrailing() + '\n';
  }
}
