package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.Setting;
import java.time.Duration;
import java.util.Optional;

/** What one queue shall have and has. */
final class Hold {
  private static final Duration RETRY = Duration.ofSeconds(1);

  private final Watch watch = new Watch();
  private Setting setting;
  private Throttle wanted;
  private boolean dirty = true;
  private Duration retryAt = Duration.ZERO;
  private Optional<Place> place = Optional.empty();
  private Throttle inForce = Throttle.NONE;
  private Outcome.State state = Outcome.State.WRITTEN;
  private String cause = "";
  private boolean news;
  private Duration toldAt = Duration.ZERO;

  Hold(Setting setting, Throttle wanted) {
    this.setting = setting;
    this.wanted = wanted;
  }

  Setting setting() {
    return setting;
  }

  Throttle wanted() {
    return wanted;
  }

  Throttle inForce() {
    return inForce;
  }

  Optional<Place> place() {
    return place;
  }

  Outcome.State state() {
    return state;
  }

  String cause() {
    return cause;
  }

  boolean isConflict() {
    return state == Outcome.State.CONFLICT;
  }

  /** A newer setting; written only if it asks for something else than is in force. */
  void want(Setting newer, Throttle throttle) {
    setting = newer;
    wanted = throttle;
    dirty = !isConflict() && !throttle.equals(inForce);
    retryAt = Duration.ZERO;
    news |= !dirty;
  }

  /** Whether a write is due. */
  boolean due(Duration now) {
    return dirty && now.compareTo(retryAt) >= 0;
  }

  void at(Place where) {
    place = Optional.of(where);
  }

  /** Nothing is written for now; tried again later. */
  void wait(Outcome.State why, String reason, Duration now) {
    retryAt = now.plus(RETRY);
    become(why, reason);
  }

  /** What of ours is there now. */
  void holds(Throttle found, Duration now) {
    inForce = found;
    watch.limit(found, now);
  }

  void written(Throttle readBack, Duration now) {
    holds(readBack, now);
    dirty = !readBack.equals(wanted);
    state = Outcome.State.WRITTEN;
    cause = "";
    news = true;
  }

  void conflict(String reason) {
    inForce = Throttle.NONE;
    dirty = false;
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
            });
  }

  private void become(Outcome.State next, String reason) {
    boolean differs = state != next || (cause.isEmpty() != reason.isEmpty());
    state = next;
    cause = reason;
    news |= differs;
  }

  /** Whether its outcome shall be told now, because it changed or was told long ago. */
  boolean tell(Duration now, Duration repeat) {
    boolean stands = !inForce.isNone() || isConflict();
    if (news || (stands && now.minus(toldAt).compareTo(repeat) >= 0)) {
      news = false;
      toldAt = now;
      return true;
    }
    return false;
  }
}
