package io.oasis.manager.server.rest;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HarmRail;
import io.oasis.protocol.Iops;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.RateBound;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The guard rails of a domain in JSON: everything an operator has said of it.
 *
 * @param revision in force; a change names the one it is based on
 * @param mode shown here, changed by {@code PUT .../mode}
 */
public record RailsShape(
    String domain,
    long revision,
    @JsonUnwrapped LastChange change,
    Mode mode,
    String policy,
    @JsonUnwrapped Named named,
    Harm harm) {
  /**
   * What is said of whom.
   *
   * @param unmatched names in rails that no queue has that is there now, perhaps misspelt; absent
   *     where queues are not known
   */
  public record Named(List<Rail> rails, List<Moved> movedLuns, @Nullable List<String> unmatched) {}

  /**
   * The last change of mode or guard rails.
   *
   * @param reason given with it
   * @param actor who made it
   */
  public record LastChange(Instant at, @Nullable String reason, @Nullable String actor) {}

  /**
   * How much worse enforcement may make things before it gives up.
   *
   * @param mostThroughputLoss part of the throughput without limits, 0 to 1
   * @param mostP99Growth part by which the p99 latency of a queue from which nothing is taken may
   *     grow, 0 to 1000
   */
  public record Harm(@Nullable Double mostThroughputLoss, @Nullable Double mostP99Growth) {}

  /**
   * One guard rail; a field that is absent says nothing.
   *
   * @param scope GROUP, APPLICATION or QUEUE
   * @param name the application's or the queue's id, or what the ids of a group begin with
   * @param weight relative importance, 0.001 to 1000; 1 when absent
   * @param reserveIops gets at least this when it asks for it
   * @param limitIops never gets more
   * @param exclude left alone: measured, never limited
   */
  public record Rail(
      GuardRails.@Nullable Scope scope,
      @Nullable String name,
      @Nullable Double weight,
      @Nullable Double reserveIops,
      @Nullable Double reserveBytesPerSecond,
      @Nullable Double limitIops,
      @Nullable Double limitBytesPerSecond,
      @Nullable Boolean exclude) {}

  /** A LUN that belongs to another domain than the agents propose. */
  public record Moved(@Nullable String lun, @Nullable String domain) {}

  /** A whole new set: what is not in it is gone, but for a policy and harm rail not given. */
  public record Change(
      @Nullable Long revision,
      @Nullable String policy,
      @Nullable List<Rail> rails,
      @Nullable List<Moved> movedLuns,
      @Nullable Harm harm,
      @Nullable String reason) {}

  static RailsShape of(GuardRails rails) {
    return of(rails, null);
  }

  static RailsShape of(DomainView view) {
    Set<String> queues = new HashSet<>();
    Set<String> applications = new HashSet<>();
    for (DomainView.QueueView each : view.queues()) {
      queues.add(each.queue().toString());
      applications.add(each.queue().application().value());
    }
    Predicate<GuardRails.GuardRail> isMatched =
        rail ->
            switch (rail.scope()) {
              case GROUP -> applications.stream().anyMatch(id -> id.startsWith(rail.name()));
              case APPLICATION -> applications.contains(rail.name());
              case QUEUE -> queues.contains(rail.name());
            };
    return of(
        view.rails(),
        view.rails().rails().stream()
            .filter(Predicate.not(isMatched))
            .map(GuardRails.GuardRail::name)
            .toList());
  }

  private static RailsShape of(GuardRails rails, @Nullable List<String> unmatched) {
    return new RailsShape(
        rails.domain().value(),
        rails.revision(),
        new LastChange(
            rails.change().at(),
            rails.change().reason().orElse(null),
            rails.change().actor().orElse(null)),
        rails.mode(),
        rails.policy(),
        new Named(
            rails.rails().stream().map(RailsShape::railOf).toList(),
            rails.movedLuns().stream()
                .map(moved -> new Moved(moved.lun().value(), moved.domain().value()))
                .toList(),
            unmatched),
        new Harm(rails.harmRail().mostThroughputLoss(), rails.harmRail().mostP99Growth()));
  }

  /** The rails asked for, checked; a BadValue names the first that is not right. */
  static List<GuardRails.GuardRail> railsOf(List<Rail> rails) {
    List<GuardRails.GuardRail> parsed = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (int i = 0; i < rails.size(); i++) {
      String where = "rails[" + i + "]";
      Rail rail = rails.get(i);
      if (rail == null) {
        throw new BadValue(where, "null", "must be an object");
      }
      GuardRails.Scope scope = required(where + ".scope", rail.scope());
      String name = required(where + ".name", rail.name());
      if (!names.add(scope + " " + name)) {
        throw new BadValue(where + ".name", name, "must occur once per scope");
      }
      try {
        parsed.add(
            new GuardRails.GuardRail(
                scope,
                name,
                Optional.ofNullable(rail.weight()),
                bound(where + ".reserve", rail.reserveIops(), rail.reserveBytesPerSecond()),
                bound(where + ".limit", rail.limitIops(), rail.limitBytesPerSecond()),
                Boolean.TRUE.equals(rail.exclude())));
      } catch (IllegalArgumentException e) {
        throw BadValue.of(where, e);
      }
    }
    return parsed;
  }

  /** The harm rail asked for; what is not given is as it is by itself. */
  static Optional<HarmRail> harmOf(@Nullable Harm harm) {
    if (harm == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(
          new HarmRail(
              Objects.requireNonNullElse(
                  harm.mostThroughputLoss(), HarmRail.DEFAULT.mostThroughputLoss()),
              Objects.requireNonNullElse(harm.mostP99Growth(), HarmRail.DEFAULT.mostP99Growth())));
    } catch (IllegalArgumentException e) {
      throw BadValue.of("harm", e);
    }
  }

  static List<GuardRails.MovedLun> movedOf(DomainId domain, List<Moved> moved) {
    List<GuardRails.MovedLun> parsed = new ArrayList<>();
    for (int i = 0; i < moved.size(); i++) {
      String where = "movedLuns[" + i + "]";
      Moved each = moved.get(i);
      if (each == null) {
        throw new BadValue(where, "null", "must be an object");
      }
      String lun = required(where + ".lun", each.lun());
      String to = required(where + ".domain", each.domain());
      if (to.equals(domain.value())) {
        throw new BadValue(where + ".domain", to, "must be another domain than this one");
      }
      try {
        parsed.add(new GuardRails.MovedLun(new LunId(lun), new DomainId(to)));
      } catch (IllegalArgumentException e) {
        throw BadValue.of(where, e);
      }
    }
    return parsed;
  }

  static <T> T required(String field, @Nullable T value) {
    if (value == null) {
      throw new BadValue(field, "nothing", "must be given");
    }
    return value;
  }

  private static Optional<RateBound> bound(
      String where, @Nullable Double iops, @Nullable Double bytesPerSecond) {
    if (iops == null && bytesPerSecond == null) {
      return Optional.empty();
    }
    return Optional.of(
        new RateBound(
            Optional.ofNullable(iops).map(value -> new Iops(positive(where + "Iops", value))),
            Optional.ofNullable(bytesPerSecond)
                .map(value -> new BytesPerSecond(positive(where + "BytesPerSecond", value)))));
  }

  private static double positive(String field, double value) {
    if (!(value > 0) || Double.isInfinite(value)) {
      throw new BadValue(field, value, "must be a number above 0");
    }
    return value;
  }

  private static Rail railOf(GuardRails.GuardRail rail) {
    return new Rail(
        rail.scope(),
        rail.name(),
        rail.weight().orElse(null),
        iops(rail.reserve()),
        bytes(rail.reserve()),
        iops(rail.limit()),
        bytes(rail.limit()),
        rail.exclude());
  }

  private static @Nullable Double iops(Optional<RateBound> bound) {
    return bound.flatMap(RateBound::iops).map(Iops::perSecond).orElse(null);
  }

  private static @Nullable Double bytes(Optional<RateBound> bound) {
    return bound.flatMap(RateBound::bytesPerSecond).map(BytesPerSecond::perSecond).orElse(null);
  }
}
