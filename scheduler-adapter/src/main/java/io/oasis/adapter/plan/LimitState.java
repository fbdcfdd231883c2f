package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.DoubleSupplier;

/** What one queue shall have and has. */
final class LimitState {
  private static final Duration RETRY = Duration.ofSeconds(1);

  /** The parts of a limit are written anew when one differs by more than this. */
  private static final double SAME_PART = 0.05;

  private final Watch watch = new Watch();
  private final ReadWriteRatio ratio = new ReadWriteRatio();
  private final Set<Throttle.Part> provedParts = EnumSet.noneOf(Throttle.Part.class);
  private final Form form;
  private final DoubleSupplier meanBytes;
  private DomainId domain;
  private Setting setting;
  private Optional<Relaxation> leave = Optional.empty();
  private Fit fit;
  private Throttle wanted;
  private boolean dirty = true;

  /** Whether {@code asked} was handed to the target and it has not answered. */
  private boolean underway;

  private Duration retryAt = Duration.ZERO;
  private Optional<Place> place = Optional.empty();
  private Optional<Place> lastPlace = Optional.empty();
  private Throttle inForce = Throttle.NONE;
  private Throttle asked = Throttle.NONE;
  private Throttle readBack = Throttle.NONE;
  private Optional<RateBound> applied = Optional.empty();
  private Outcome.State state = Outcome.State.WRITTEN;
  private String cause = "";
  private boolean news;
  private Duration toldAt = Duration.ZERO;

  /** Whether the write that is due only divides the same limit anew. */
  private boolean resplit;

  /**
   * @param setting with a limit
   * @param form how its target takes limits
   * @param meanBytes of the queue's I/Os, 0 while it is not known
   */
  LimitState(DomainId domain, Setting setting, Form form, DoubleSupplier meanBytes) {
    this.domain = domain;
    this.form = form;
    this.meanBytes = meanBytes;
    this.setting = setting;
    this.fit = fit();
    this.wanted = fit.throttle();
  }

  DomainId domain() {
    return domain;
  }

  /** The newest. */
  Setting setting() {
    return leave.map(Relaxation::release).orElse(setting);
  }

  Throttle wanted() {
    return wanted;
  }

  Throttle inForce() {
    return inForce;
  }

  /** What was last asked to be written. */
  Throttle asked() {
    return asked;
  }

  /** What was last found there, ours or not. */
  Throttle readBack() {
    return readBack;
  }

  Optional<Double> rate(Throttle.Part part) {
    return watch.rate(part);
  }

  /** Whether this part was seen to bind and to hold since it was written. */
  boolean isProved(Throttle.Part part) {
    return provedParts.contains(part);
  }

  /** The limit in force over both directions, without what is lent between them. */
  Optional<RateBound> applied() {
    return applied;
  }

  Optional<Place> place() {
    return place;
  }

  /** Where it is or was last. */
  Optional<Place> lastPlace() {
    return lastPlace;
  }

  Outcome.State state() {
    return state;
  }

  /** What is wrong; where nothing is, what of the limit could not be done. */
  String cause() {
    return cause.isEmpty() && !inForce.isNone() ? fit.shortfall() : cause;
  }

  boolean isConflict() {
    return state == Outcome.State.CONFLICT;
  }

  /** A newer setting with a limit; written only if it differs from what is in force. */
  void want(DomainId of, Setting newer) {
    boolean same =
        leave.isEmpty()
            && newer.limit().equals(setting.limit())
            && newer.reserve().equals(setting.reserve())
            && newer.weight().equals(setting.weight())
            && newer.cap().equals(setting.cap());
    domain = of;
    setting = newer;
    leave = Optional.empty();
    if (same && !dirty) {
      wanted = inForce;
    } else {
      fit = fit();
      wanted = form.isWorthWriting(fit.throttle(), inForce, setting) ? fit.throttle() : inForce;
    }
    dirty = !isConflict() && !wanted.equals(inForce);
    resplit = false;
    retryAt = Duration.ZERO;
    news |= !dirty;
  }

