package io.oasis.manager.planners.insulation;

import io.oasis.manager.planners.insulation.InsulationPlan.Place;
import io.oasis.manager.planners.insulation.InsulationPlan.Status;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Keeps the plan of one disk over time, while workloads come, change and leave.
 *
 * <p>Law:
 *
 * <ul>
 *   <li>Who comes is on trial for {@link Damping#trial}, and until it has been measured; then it is
 *       promised R if what it needs is free, and else told what is missing.
 *   <li>What a workload that was promised R needs stays its own while it stays what it was,
 *       whatever others do: come, leave, grow, weigh more. Only another disk or goal (a smaller
 *       cache, a larger R) can take it away, and then from those that came last.
 *   <li>One that needs more than it was promised gets it if it is free. Else it keeps what it has,
 *       is told what is missing and counts as best effort until there is room or it needs less.
 *   <li>The first plan, where somebody else's is in force, promises first to those who have what
 *       they need.
 *   <li>Plans are {@link Damping#dwell} apart, but for a cache that has become smaller; none is
 *       made while nothing has changed that counts, and one that says the same as the last is none.
 *   <li>Every change of plan has its reasons.
 * </ul>
 *
 * <p>Deterministic; {@code now} never goes back. A step costs O(n) while the plan stays, and one
 * plan for each workload whose profile has changed when it is made anew.
 */
public final class StandingPlan {
  /** Differences of needs below this part of the whole cache or the longest slice do not count. */
  private static final double LEAST_PART = 0.01;

  private final Damping damping;

  public StandingPlan(Damping damping) {
    this.damping = damping;
  }

  /**
   * What is known.
   *
   * @param begunAt when the first measurement came
   * @param workloads in the order of arrival
   * @param shared that the plan was made for
   * @param tried when a plan was made last, whether it was another one or not
   */
  public record State(
      Optional<Instant> begunAt,
      List<WorkloadState> workloads,
      Optional<SharedDisk> shared,
      Optional<InsulationPlan> plan,
      Instant tried) {
    public static final State NONE =
        new State(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), Instant.EPOCH);

    public State {
      workloads = List.copyOf(workloads);
    }
  }

  /** Another plan, and why. */
  public record Change(InsulationPlan plan, List<String> reasons) {
    public Change {
      reasons = List.copyOf(reasons);
    }
  }

  /** What became of it; without a change the plan stays. */
  public record Step(State next, Optional<Change> change) {}

  /**
   * Takes what is measured now.
   *
   * @param profiles of all workloads there are, each name once
   * @param inForce what workloads have by the plan of somebody else, whom this one succeeds; heeded
   *     by the first plan only, empty where there is none
   */
  public Step step(
      State state,
      SharedDisk shared,
      List<Profile> profiles,
      Map<String, Allotment> inForce,
      Instant now) {
    InsulationPlanner planner = shared.planner();
    List<WorkloadState> workloads = measured(state, shared, planner, profiles, now);
    State seen =
        new State(
            Optional.of(state.begunAt().orElse(now)),
            workloads,
            state.shared(),
            state.plan(),
            state.tried());
    List<String> reasons = reasons(seen, shared, now);
    return reasons.isEmpty() || !mayPlan(seen, shared, now)
        ? new Step(seen, Optional.empty())
        : plan(succeeding(seen, planner, inForce), shared, planner, reasons, now);
  }

  private List<WorkloadState> measured(
      State state,
      SharedDisk shared,
      InsulationPlanner planner,
      List<Profile> profiles,
      Instant now) {
    Map<String, Profile> present = new HashMap<>();
    for (Profile profile : profiles) {
      if (present.put(profile.name(), profile) != null) {
        throw new IllegalArgumentException("workloads: " + profile.name() + " is there twice");
      }
    }
    List<WorkloadState> workloads = new ArrayList<>();
    for (WorkloadState workload : state.workloads()) {
      Profile profile = present.remove(workload.name());
      if (profile != null) {
        WorkloadState next = workload.measured(profile);
        workloads.add(next.compared(differs(next, state, shared, planner), now));
      }
    }
    for (Profile profile : profiles) {
      if (present.containsKey(profile.name())) {
        workloads.add(WorkloadState.beginning(profile, now));
      }
    }
    return workloads;
  }

  /** Whether what was measured is more than noise away from what the workload is planned with. */
  private boolean differs(
      WorkloadState workload, State state, SharedDisk shared, InsulationPlanner planner) {
    Profile held = workload.held();
    Profile seen = workload.seen();
    if (held.getClass() != seen.getClass() || held.weight() != seen.weight()) {
      return true;
    }
    Optional<Place> place = place(state, workload.name());
    double expectedOtherwise =
        place.isEmpty()
            ? 0
            : StrictMath.abs(
                expected(planner, held, place.get()) - expected(planner, seen, place.get()));
    return expectedOtherwise > damping.prediction()
        || isAnother(planner.leastBytes(held), planner.leastBytes(seen), shared.cacheBytes())
        || isAnother(planner.leastSlice(held), planner.leastSlice(seen), shared.mostSliceMicros());
  }

  private static double expected(InsulationPlanner planner, Profile profile, Place place) {
    return planner.efficiency(profile, place.sliceMicros(), place.partitionBytes());
  }

  private boolean isAnother(double before, double now, double whole) {
    double apart = StrictMath.abs(before - now);
    return apart > damping.need() * StrictMath.max(before, now) && apart > LEAST_PART * whole;
  }

  private static Optional<Place> place(State state, String name) {
    return state.plan().stream()
        .flatMap(plan -> plan.workloads().stream())
        .filter(place -> place.profile().name().equals(name))
        .findFirst();
  }

  /** Why a plan should be made; empty while the one there is stands. */
  private List<String> reasons(State state, SharedDisk shared, Instant now) {
    List<String> reasons = new ArrayList<>();
    state
        .shared()
        .map(before -> before.change(shared))
        .filter(change -> !change.isEmpty())
        .ifPresent(reasons::add);
    List<String> present = state.workloads().stream().map(WorkloadState::name).toList();
    List<String> planned =
        state.plan().stream()
            .flatMap(plan -> plan.workloads().stream())
            .map(place -> place.profile().name())
            .toList();
    planned.stream().filter(name -> !present.contains(name)).forEach(n -> reasons.add(n + " left"));
    for (WorkloadState workload : state.workloads()) {
      boolean due = workload.isDue(damping.trial(), now);
      if (!planned.contains(workload.name())) {
        reasons.add(workload.name() + " came");
      }
      if (due) {
        reasons.add(changed(workload));
      } else if (workload.outgrown() && workload.differsSince().isEmpty()) {
        reasons.add(workload.name() + " needs again what it was promised");
      }
    }
    return reasons;
  }

  private static String changed(WorkloadState workload) {
    return switch (workload.held()) {
      case Profile.Unknown _ -> workload.name() + " was measured on trial";
      case Profile.Streaming _, Profile.Random _ ->
          workload.name() + " does something else than before";
    };
  }

  /** The first plan waits for a trial: who is there already shall not lose to who was faster. */
  private boolean mayPlan(State state, SharedDisk shared, Instant now) {
    if (state.plan().isEmpty()) {
      return hasPassed(damping.trial(), state.begunAt().orElse(now), now);
    }
    boolean lessCache =
        state.shared().map(before -> shared.cacheBytes() < before.cacheBytes()).orElse(false);
    return lessCache || hasPassed(damping.dwell(), state.tried(), now);
  }

  private static boolean hasPassed(Duration wanted, Instant since, Instant now) {
    return Duration.between(since, now).compareTo(wanted) >= 0;
  }

  /**
   * Nothing is known of promises that were made before a restart, but what was promised is in force
   * still: whoever has what it needs goes before whoever has not, whoever came first.
   */
  private State succeeding(State state, InsulationPlanner planner, Map<String, Allotment> inForce) {
    if (state.plan().isPresent() || inForce.isEmpty()) {
      return state;
    }
    List<WorkloadState> ordered = new ArrayList<>();
    for (boolean sufficient : new boolean[] {true, false}) {
      state.workloads().stream()
          .filter(workload -> isEnough(planner, workload, inForce) == sufficient)
          .forEach(ordered::add);
    }
    return new State(state.begunAt(), ordered, state.shared(), state.plan(), state.tried());
  }

  private boolean isEnough(
      InsulationPlanner planner, WorkloadState workload, Map<String, Allotment> inForce) {
    Allotment has = inForce.get(workload.name());
    double least = 1 - damping.need();
    return has != null
        && !(workload.seen() instanceof Profile.Unknown)
        && has.sliceMicros() >= planner.leastSlice(workload.seen()) * least
        && has.partitionBytes() >= planner.leastBytes(workload.seen()) * least;
  }

  private Step plan(
      State state,
      SharedDisk shared,
      InsulationPlanner planner,
      List<String> reasons,
      Instant now) {
    List<WorkloadState> workloads = adopt(state.workloads(), planner, now);
    Map<String, Place> planned = places(planner, workloads);
    List<WorkloadState> kept = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    for (WorkloadState workload : workloads) {
      Place place = planned.get(workload.name());
      if (place == null) {
        throw new IllegalStateException(workload.name() + " was not planned");
      }
      boolean supported = place.status() == Status.SUPPORTED;
      WorkloadState next =
          workload.promising(supported).outgrowing(workload.outgrown() && supported);
      kept.add(next);
      places.add(next.outgrown() ? outgrown(planner, next, place) : place);
    }
    InsulationPlan plan = InsulationPlan.of(shared.disk().accessBytes(shared.r()), places);
    boolean same = state.plan().map(before -> isSame(before, plan)).orElse(false);
    InsulationPlan carriedOut = same ? state.plan().orElse(plan) : plan;
    return new Step(
        new State(state.begunAt(), kept, Optional.of(shared), Optional.of(carriedOut), now),
        same ? Optional.empty() : Optional.of(new Change(plan, reasons)));
  }

  /**
   * Takes over what was measured, of whom nothing was promised yet in any case, of the others if
   * the rest keep what they need. Whoever needs less may make room for who needs more, so those
   * that were refused are asked once more.
   */
  private List<WorkloadState> adopt(
      List<WorkloadState> all, InsulationPlanner planner, Instant now) {
    List<WorkloadState> workloads = new ArrayList<>(all);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < workloads.size(); i++) {
        WorkloadState workload = workloads.get(i);
        boolean due = workload.isDue(damping.trial(), now);
        if (!due || (round > 0 && !workload.outgrown())) {
          workloads.set(i, due ? workload : workload.outgrowing(stillOutgrown(workload)));
        } else if (!workload.promised() || fits(planner, workloads, i)) {
          workloads.set(i, workload.adopted());
        } else {
          workloads.set(i, workload.outgrowing(true));
        }
      }
    }
    return workloads;
  }

  private static boolean stillOutgrown(WorkloadState workload) {
    return workload.outgrown() && workload.differsSince().isPresent();
  }

  /** Whether there is room for what it needs now, behind all others that were promised theirs. */
  private static boolean fits(InsulationPlanner planner, List<WorkloadState> workloads, int at) {
    List<Profile> profiles = new ArrayList<>();
    for (int i = 0; i < workloads.size(); i++) {
      if (i != at && workloads.get(i).promised()) {
        profiles.add(workloads.get(i).held());
      }
    }
    profiles.add(workloads.get(at).seen());
    return planner.plan(profiles).workloads().stream()
        .allMatch(place -> place.status() == Status.SUPPORTED);
  }

  /** Those that were promised something go first, each group in the order of arrival. */
  private static Map<String, Place> places(
      InsulationPlanner planner, List<WorkloadState> workloads) {
    List<Profile> profiles = new ArrayList<>();
    workloads.stream()
        .filter(WorkloadState::promised)
        .map(WorkloadState::held)
        .forEach(profiles::add);
    workloads.stream().filter(t -> !t.promised()).map(WorkloadState::held).forEach(profiles::add);
    Map<String, Place> places = new HashMap<>();
    for (Place place : planner.plan(profiles).workloads()) {
      places.put(place.profile().name(), place);
    }
    return places;
  }

  private static Place outgrown(InsulationPlanner planner, WorkloadState workload, Place place) {
    Profile seen = workload.seen();
    double efficiency = expected(planner, seen, place);
    return new Place(
        seen,
        Status.BEST_EFFORT,
        place.sliceMicros(),
        place.partitionBytes(),
        efficiency,
        place.withOwnDisk(),
        String.format(
            Locale.ROOT,
            "%s was promised %.0f MB of cache and slices of %.0f ms and needs %.0f MB and %.0f ms"
                + " now, which are not free; with what it keeps it can reach %.2f of its efficiency"
                + " alone",
            seen.name(),
            planner.leastBytes(workload.held()) / 1e6,
            planner.leastSlice(workload.held()) / 1e3,
            planner.leastBytes(seen) / 1e6,
            planner.leastSlice(seen) / 1e3,
            efficiency));
  }

  /** Whether there is nothing to carry out and nothing to tell. */
  private static boolean isSame(InsulationPlan before, InsulationPlan next) {
    boolean same =
        before.workloads().size() == next.workloads().size()
            && before.accessBytes() == next.accessBytes();
    for (int i = 0; same && i < next.workloads().size(); i++) {
      Place was = before.workloads().get(i);
      Place is = next.workloads().get(i);
      same =
          was.profile().name().equals(is.profile().name())
              && was.status() == is.status()
              && was.sliceMicros() == is.sliceMicros()
              && was.partitionBytes() == is.partitionBytes();
    }
    return same;
  }
}
