package io.oasis.protocol;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Everything an operator has said of one domain: absolute, so that the newest record is the whole
 * truth.
 *
 * @param policy the policy that computes targets, by name
 * @param movedLuns LUNs that the agents propose for this domain and the operator moved elsewhere
 * @param harm how much worse enforcement may make things; absent: {@link HarmRail#DEFAULT}
 */
public record GuardRails(
    DomainId domain,
    @JsonUnwrapped Change change,
    Mode mode,
    String policy,
    List<GuardRail> rails,
    List<MovedLun> movedLuns,
    Optional<HarmRail> harm)
    implements OfDomain {
  /**
   * The change that made them what they are; its fields stand among theirs in JSON.
   *
   * @param revision at most 2^53, grows with each change; a change names the revision it was based
   *     on
   * @param reason why it was made; absent when none was given
   * @param actor who made it, as the manager knew them; absent when nobody was asked who they are
   */
  public record Change(long revision, Instant at, Optional<String> reason, Optional<String> actor) {
    public Change {
      Check.between("revision", revision, 0, Version.MOST);
      reason = reason.map(text -> Check.text("reason", text));
      actor = actor.map(text -> Check.text("actor", text));
    }

    /** By nobody in particular. */
    public Change(long revision, Instant at, Optional<String> reason) {
      this(revision, at, reason, Optional.empty());
    }
  }

  /** Whom a guard rail speaks of, who share it; the later beats the earlier, field by field. */
  public enum Scope {
    /** All applications whose id begins with the name, such as those of a slice or a pool. */
    GROUP,
    APPLICATION,
    QUEUE
  }

  /**
   * @param name the application's or the queue's id, or what the ids of a group begin with
   * @param weight relative importance, 1 unless told
   * @param reserve it gets at least this when it asks for it
   * @param limit it never gets more
   * @param exclude leave it alone: measured, never limited
   */
  public record GuardRail(
      Scope scope,
      String name,
      Optional<Double> weight,
      Optional<RateBound> reserve,
      Optional<RateBound> limit,
      boolean exclude) {
    /** Where 1 is usual; chosen: a thousandth is next to nothing, and still a share. */
    public static final double MIN_WEIGHT = 0.001;

    /** Where 1 is usual; chosen, as far above it as the least is below. */
    public static final double MAX_WEIGHT = 1_000;

    public GuardRail {
      if (scope == Scope.QUEUE) {
        QueueId.parse(name);
      } else {
        Check.id("name", name);
      }
      weight.ifPresent(GuardRail::checkWeight);
      if (reserve.isPresent() && limit.isPresent()) {
        requireAtMost(reserve.get(), limit.get());
      }
    }

    static void checkWeight(double weight) {
      if (!(weight >= MIN_WEIGHT && weight <= MAX_WEIGHT)) {
        throw Check.invalid(
            "weight", weight, "must be between " + MIN_WEIGHT + " and " + MAX_WEIGHT);
      }
    }

    private static void requireAtMost(RateBound reserve, RateBound limit) {
      if (reserve.iops().isPresent()
          && limit.iops().isPresent()
          && reserve.iops().get().compareTo(limit.iops().get()) > 0) {
        throw Check.invalid(
            "reserve.iops",
            reserve.iops().get().perSecond(),
            "must not be above limit.iops = " + limit.iops().get().perSecond());
      }
      if (reserve.bytesPerSecond().isPresent()
          && limit.bytesPerSecond().isPresent()
          && reserve.bytesPerSecond().get().compareTo(limit.bytesPerSecond().get()) > 0) {
        throw Check.invalid(
            "reserve.bytesPerSecond",
            reserve.bytesPerSecond().get().perSecond(),
            "must not be above limit.bytesPerSecond = " + limit.bytesPerSecond().get().perSecond());
      }
    }
  }

  /** A LUN that belongs to another domain than the agents propose. */
  public record MovedLun(LunId lun, DomainId domain) {}

  public GuardRails {
    Check.id("policy", policy);
    rails = Check.list("rails", rails, 20_000);
    movedLuns = Check.list("movedLuns", movedLuns, 10_000);
  }

  /** Without a reason, with the standard harm rail. */
  public GuardRails(
      DomainId domain,
      long revision,
      Instant at,
      Mode mode,
      String policy,
      List<GuardRail> rails,
      List<MovedLun> movedLuns) {
    this(
        domain,
        new Change(revision, at, Optional.empty()),
        mode,
        policy,
        rails,
        movedLuns,
        Optional.empty());
  }

  public long revision() {
    return change.revision();
  }

  /** The same in another mode. */
  public GuardRails in(Mode other) {
    return new GuardRails(domain, change, other, policy, rails, movedLuns, harm);
  }

  /** The same by another policy. */
  public GuardRails by(String otherPolicy) {
    return new GuardRails(domain, change, mode, otherPolicy, rails, movedLuns, harm);
  }

  /** The same after another change. */
  public GuardRails revised(Change next) {
    return new GuardRails(domain, next, mode, policy, rails, movedLuns, harm);
  }

  public HarmRail harmRail() {
    return harm.orElse(HarmRail.DEFAULT);
  }

  public static GuardRails initial(DomainId domain, Mode mode, String policy) {
    return new GuardRails(domain, 0, Instant.EPOCH, mode, policy, List.of(), List.of());
  }
}
