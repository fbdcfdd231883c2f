package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Finding.Verdict;
import io.oasis.protocol.Findings;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/** Says of each limit of ours whether it does what it should, as often as outcomes are repeated. */
final class Checkups {
  private final AdapterConfig config;
  private final Fence fence;
  private final Obedience obedience;
  private final Set<DomainId> told = new HashSet<>();
  private Map<Place, Map<Part, Fault>> faults = Map.of();
  private Optional<Duration> toldAt = Optional.empty();

  Checkups(AdapterConfig config, Fence fence, Obedience obedience) {
    this.config = config;
    this.fence = fence;
    this.obedience = obedience;
  }

  /** What was found beside what passes; replaces what was found before. */
  void examined(Map<Place, Map<Part, Fault>> fresh) {
    faults = fresh;
  }

  /** The findings of each domain, when it is time. */
  List<Effect> due(Collection<LimitState> holds, Now now) {
    if (toldAt.isPresent()
        && now.monotonic().minus(toldAt.get()).compareTo(AdapterConfig.REPEAT) < 0) {
      return List.of();
    }
    toldAt = Optional.of(now.monotonic());
    Map<DomainId, List<Finding>> byDomain = new TreeMap<>();
    told.forEach(domain -> byDomain.put(domain, new ArrayList<>()));
    for (LimitState hold : holds) {
      List<Finding> all = byDomain.computeIfAbsent(hold.domain(), _ -> new ArrayList<>());
      for (Part part : Part.values()) {
        if (desired(hold).get(part) != 0 || hold.inForce().get(part) != 0) {
          all.add(finding(hold, part));
        }
      }
    }
    obedience
        .findings(config.target(), now.monotonic())
        .forEach(
            (domain, found) ->
                byDomain.computeIfAbsent(domain, _ -> new ArrayList<>()).addAll(found));
    List<Effect> reports = new ArrayList<>();
    told.clear();
    byDomain.forEach(
        (domain, all) -> {
          reports.add(new Effect.Tell(report(domain, all, now)));
          if (!all.isEmpty()) {
            told.add(domain);
          }
        });
    return reports;
  }

  private Findings report(DomainId domain, List<Finding> all, Now now) {
    return new Findings(
        domain,
        config.adapter(),
        fence.session(),
        now.wall(),
        all.size(),
        (int) all.stream().filter(finding -> finding.verdict() == Verdict.VERIFIED).count(),
        (int) all.stream().filter(finding -> !finding.healthy()).count(),
        all.stream().sorted(Comparator.comparing(Finding::healthy)).limit(Findings.MOST).toList());
  }

  private Finding finding(LimitState hold, Part part) {
    Optional<Place> place = hold.lastPlace();
    Fault fault =
        place
            .flatMap(where -> Optional.ofNullable(faults.getOrDefault(where, Map.of()).get(part)))
            .filter(_ -> !hold.inForce().isNone())
            .orElseGet(() -> seen(hold, part));
    return new Finding(
        Optional.of(hold.setting().queue()),
        new Finding.Where(
            config.target(),
            place.map(Place::object).orElse(""),
            place.map(where -> where.device().name()).orElse(""),
            part.label()),
        new Finding.Figures(
            Optional.of(desired(hold).get(part)),
            place.map(_ -> hold.asked().get(part)),
            place.map(_ -> hold.readBack().get(part)),
            hold.rate(part)),
        fault.verdict(),
        Reports.cause(fault.cause()),
        fault.mend());
  }

  /** After a conflict nothing is wanted any more: what was asked for until then. */
  private static Throttle desired(LimitState hold) {
    return hold.isConflict() ? hold.asked() : hold.wanted();
  }

  /** What the adapter's own verification says. */
  private static Fault seen(LimitState hold, Part part) {
    return switch (hold.state()) {
      case VERIFIED, WRITTEN, RELEASED ->
          new Fault(hold.isProved(part) ? Verdict.VERIFIED : Verdict.PENDING, "", "");
      case INERT -> new Fault(Verdict.INERT, hold.cause(), "find what passes by the limit");
      case VIOLATED -> new Fault(Verdict.VIOLATED, hold.cause(), "find what passes by the limit");
      case CONFLICT ->
          new Fault(
              Verdict.CONFLICT,
              hold.cause(),
              "find out who writes there, then take the domain out of ENFORCE and in again");
      case STUCK, REFUSED ->
          new Fault(Verdict.STUCK, hold.cause(), "do what it says; it is tried again every second");
    };
  }
}