  private Fit fit() {
    return form.fit(setting, ratio, meanBytes.getAsDouble());
  }

  /** Whether all that waits would enter at once if it went now. */
  boolean shallRelax() {
    return form.grain().change().relaxes()
        && !inForce.isNone()
        && !isConflict()
        && watch.bindsNow();
  }

  /** The manager lets go of it: it is raised in steps until {@link #isRelaxed}. */
  void relax(Setting release, Duration now) {
    leave =
        Optional.of(
            leave
                .map(leaving -> leaving.by(release))
                .orElseGet(() -> new Relaxation(release, now, inForce)));
    raise(now);
  }

  /** The next step, if it is time. */
  void raise(Duration now) {
    if (leave.isPresent()) {
      wanted = leave.get().at(now);
      dirty = !wanted.equals(inForce);
    }
  }

  /** Whether it was raised enough to go. */
  boolean isRelaxed(Duration now) {
    return leave.filter(leaving -> leaving.isOver(now)).isPresent();
  }

  /** Whether a write is due. */
  boolean due(Duration now) {
    return dirty && now.compareTo(retryAt) >= 0 && !(underway && asked.equals(wanted));
  }

  void at(Place where) {
    place = Optional.of(where);
    lastPlace = place;
    asked = wanted;
    underway = true;
  }

  /** Nothing is written for now; tried again later. */
  void wait(Outcome.State why, String reason, Duration now) {
    underway = false;
    retryAt = now.plus(RETRY);
    become(why, reason);
  }

  /** What of ours is there now. */
  void holds(Throttle found, Duration now) {
    inForce = found;
    readBack = found;
    applied = Reports.bound(found, Optional.empty());
    watch.limit(found, now);
  }

  void written(Throttle readBack, Duration now) {
    holds(readBack, now);
    underway &= !readBack.equals(asked);
    dirty = !readBack.equals(wanted);
    applied = Reports.bound(readBack, dirty ? Optional.empty() : Optional.of(fit.allows()));
    if (!resplit || state != Outcome.State.VERIFIED) {
      provedParts.clear();
      state = Outcome.State.WRITTEN;
      cause = "";
      news = true;
    }
    resplit = false;
  }

  void conflict(Throttle found, String reason) {
    readBack = found;
    inForce = Throttle.NONE;
    applied = Optional.empty();
    dirty = false;
    underway = false;
    place = Optional.empty();
    become(Outcome.State.CONFLICT, reason);
  }

  void look(Counters counters, Duration now) {
    watch
        .look(counters, now)
        .ifPresent(
            seen -> {
              boolean proved = state == Outcome.State.VERIFIED;
              if (!(proved && seen.state() == Outcome.State.WRITTEN) && !dirty) {
                become(seen.state(), seen.cause());
              }
              provedParts.addAll(watch.proved());
            });
    ratio.look(counters, now, inForce, setting.limit().orElseThrow());
    if (leave.isPresent()) {
      return;
    }
    Fit next = fit();
    if (!dirty && !isConflict() && !isNear(next.throttle(), inForce)) {
      fit = next;
      wanted = next.throttle();
      dirty = true;
      resplit = true;
    }
  }

  private static boolean isNear(Throttle next, Throttle now) {
    for (Throttle.Part part : Throttle.Part.values()) {
      double differs = Math.abs(next.get(part) - now.get(part));
      if (differs > Math.max(1, SAME_PART * now.get(part))) {
        return false;
      }
    }
    return true;
  }

  private void become(Outcome.State next, String reason) {
    boolean differs = state != next || (cause.isEmpty() != reason.isEmpty());
    state = next;
    cause = reason;
    news |= differs;
  }

  /** Whether its outcome shall be told now, because it changed or was told long ago. */
  boolean tell(Duration now, Duration repeat) {
    if (leave.isPresent()) {
      return false; // a manager that let go of it would take it for another's
    }
    boolean stands = !inForce.isNone() || isConflict();
    if (news || (stands && now.minus(toldAt).compareTo(repeat) >= 0)) {
      news = false;
      toldAt = now;
      return true;
    }
    return false;
  }
}
