package io.oasis.manager.core.partition;

import io.oasis.manager.planners.insulation.InsulationPlan;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How a device of a domain is planned by insulation.
 *
 * @param cache its name
 * @param r what each workload is to keep of its efficiency alone
 * @param obstacle why nothing can be planned; empty when it can
 * @param inForce whether the device was seen to be divided as planned
 * @param plan the last one; absent while none was made
 * @param changes of plan, the newest first
 */
public record InsulationView(
    String cache,
    double r,
    String obstacle,
    boolean inForce,
    Optional<InsulationPlan> plan,
    List<PlanChange> changes) {
  /** Another plan was made, and why. */
  public record PlanChange(Instant at, List<String> reasons) {}
}
