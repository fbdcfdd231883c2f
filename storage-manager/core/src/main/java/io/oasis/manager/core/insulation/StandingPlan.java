package io.oasis.manager.core.insulation;

import io.oasis.manager.core.insulation.InsulationPlan.Place;
import io.oasis.manager.core.insulation.InsulationPlan.Status;
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
 *       whatever others do: come, leave, grow, weigh more. Only another ground (a smaller cache,
 *       another disk, a larger R) can take it away, and then from those that came last.
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
   * @param tenures in the order of arrival
   * @param ground that the plan was made for
   * @param tried when a plan was made last, whether it was another one or not
   */
  public record State(
      Optional<Instant> begunAt,
      List<Tenure> tenures,
      Optional<Ground> ground,
      Optional<InsulationPlan> plan,
      Instant tried) {
    public static final State NONE =
        new State(Optional.empty(), List.of(), Optional.empty(), Optional.empty(), Instant.EPOCH);

    public State {
      tenures = List.copyOf(tenures);
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
      State state, Ground ground, List<Profile> profiles, Map<String, Held> inForce, Instant now) {
    InsulationPlanner planner = ground.planner();
    List<Tenure> tenures = measured(state, ground, planner, profiles, now);
    State seen =
        new State(
            Optional.of(state.begunAt().orElse(now)),
            tenures,
            state.ground(),
            state.plan(),
            state.tried());
    List<String> reasons = reasons(seen, ground, now);
    return reasons.isEmpty() || !mayPlan(seen, ground, now)
        ? new Step(seen, Optional.empty())
        : plan(succeeding(seen, planner, inForce), ground, planner, reasons, now);
  }

  private List<Tenure> measured(
      State state, Ground ground, InsulationPlanner planner, List<Profile> profiles, Instant now) {
    Map<String, Profile> present = new HashMap<>();
    for (Profile profile : profiles) {
      if (present.put(profile.name(), profile) != null) {
        throw new IllegalArgumentException("workloads: " + profile.name() + " is there twice");
      }
    }
    List<Tenure> tenures = new ArrayList<>();
    for (Tenure tenure : state.tenures()) {
      Profile profile = present.remove(tenure.name());
      if (profile != null) {
        Tenure next = tenure.measured(profile);
        tenures.add(next.compared(differs(next, state, ground, planner), now));
      }
    }
    for (Profile profile : profiles) {
      if (present.containsKey(profile.name())) {
        tenures.add(Tenure.beginning(profile, now));
      }
    }
    return tenures;
  }

  /** Whether what was measured is more than noise away from what the workload is planned with. */
  private boolean differs(Tenure tenure, State state, Ground ground, InsulationPlanner planner) {
    Profile held = tenure.held();
    Profile seen = tenure.seen();
    if (held.getClass() != seen.getClass() || held.weight() != seen.weight()) {
      return true;
    }
    Optional<Place> place = place(state, tenure.name());
    double expectedOtherwise =
        place.isEmpty()
            ? 0
            : StrictMath.abs(
                expected(planner, held, place.get()) - expected(planner, seen, place.get()));
    return expectedOtherwise > damping.prediction()
        || isAnother(planner.leastBytes(held), planner.leastBytes(seen), ground.cacheBytes())
        || isAnother(planner.leastSlice(held), planner.leastSlice(seen), ground.mostSliceMicros());
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
  private List<String> reasons(State state, Ground ground, Instant now) {
    List<String> reasons = new ArrayList<>();
    state
        .ground()
        .map(before -> before.change(ground))
        .filter(change -> !change.isEmpty())
        .ifPresent(reasons::add);
    List<String> present = state.tenures().stream().map(Tenure::name).toList();
    List<String> planned =
        state.plan().stream()
            .flatMap(plan -> plan.workloads().stream())
            .map(place -> place.profile().name())
            .toList();
    planned.stream().filter(name -> !present.contains(name)).forEach(n -> reasons.add(n + " left"));
    for (Tenure tenure : state.tenures()) {
      boolean due = tenure.isDue(damping.trial(), now);
      if (!planned.contains(tenure.name())) {
        reasons.add(tenure.name() + " came");
      }
      if (due) {
        reasons.add(changed(tenure));
      } else if (tenure.outgrown() && tenure.differsSince().isEmpty()) {
        reasons.add(tenure.name() + " needs again what it was promised");
      }
    }
    return reasons;
  }

  private static String changed(Tenure tenure) {
    return switch (tenure.held()) {
      case Profile.Unknown _ -> tenure.name() + " was measured on trial";
      case Profile.Streaming _, Profile.Random _ ->
          tenure.name() + " does something else than before";
    };
  }

  /** The first plan waits for a trial: who is there already shall not lose to who was faster. */
  private boolean mayPlan(State state, Ground ground, Instant now) {
    if (state.plan().isEmpty()) {
      return hasPassed(damping.trial(), state.begunAt().orElse(now), now);
    }
    boolean lessCache =
        state.ground().map(before -> ground.cacheBytes() < before.cacheBytes()).orElse(false);
    return lessCache || hasPassed(damping.dwell(), state.tried(), now);
  }

  private static boolean hasPassed(Duration wanted, Instant since, Instant now) {
    return Duration.between(since, now).compareTo(wanted) >= 0;
  }

  /**
   * Nothing is known of promises that were made before a restart, but what was promised is in force
   * still: whoever has what it needs goes before whoever has not, whoever came first.
   */
  private State succeeding(State state, InsulationPlanner planner, Map<String, Held> inForce) {
    if (state.plan().isPresent() || inForce.isEmpty()) {
      return state;
    }
    List<Tenure> ordered = new ArrayList<>();
    for (boolean sufficient : new boolean[] {true, false}) {
      state.tenures().stream()
          .filter(tenure -> isEnough(planner, tenure, inForce) == sufficient)
          .forEach(ordered::add);
    }
    return new State(state.begunAt(), ordered, state.ground(), state.plan(), state.tried());
  }

  private boolean isEnough(InsulationPlanner planner, Tenure tenure, Map<String, Held> inForce) {
    Held has = inForce.get(tenure.name());
    double least = 1 - damping.need();
    return has != null
        && !(tenure.seen() instanceof Profile.Unknown)
        && has.sliceMicros() >= planner.leastSlice(tenure.seen()) * least
        && has.partitionBytes() >= planner.leastBytes(tenure.seen()) * least;
  }

  private Step plan(
      State state, Ground ground, InsulationPlanner planner, List<String> reasons, Instant now) {
    List<Tenure> tenures = adopt(state.tenures(), planner, now);
    Map<String, Place> planned = places(planner, tenures);
    List<Tenure> kept = new ArrayList<>();
    List<Place> places = new ArrayList<>();
    for (Tenure tenure : tenures) {
      Place place = planned.get(tenure.name());
      if (place == null) {
        throw new IllegalStateException(tenure.name() + " was not planned");
      }
      boolean supported = place.status() == Status.SUPPORTED;
      Tenure next = tenure.promising(supported).outgrowing(tenure.outgrown() && supported);
      kept.add(next);
      places.add(next.outgrown() ? outgrown(planner, next, place) : place);
    }
    InsulationPlan plan =
        new InsulationPlan(
            ground.disk().accessBytes(ground.r()),
            places.stream().mapToDouble(Place::sliceMicros).sum(),
            places);
    boolean same = state.plan().map(before -> isSame(before, plan)).orElse(false);
    InsulationPlan carriedOut = same ? state.plan().orElse(plan) : plan;
    return new Step(
        new State(state.begunAt(), kept, Optional.of(ground), Optional.of(carriedOut), now),
        same ? Optional.empty() : Optional.of(new Change(plan, reasons)));
  }

  /**
   * Takes over what was measured, of whom nothing was promised yet in any case, of the others if
   * the rest keep what they need. Whoever needs less may make room for who needs more, so those
   * that were refused are asked once more.
   */
  private List<Tenure> adopt(List<Tenure> all, InsulationPlanner planner, Instant now) {
    List<Tenure> tenures = new ArrayList<>(all);
    for (int round = 0; round < 2; round++) {
      for (int i = 0; i < tenures.size(); i++) {
        Tenure tenure = tenures.get(i);
        boolean due = tenure.isDue(damping.trial(), now);
        if (!due || (round > 0 && !tenure.outgrown())) {
          tenures.set(i, due ? tenure : tenure.outgrowing(stillOutgrown(tenure)));
        } else if (!tenure.promised() || fits(planner, tenures, i)) {
          tenures.set(i, tenure.adopted());
        } else {
          tenures.set(i, tenure.outgrowing(true));
        }
      }
    }
    return tenures;
  }

  private static boolean stillOutgrown(Tenure tenure) {
    return tenure.outgrown() && tenure.differsSince().isPresent();
  }

  /** Whether there is room for what it needs now, behind all others that were promised theirs. */
  private static boolean fits(InsulationPlanner planner, List<Tenure> tenures, int at) {
    List<Profile> profiles = new ArrayList<>();
    for (int i = 0; i < tenures.size(); i++) {
      if (i != at && tenures.get(i).promised()) {
        profiles.add(tenures.get(i).held());
      }
    }
    profiles.add(tenures.get(at).seen());
    return planner.plan(profiles).workloads().stream()
        .allMatch(place -> place.status() == Status.SUPPORTED);
  }

  /** Those that were promised something go first, each group in the order of arrival. */
  private static Map<String, Place> places(InsulationPlanner planner, List<Tenure> tenures) {
    List<Profile> profiles = new ArrayList<>();
    tenures.stream().filter(Tenure::promised).map(Tenure::held).forEach(profiles::add);
    tenures.stream().filter(t -> !t.promised()).map(Tenure::held).forEach(profiles::add);
    Map<String, Place> places = new HashMap<>();
    for (Place place : planner.plan(profiles).workloads()) {
      places.put(place.profile().name(), place);
    }
    return places;
  }

  private static Place outgrown(InsulationPlanner planner, Tenure tenure, Place place) {
    Profile seen = tenure.seen();
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
            planner.leastBytes(tenure.held()) / 1e6,
            planner.leastSlice(tenure.held()) / 1e3,
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
