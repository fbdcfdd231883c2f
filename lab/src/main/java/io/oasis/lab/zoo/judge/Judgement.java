package io.oasis.lab.zoo.judge;

import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.scenario.ApplicationSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.site.Run;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * How a policy did in a scenario, with limits at one place and one seed.
 *
 * @param frontier what searched static limits reach
 * @param isContent whether everybody has all it wants without control
 */
public record Judgement(
    Case what,
    Got got,
    Frontier frontier,
    Latencies latencies,
    boolean isContent,
    Restlessness restlessness,
    List<String> lawViolations) {
  /** Who is judged in what. */
  public record Case(Scenario scenario, String policy, Enforcement enforcement, long seed) {}

  /**
   * What it delivered.
   *
   * @param totalToUnmanaged device work by that of the same run without control
   * @param leastShare of the worst-off application, delivered by fair
   * @param meanShare geometric mean of the shares
   */
  public record Got(double totalToUnmanaged, double leastShare, double meanShare) {}

  /**
   * What it did to latencies.
   *
   * @param p99ToUnmanaged p99 of each application by its p99 without control
   * @param p99ToAlone p99 of each application by its p99 alone
   * @param hurt those of {@code p99ToUnmanaged} that exceed 1.2, of applications that have no more
   *     than their share without control
   */
  public record Latencies(
      Map<String, Double> p99ToUnmanaged,
      Map<String, Double> p99ToAlone,
      Map<String, Double> hurt) {}

  /**
   * How much it moved.
   *
   * @param reversalsPerTenMinutes of the worst queue
   * @param pushesPerHour of the worst queue
   * @param convergenceSeconds until the least share of ten seconds first is 0.9 of the one that is
   *     judged
   */
  public record Restlessness(
      double reversalsPerTenMinutes, double pushesPerHour, double convergenceSeconds) {}

  private static final int BLOCK_SECONDS = 10;
  private static final double CONVERGED = 0.9;

  /** A p99 that is so many times as long hurts, ... */
  private static final double HURTS = 1.2;

  /** ... if it is that of somebody who takes no more than this part of its share. */
  private static final double NO_MORE = 1.05;

  public static Judgement of(
      Reference reference, Run run, String policy, Enforcement enforcement, Frontier frontier) {
    Scenario scenario = reference.scenario();
    Shares shares = Shares.of(reference, run);
    Map<String, Double> toUnmanaged = new LinkedHashMap<>();
    Map<String, Double> toAlone = new LinkedHashMap<>();
    double reversals = 0;
    double pushes = 0;
    for (int i = 0; i < scenario.applications().size(); i++) {
      String name = scenario.applications().get(i).name();
      double p99 = run.counted().p99Millis()[i];
      toUnmanaged.put(name, ratio(p99, reference.together().counted().p99Millis()[i]));
      toAlone.put(name, ratio(p99, reference.aloneP99Millis(i)));
      Limits limits = new Limits(run, i);
      double from = scenario.judgedFrom();
      reversals =
          StrictMath.max(reversals, limits.reversalsPerTenMinutes(from, scenario.seconds()));
      pushes = StrictMath.max(pushes, limits.pushesPerHour(from, scenario.seconds()));
    }
    return new Judgement(
        new Case(scenario, policy, enforcement, reference.seed()),
        new Got(shares.total(), shares.least(), shares.mean()),
        frontier,
        new Latencies(toUnmanaged, toAlone, hurt(reference, toUnmanaged)),
        reference.isContent(),
        new Restlessness(reversals, pushes, convergence(reference, run, shares.least())),
        LawAudit.violations(reference, run));
  }

  private static Map<String, Double> hurt(Reference reference, Map<String, Double> toUnmanaged) {
    double[] unmanaged = Shares.of(reference, reference.together()).byApplication();
    Map<String, Double> hurt = new LinkedHashMap<>();
    for (int i = 0; i < unmanaged.length; i++) {
      String name = reference.scenario().applications().get(i).name();
      double ratio = toUnmanaged.getOrDefault(name, 1.0);
      if (ratio > HURTS && unmanaged[i] <= NO_MORE) {
        hurt.put(name, ratio);
      }
    }
    return hurt;
  }

  /** The best least share of static limits that keep 0.9 of the total; NaN if nobody searched. */
  public double attainable() {
    return frontier.leastShareAt(StaticSearch.LEAST_TOTAL);
  }

  /** Whether neither demands nor the device change in time. */
  public boolean isSteady() {
    return what.scenario().applications().stream().allMatch(ApplicationSpec::isSteady)
        && what.scenario().devices().stream().noneMatch(DeviceSpec::changesWithTime);
  }

  private static double ratio(double p99, double other) {
    return other > 0 ? p99 / other : 1;
  }

  private static double convergence(Reference reference, Run run, double least) {
    int seconds = run.counted().bySecond().intervals();
    for (int end = BLOCK_SECONDS; end <= seconds; end += BLOCK_SECONDS) {
      if (leastIn(reference, run, end - BLOCK_SECONDS, end) >= CONVERGED * least) {
        return end;
      }
    }
    return seconds;
  }

  private static double leastIn(Reference reference, Run run, int from, int to) {
    double least = 1;
    for (int i = 0; i < reference.scenario().applications().size(); i++) {
      double delivered = 0;
      for (int second = from; second < to; second++) {
        delivered += run.counted().bySecond().ios(i, second);
      }
      double fair = reference.fairIos(i, from, to);
      least = fair < BLOCK_SECONDS ? least : StrictMath.min(least, delivered / fair);
    }
    return least;
  }
}
