package io.oasis.adapter.doctor;

import io.oasis.adapter.faults.Faults;
import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.plan.Watch;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Examines the limits of one target. Call {@link #look} twice, at least {@link Watch#WINDOW} apart,
 * then {@link #findings}. Writes nothing.
 */
final class Doctor {
  /** A limit as it was at both looks. */
  private static final class Seen {
    Throttle limits = Throttle.NONE;
    Counters first = Counters.ZERO;
    Counters second = Counters.ZERO;
    Duration firstAt = Duration.ZERO;
    Duration secondAt = Duration.ZERO;
  }

  private final Target target;
  private final Faults faults;
  private final Journalled journal;
  private final Map<String, Long> desired;
  private final Map<Place, Seen> seen = new LinkedHashMap<>();
  private final List<Finding> findings = new ArrayList<>();
  private final Set<String> told = new LinkedHashSet<>();

  /**
   * @param desired limits by {@code PLACE:LIMIT}, as somebody says they should be
   */
  Doctor(Target target, Faults faults, Journalled journal, Map<String, Long> desired) {
    this.target = target;
    this.faults = faults;
    this.journal = journal;
    this.desired = Map.copyOf(desired);
  }

  /**
   * @param now of a clock that never goes back
   */
  void look(Duration now) {
    try {
      Set<Place> places = new LinkedHashSet<>(target.discover());
      journal.places().stream()
          .filter(place -> target.presence(place) == Presence.SAME)
          .forEach(places::add);
      Map<Place, Throttle> limits = new LinkedHashMap<>();
      for (Place place : places) {
        look(place, now).ifPresent(held -> limits.put(place, held));
      }
      faults.look(limits);
    } catch (TargetException e) {
      stuck("all of it", "", String.valueOf(e.getMessage()));
    }
  }

  private Optional<Throttle> look(Place place, Duration now) {
    try {
      Throttle limits = target.read(place);
      Counters counters = target.observe(place);
      Seen one = seen.get(place);
      if (one == null) {
        one = new Seen();
        one.first = counters;
        one.firstAt = now;
        seen.put(place, one);
      }
      one.limits = limits;
      one.second = counters;
      one.secondAt = now;
      return Optional.of(limits);
    } catch (TargetException e) {
      stuck(place.object(), place.device().name(), String.valueOf(e.getMessage()));
      return Optional.empty();
    }
  }

  private void stuck(String place, String device, String why) {
    if (told.add(place + device)) {
      Fault fault =
          new Fault(
              Finding.Verdict.STUCK, why, "do what it says, or start or free what does not answer");
      findings.add(fault.at(target.kind(), place, device));
    }
  }

  /** All that was found, limits that are as they should be included. */
  List<Finding> findings() {
    List<Finding> all = new ArrayList<>(findings);
    seen.forEach((place, one) -> examine(place, one, all));
    try {
      all.addAll(faults.others());
    } catch (TargetException e) {
      stuck("all of it", "", String.valueOf(e.getMessage()));
    }
    return all;
  }

  private void examine(Place place, Seen one, List<Finding> into) {
    boolean isConflictTold = !journal.contested().contains(place);
    for (Part part : Part.values()) {
      long found = one.limits.get(part);
      Optional<Fault> journalled = journal.fault(place, part, found);
      Optional<Long> wanted = desired(place, part);
      if (found == 0 && journalled.isEmpty() && wanted.isEmpty()) {
        continue;
      }
      isConflictTold |=
          journalled.filter(each -> each.verdict() == Finding.Verdict.CONFLICT).isPresent();
      Watch.Judgement passed = watch(part, one);
      Fault fault =
          journalled
              .or(() -> wanted.flatMap(value -> mismatch(part, value, found)))
              .or(() -> found == 0 ? Optional.empty() : Desire.tiny(part, found))
              .or(() -> found == 0 ? Optional.empty() : faults.of(place, part, found))
              .orElseGet(() -> of(passed));
      Optional<Long> written =
          Optional.ofNullable(journal.entries().get(place))
              .map(entry -> entry.written().last().get(part));
      into.add(
          new Finding(
              Optional.empty(),
              new Finding.Where(target.kind(), place.object(), place.device().name(), part.label()),
              new Finding.Figures(
                  wanted.or(() -> written), written, Optional.of(found), rate(part, one)),
              fault.verdict(),
              fault.cause(),
              fault.mend()));
    }
    if (!isConflictTold) {
      into.add(Journalled.OVERWRITTEN.at(target.kind(), place.object(), place.device().name()));
    }
  }

  private Optional<Long> desired(Place place, Part part) {
    return Optional.ofNullable(desired.get(place.object() + ":" + part.label()));
  }

  private Optional<Fault> mismatch(Part part, long wanted, long found) {
    return Desire.mismatch(part, wanted, found, target.step(part));
  }

  private static Optional<Double> rate(Part part, Seen one) {
    double seconds = one.secondAt.minus(one.firstAt).toNanos() / 1e9;
    return !Part.RATES.contains(part) || seconds <= 0
        ? Optional.empty()
        : Optional.of((one.second.get(part) - one.first.get(part)) / seconds);
  }

  private static Watch.Judgement watch(Part part, Seen one) {
    Watch watch = new Watch();
    watch.limit(Throttle.NONE.with(part, one.limits.get(part)), one.firstAt);
    watch.look(one.first, one.firstAt);
    return watch
        .look(one.second, one.secondAt)
        .orElse(new Watch.Judgement(Outcome.State.WRITTEN, ""));
  }

  private static Fault of(Watch.Judgement judgement) {
    return switch (judgement.state()) {
      case VERIFIED -> new Fault(Finding.Verdict.VERIFIED, "", "");
      case INERT ->
          new Fault(Finding.Verdict.INERT, judgement.cause(), "find what passes by the limit");
      case VIOLATED ->
          new Fault(Finding.Verdict.VIOLATED, judgement.cause(), "find what passes by the limit");
      case WRITTEN, CONFLICT, STUCK, REFUSED, RELEASED ->
          new Fault(Finding.Verdict.PENDING, "", "");
    };
  }
}
