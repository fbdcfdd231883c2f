package io.oasis.proving.insulation;

import io.oasis.manager.planners.cache.HitCurve;
import io.oasis.manager.planners.insulation.Profile;
import io.oasis.manager.planners.insulation.ServiceTimes;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What is learned of tenants, each alone on the bricks: how much it does, and what a planner wants
 * to know.
 *
 * @param perSecond reads, in the order of the tenants
 */
record Trials(List<Double> perSecond, List<Profile> profiles) {
  /** So far the modelled disk's data is from anybody's cache: nothing is ever read twice. */
  private static final double HIT_MICROS = 100;

  /** Until the bricks' code is compiled, too. */
  private static final double FIRST_WARM_SECONDS = 2;

  /** Until reads follow each other as they will. */
  private static final double WARM_SECONDS = 0.3;

  static Trials run(Setup setup, Bricks bricks, double seconds) {
    double warm = FIRST_WARM_SECONDS;
    List<Double> rates = new ArrayList<>();
    List<Profile> profiles = new ArrayList<>();
    for (Tenant tenant : setup.tenants()) {
      if (tenant.isStream()) {
        rates.add(rate(tenant, bricks, warm, seconds));
        profiles.add(new Profile.Streaming(tenant.name(), setup.share()));
      } else {
        ServiceTimes times = serviceTimes(tenant, bricks, warm, seconds);
        rates.add(1e6 / times.micros(tenant.depth()));
        profiles.add(
            new Profile.Random(
                tenant.name(), setup.share(), tenant.depth(), times, HitCurve.NONE, HIT_MICROS));
      }
      warm = WARM_SECONDS;
    }
    return new Trials(rates, profiles);
  }

  /** At depths that double; never longer than at the one before. */
  private static ServiceTimes serviceTimes(
      Tenant tenant, Bricks bricks, double firstWarm, double seconds) {
    SortedMap<Integer, Double> micros = new TreeMap<>();
    double last = Double.MAX_VALUE;
    for (int depth = 1; ; depth = Math.min(2 * depth, tenant.depth())) {
      double warm = depth == 1 ? firstWarm : WARM_SECONDS;
      last = Math.min(last, 1e6 / rate(tenant.withDepth(depth), bricks, warm, seconds));
      micros.put(depth, last);
      if (depth == tenant.depth()) {
        return new ServiceTimes(micros);
      }
    }
  }

  private static double rate(Tenant tenant, Bricks bricks, double warm, double seconds) {
    return bricks.perSecond(List.of(tenant), warm, seconds).getFirst();
  }
}
