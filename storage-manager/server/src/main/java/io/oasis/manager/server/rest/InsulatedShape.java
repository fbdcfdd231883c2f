package io.oasis.manager.server.rest;

import io.oasis.manager.core.partition.InsulationView;
import io.oasis.manager.core.partition.InsulationView.PlanChange;
import io.oasis.manager.planners.insulation.InsulationPlan;
import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a device is planned by insulation, in JSON.
 *
 * @param device its name
 * @param r what each workload is to keep of its efficiency alone
 * @param obstacle why nothing can be planned; absent when it can
 * @param inForce whether the device was seen to be divided as planned
 * @param accessBytes of read-ahead and write-back
 * @param roundMillis all slices once
 * @param changes of plan, the newest first
 */
public record InsulatedShape(
    String device,
    double r,
    Optional<String> obstacle,
    boolean inForce,
    Optional<Double> accessBytes,
    Optional<Double> roundMillis,
    List<Workload> workloads,
    List<Change> changes) {
  private static final double MICROS_PER_MILLI = 1e3;

  /**
   * @param efficiency expected, of what it has alone; 0 on trial
   */
  public record Workload(
      String name,
      double weight,
      InsulationPlan.Status status,
      double sliceMillis,
      double partitionBytes,
      double efficiency,
      String why) {
    static Workload of(Place place) {
      return new Workload(
          place.profile().name(),
          place.profile().weight(),
          place.status(),
          place.sliceMicros() / MICROS_PER_MILLI,
          place.partitionBytes(),
          place.efficiency(),
          place.why());
    }
  }

  /** Another plan was made, and why. */
  public record Change(Instant at, List<String> reasons) {
    static Change of(PlanChange change) {
      return new Change(change.at(), change.reasons());
    }
  }

  static InsulatedShape of(InsulationView view) {
    Optional<InsulationPlan> plan = view.plan();
    return new InsulatedShape(
        view.cache(),
        view.r(),
        view.obstacle().isEmpty() ? Optional.empty() : Optional.of(view.obstacle()),
        view.inForce(),
        plan.map(InsulationPlan::accessBytes),
        plan.map(known -> known.roundMicros() / MICROS_PER_MILLI),
        plan.stream().flatMap(known -> known.workloads().stream()).map(Workload::of).toList(),
        view.changes().stream().map(Change::of).toList());
  }
}
