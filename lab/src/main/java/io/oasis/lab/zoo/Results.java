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
  private static final double GOOD_SHARE = 0.9;
  private static final double GOOD_TOTAL = 0.95;

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
              places.forEach((place, group) -> put(node.putObject(place), group));
            });
    return MAPPER.writeValueAsString(json);
  }

  private static void put(ObjectNode node, Judgement judgement) {
    node.put("name", judgement.scenario().name());
    node.put("family", judgement.scenario().family());
    node.put("policy", judgement.policy());
    node.put("enforcement", ScenarioReader.label(judgement.enforcement()));
    node.put("seed", judgement.seed());
    node.put("totalToUnmanaged", rounded(judgement.totalToUnmanaged()));
    node.put("leastShare", rounded(judgement.leastShare()));
    if (Double.isNaN(judgement.attainable())) {
      node.putNull("attainable");
    } else {
      node.put("attainable", rounded(judgement.attainable()));
    }
    node.put("meanShare", rounded(judgement.meanShare()));
    ObjectNode toUnmanaged = node.putObject("p99ToUnmanaged");
    judgement.p99ToUnmanaged().forEach((name, ratio) -> toUnmanaged.put(name, rounded(ratio)));
    ObjectNode toAlone = node.putObject("p99ToAlone");
    judgement.p99ToAlone().forEach((name, ratio) -> toAlone.put(name, rounded(ratio)));
    node.put("reversalsPerTenMinutes", rounded(judgement.reversalsPerTenMinutes()));
    node.put("pushesPerHour", rounded(judgement.pushesPerHour()));
    node.put("convergenceSeconds", rounded(judgement.convergenceSeconds()));
    ArrayNode violations = node.putArray("lawViolations");
    judgement.lawViolations().forEach(violations::add);
  }

  private static double rounded(double value) {
    return StrictMath.round(value * 1e4) / 1e4;
  }

  /**
   * @param worstTotal and {@code leastShareAtLeast90}: of the worst seed of each scenario
   */
  private record Group(
      double meanTotal,
      double worstTotal,
      int totalAtLeast95,
      double meanLeastShare,
      int leastShareAtLeast90,
      int attainableAtLeast90,
      int broken,
      int count) {
    static Group of(List<Judgement> judgements) {
      Map<String, Judgement> least = new LinkedHashMap<>();
      Map<String, Double> totals = new LinkedHashMap<>();
      for (Judgement judgement : judgements) {
        String name = judgement.scenario().name();
        least.merge(name, judgement, (a, b) -> a.leastShare() <= b.leastShare() ? a : b);
        totals.merge(name, judgement.totalToUnmanaged(), StrictMath::min);
      }
      return new Group(
          judgements.stream().mapToDouble(Judgement::totalToUnmanaged).average().orElse(1),
          judgements.stream().mapToDouble(Judgement::totalToUnmanaged).min().orElse(1),
          (int) totals.values().stream().filter(total -> total >= GOOD_TOTAL).count(),
          judgements.stream()
              .mapToDouble(one -> StrictMath.min(1, one.leastShare()))
              .average()
              .orElse(1),
          (int) least.values().stream().filter(one -> one.leastShare() >= GOOD_SHARE).count(),
          (int) least.values().stream().filter(one -> one.attainable() >= GOOD_SHARE).count(),
          (int) judgements.stream().filter(one -> !one.lawViolations().isEmpty()).count(),
          least.size());
    }
  }

  private static void put(ObjectNode node, Group group) {
    node.put("meanTotal", rounded(group.meanTotal));
    node.put("worstTotal", rounded(group.worstTotal));
    node.put("totalAtLeast95", group.totalAtLeast95);
    node.put("meanLeastShare", rounded(group.meanLeastShare));
    node.put("leastShareAtLeast90", group.leastShareAtLeast90);
    node.put("attainableAtLeast90", group.attainableAtLeast90);
    node.put("count", group.count);
  }

  private Map<String, Map<String, Group>> groups() {
    Map<String, Map<String, List<Judgement>>> lists = new LinkedHashMap<>();
    for (Judgement judgement : judgements) {
      lists
          .computeIfAbsent(judgement.policy(), policy -> new LinkedHashMap<>())
          .computeIfAbsent(
              ScenarioReader.label(judgement.enforcement()), place -> new ArrayList<>())
          .add(judgement);
    }
    Map<String, Map<String, Group>> groups = new LinkedHashMap<>();
    lists.forEach(
        (policy, places) ->
            places.forEach(
                (place, list) ->
                    groups
                        .computeIfAbsent(policy, name -> new LinkedHashMap<>())
                        .put(place, Group.of(list))));
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
                places.forEach((place, group) -> text.append(row(policy, place, group))));
    return text.toString();
  }

  private static String row(Judgement one) {
    return line(
        "%-34s %-5s %-18s %4d %6.3f %6.3f %6.3f %6.3f %8.2f %7.1f %7.0f %5.0f %d",
        one.scenario().name(),
        ScenarioReader.label(one.enforcement()),
        one.policy(),
        one.seed(),
        one.totalToUnmanaged(),
        one.leastShare(),
        one.attainable(),
        one.meanShare(),
        one.p99ToUnmanaged().values().stream().mapToDouble(Double::doubleValue).max().orElse(1),
        one.reversalsPerTenMinutes(),
        one.pushesPerHour(),
        one.convergenceSeconds(),
        one.lawViolations().size());
  }

  private static String row(String policy, String place, Group group) {
    return line(
        "%-18s %-5s total %.3f (worst %.3f, %d of %d at 0.95), least share %.3f, %d at 0.9"
            + " (%d attainable), runs that broke a law: %d",
        policy,
        place,
        group.meanTotal,
        group.worstTotal,
        group.totalAtLeast95,
        group.count,
        group.meanLeastShare,
        group.leastShareAtLeast90,
        group.attainableAtLeast90,
        group.broken);
  }

  private static String line(String format, Object... values) {
    return String.format(Locale.ROOT, format, values).stripTrailing() + '\n';
  }
}
