package io.oasis.lab.zoo;

import io.oasis.lab.zoo.judge.Judgement;
import io.oasis.lab.zoo.judge.StaticSearch;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Predicate;
import tools.jackson.databind.node.ObjectNode;

/**
 * One policy with limits in one place: in how many scenarios each of the bars holds, or does not.
 * Each scenario counts once, by the worst of its seeds.
 */
final class Summary {
  private static final double GOOD_SHARE = 0.9;

  /** Least of the total, wherever fairness costs some. */
  private static final double LEAST_TOTAL = 0.9;

  private static final double BAD_TOTAL = 0.7;

  /** A p99 that is twice as long. */
  private static final double TWICE = 2;

  private static final double CALM_REVERSALS = 1;
  private static final double CALM_PUSHES = 30;

  private final List<Judgement> judgements;
  private final Collection<List<Judgement>> scenarios;

  Summary(List<Judgement> judgements) {
    this.judgements = List.copyOf(judgements);
    Map<String, List<Judgement>> byName = new LinkedHashMap<>();
    for (Judgement one : judgements) {
      byName
          .computeIfAbsent(
              one.what().scenario().family() + '/' + one.what().scenario().name(),
              _ -> new ArrayList<>())
          .add(one);
    }
    scenarios = byName.values();
  }

  void put(ObjectNode node) {
    node.put("meanTotal", Results.rounded(meanTotal()));
    node.put("worstTotal", Results.rounded(worstTotal()));
    node.put(
        "totalAtLeast95", all(one -> one.got().totalToUnmanaged() >= StaticSearch.HARMLESS_TOTAL));
    node.put("meanLeastShare", Results.rounded(meanLeastShare()));
    node.put("leastShareAtLeast90", all(Summary::isFair));
    node.put("attainableAtLeast90", any(Summary::canBeFair));
    node.put("count", scenarios.size());
    if (judgements.stream().allMatch(one -> one.frontier().isKnown())) {
      node.put("fairWhereAttainable", all(one -> canBeFair(one) && isFair(one)));
      node.put(
          "nearAttainableElsewhere",
          all(one -> !canBeFair(one) && one.got().leastShare() >= GOOD_SHARE * one.attainable()));
      node.put("totalLostInVain", any(Summary::losesInVain));
      node.put(
          "onFrontier",
          all(
              one ->
                  one.frontier()
                      .isReachedBy(one.got().totalToUnmanaged(), one.got().leastShare())));
    }
    node.put("totalBelow90", any(one -> one.got().totalToUnmanaged() < LEAST_TOTAL));
    node.put("totalBelow70", any(one -> one.got().totalToUnmanaged() < BAD_TOTAL));
    node.put("hurt", any(one -> !one.latencies().hurt().isEmpty()));
    node.put("hurtTwice", any(one -> worstHurt(one) > TWICE));
    node.put("worstHurt", Results.rounded(worstHurt()));
    node.put("content", all(Judgement::isContent));
    node.put("contentHurt", any(one -> one.isContent() && !one.latencies().hurt().isEmpty()));
    node.put("contentHurtTwice", any(one -> one.isContent() && worstHurt(one) > TWICE));
    node.put("steady", all(Judgement::isSteady));
    node.put("steadyTurning", any(one -> one.isSteady() && turns(one)));
    node.put(
        "steadyPushing",
        any(one -> one.isSteady() && one.restlessness().pushesPerHour() > CALM_PUSHES));
    node.put("lawsBroken", any(one -> !one.lawViolations().isEmpty()));
  }

  String text() {
    return String.format(
        Locale.ROOT,
        "total %.3f (worst %.3f, %d of %d at 0.95), least share %.3f, %d at 0.9 (%d attainable),"
            + " hurt %d (worst %.1f), content and hurt %d of %d, steady and turning %d of %d,"
            + " broke a law %d",
        meanTotal(),
        worstTotal(),
        all(one -> one.got().totalToUnmanaged() >= StaticSearch.HARMLESS_TOTAL),
        scenarios.size(),
        meanLeastShare(),
        all(Summary::isFair),
        any(Summary::canBeFair),
        any(one -> !one.latencies().hurt().isEmpty()),
        worstHurt(),
        any(one -> one.isContent() && !one.latencies().hurt().isEmpty()),
        all(Judgement::isContent),
        any(one -> one.isSteady() && turns(one)),
        all(Judgement::isSteady),
        any(one -> !one.lawViolations().isEmpty()));
  }

  private int all(Predicate<Judgement> holds) {
    return (int) scenarios.stream().filter(seeds -> seeds.stream().allMatch(holds)).count();
  }

  private int any(Predicate<Judgement> holds) {
    return (int) scenarios.stream().filter(seeds -> seeds.stream().anyMatch(holds)).count();
  }

  private double meanTotal() {
    return judgements.stream().mapToDouble(one -> one.got().totalToUnmanaged()).average().orElse(1);
  }

  private double worstTotal() {
    return judgements.stream().mapToDouble(one -> one.got().totalToUnmanaged()).min().orElse(1);
  }

  private double meanLeastShare() {
    return judgements.stream()
        .mapToDouble(one -> StrictMath.min(1, one.got().leastShare()))
        .average()
        .orElse(1);
  }

  private static boolean isFair(Judgement one) {
    return one.got().leastShare() >= GOOD_SHARE;
  }

  private static boolean canBeFair(Judgement one) {
    return one.attainable() >= GOOD_SHARE;
  }

  /** Less than it should be, although some limits are as fair at a harmless total. */
  private static boolean losesInVain(Judgement one) {
    double harmless = one.frontier().leastShareAt(StaticSearch.HARMLESS_TOTAL);
    return one.got().totalToUnmanaged() < StaticSearch.HARMLESS_TOTAL
        && harmless >= StrictMath.min(GOOD_SHARE, one.got().leastShare());
  }

  private static boolean turns(Judgement one) {
    return one.restlessness().reversalsPerTenMinutes() > CALM_REVERSALS;
  }

  private double worstHurt() {
    return judgements.stream().mapToDouble(Summary::worstHurt).max().orElse(1);
  }

  private static double worstHurt(Judgement one) {
    return one.latencies().hurt().values().stream()
        .mapToDouble(Double::doubleValue)
        .max()
        .orElse(1);
  }
}
