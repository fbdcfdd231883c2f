package io.oasis.lab.experiment;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost;
import java.util.List;
import java.util.Set;

/**
 * Who decides in a run: a policy of Oasis in its loop, or a reference without a loop.
 *
 * <p>References are told what Oasis has to find out: {@link #EVEN} the capacity, {@link
 * #CLAIRVOYANT} the capacity and every demand. They set limits once, exactly, and pay nothing.
 */
public final class Control {
  /** What users get: limits are asked for. */
  public static final String PROPORTIONAL_FAIR = "proportional-fair";

  /** A measured capacity is shared out: kept to compare with. */
  public static final String CAPACITY = "capacity";

  public static final String OASIS = "oasis";
  public static final String LARGEST_GAIN = "largest-gain";
  public static final String BEST_EFFORT = "best-effort";
  public static final String EVEN = "even";
  public static final String CLAIRVOYANT = "clairvoyant";

  private static final Set<String> LOOPS = Set.of(PROPORTIONAL_FAIR, CAPACITY, OASIS, LARGEST_GAIN);

  /** Policies for which an experiment holds what the product promises. */
  static final List<String> FAIR = List.of(PROPORTIONAL_FAIR, CAPACITY);

  private Control() {}

  /** Whether it is a policy in the loop. */
  public static boolean isLoop(String control) {
    return LOOPS.contains(control);
  }

  /** A static equal split of a capacity in IOPS. */
  public static void even(List<LabHost.Place> places, double iops) {
    for (LabHost.Place place : places) {
      limit(place, iops / places.size());
    }
  }

  /** The proportionally fair split for known demands: nobody above its demand, the rest equal. */
  public static void clairvoyant(List<LabHost.Place> places, double iops, double... demands) {
    double[] shares = fairShares(iops, demands);
    for (int i = 0; i < shares.length; i++) {
      if (demands[i] <= shares[i]) {
        places.get(i).throttle(Throttle.NONE);
      } else {
        limit(places.get(i), shares[i]);
      }
    }
  }

  /** The proportionally fair split in numbers. */
  public static double[] fairShares(double capacity, double... demands) {
    double[] shares = new double[demands.length];
    boolean[] met = new boolean[demands.length];
    double left = capacity;
    int open = demands.length;
    boolean found = true;
    while (found && open > 0) {
      found = false;
      double level = left / open;
      for (int i = 0; i < demands.length; i++) {
        if (!met[i] && demands[i] <= level) {
          met[i] = true;
          shares[i] = demands[i];
          left -= demands[i];
          open--;
          found = true;
        }
      }
    }
    for (int i = 0; i < demands.length; i++) {
      if (!met[i]) {
        shares[i] = left / open;
      }
    }
    return shares;
  }

  private static void limit(LabHost.Place place, double iops) {
    long whole = StrictMath.max(1, StrictMath.round(iops));
    place.throttle(Throttle.ofEach(whole, whole, 0, 0));
  }
}
