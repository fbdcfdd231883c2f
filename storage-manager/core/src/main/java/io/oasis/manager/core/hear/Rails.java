package io.oasis.manager.core.hear;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The guard rails that hold for one queue. Field by field, a queue's own rail beats its
 * application's, that beats its group's, and of groups the one that says more of the name. What a
 * group was given, its queues share. Where insulation is the policy, nobody is limited.
 *
 * @param weighedBy the rail that the weight is from
 */
public record Rails(
    double weight,
    Optional<GuardRail> weighedBy,
    Optional<Shared> reserve,
    Optional<Shared> limit,
    boolean exclude) {
  /** The name of the policy that divides the device's time and cache, so that nobody is limited. */
  public static final String INSULATION = "insulation";

  public static final Rails NONE = unweighed(false);

  /** A rate that all queues of the domain share that have it from the same rail. */
  public record Shared(RateBound rate, GuardRail rail) {}

  public static Rails of(GuardRails all, QueueId queue) {
    List<GuardRail> rails =
        Stream.of(
                find(all, Scope.QUEUE, queue.toString()),
                find(all, Scope.APPLICATION, queue.application().value()),
                group(all, queue.application().value()))
            .flatMap(Optional::stream)
            .toList();
    boolean insulated = isInsulated(all);
    Optional<GuardRail> weighedBy =
        rails.stream().filter(rail -> rail.weight().isPresent()).findFirst();
    return rails.isEmpty()
        ? unweighed(insulated)
        : new Rails(
            weighedBy.flatMap(GuardRail::weight).orElse(1.0),
            weighedBy,
            first(rails, GuardRail::reserve),
            first(rails, GuardRail::limit),
            insulated || rails.stream().anyMatch(GuardRail::exclude));
  }

  private static Rails unweighed(boolean exclude) {
    return new Rails(1, Optional.empty(), Optional.empty(), Optional.empty(), exclude);
  }

  /** Of one that counts as a part of one. */
  Rails counting(double part) {
    return part == 1 ? this : new Rails(part * weight, weighedBy, reserve, limit, exclude);
  }

  /** Whether the weight was given to this very application or queue. */
  boolean isWeighed() {
    return weighedBy.isPresent() && group().isEmpty();
  }

  /** The group that the weight was given to. */
  Optional<String> group() {
    return weighedBy.filter(rail -> rail.scope() == Scope.GROUP).map(GuardRail::name);
  }

  /** Where a LUN was moved to. */
  static Optional<DomainId> movedTo(GuardRails rails, LunId lun) {
    return rails.movedLuns().stream()
        .filter(moved -> moved.lun().equals(lun))
        .map(GuardRails.MovedLun::domain)
        .findFirst();
  }

  static boolean isInsulated(GuardRails rails) {
    return rails.policy().equals(INSULATION);
  }

  private static Optional<Shared> first(
      List<GuardRail> rails, Function<GuardRail, Optional<RateBound>> rate) {
    return rails.stream()
        .flatMap(rail -> rate.apply(rail).map(value -> new Shared(value, rail)).stream())
        .findFirst();
  }

  private static Optional<GuardRail> find(GuardRails all, Scope scope, String name) {
    return all.rails().stream()
        .filter(rail -> rail.scope() == scope && rail.name().equals(name))
        .findFirst();
  }

  private static Optional<GuardRail> group(GuardRails all, String application) {
    return all.rails().stream()
        .filter(rail -> rail.scope() == Scope.GROUP && application.startsWith(rail.name()))
        .max(Comparator.comparingInt(rail -> rail.name().length()));
  }
}
