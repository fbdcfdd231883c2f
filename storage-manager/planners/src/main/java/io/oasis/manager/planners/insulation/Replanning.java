package io.oasis.manager.planners.insulation;

import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import java.util.ArrayList;
import java.util.List;

/**
 * Damping: what is measured anew is never quite what it was before, and each other plan resizes
 * caches and rounds.
 *
 * <p>Law: a plan stays while the workloads and their status are the same, nobody needs more than
 * {@link #MORE} beyond it, and nothing in it is more than {@link #LESS} too much. So what somebody
 * lacks is given at once, and what somebody could spare is taken when it is worth it.
 */
public final class Replanning {
  /** The bounds that plans are made of are not exact to this anyway. */
  private static final double MORE = 0.01;

  /** As the dead band of allocations: less is noise. */
  private static final double LESS = 0.1;

  private Replanning() {}

  /** Whether {@code before} is carried on instead of {@code next}. */
  public static boolean keeps(InsulationPlan before, InsulationPlan next) {
    boolean same = before.workloads().size() == next.workloads().size();
    for (int i = 0; same && i < next.workloads().size(); i++) {
      Place was = before.workloads().get(i);
      Place is = next.workloads().get(i);
      same =
          was.profile().name().equals(is.profile().name())
              && was.profile().weight() == is.profile().weight()
              && was.status() == is.status()
              && isNear(was.sliceMicros(), is.sliceMicros())
              && isNear(was.partitionBytes(), is.partitionBytes());
    }
    return same && isNear(before.accessBytes(), next.accessBytes());
  }

  private static boolean isNear(double before, double next) {
    return next <= before * (1 + MORE) && next >= before * (1 - LESS);
  }

  /** The plan to carry out; what it says of the workloads is new in any case. */
  public static InsulationPlan settle(InsulationPlan before, InsulationPlan next) {
    if (!keeps(before, next)) {
      return next;
    }
    List<Place> places = new ArrayList<>();
    for (int i = 0; i < next.workloads().size(); i++) {
      Place was = before.workloads().get(i);
      Place is = next.workloads().get(i);
      places.add(
          new Place(
              is.profile(),
              is.status(),
              was.sliceMicros(),
              was.partitionBytes(),
              is.efficiency(),
              is.withOwnDisk(),
              is.why()));
    }
    return new InsulationPlan(before.accessBytes(), before.roundMicros(), places);
  }
}
