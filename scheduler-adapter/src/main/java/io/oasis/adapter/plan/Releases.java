package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Place;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Setting;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Places that are being let go. One stays here, and is tried again every second, until the target
 * says that it is done.
 */
final class Releases {
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final String FOREIGN =
      "somebody else had written there when it was let go" + Conflicts.ADOPT;

  /**
   * @param told whether the manager is told when it is done
   */
  private record Release(DomainId domain, Setting setting, String cause, boolean told) {}

  private final Reports reports;
  private final Map<Place, Release> open = new LinkedHashMap<>();
  private Duration triedAt = Duration.ZERO;

  Releases(Reports reports) {
    this.reports = reports;
  }

  int size() {
    return open.size();
  }

  /** Lets go of a place and tells the manager when it is done. */
  Effect begin(Place place, DomainId domain, Setting setting, String cause) {
    open.put(place, new Release(domain, setting, cause, true));
    return new Effect.Release(setting.queue(), place);
  }

  /** Lets go of what is still ours at a place that somebody else writes to. */
  Effect beginQuietly(Place place, LimitState hold) {
    open.put(place, new Release(hold.domain(), hold.setting(), "", false));
    return new Effect.Release(hold.setting().queue(), place);
  }

  /** The place is wanted again: it is not to be let go any more. */
  void cancel(Place place) {
    open.remove(place);
  }

  /** Whether it is being let go and the manager waits for word of it. */
  boolean isTold(Place place) {
    Release release = open.get(place);
    return release != null && release.told();
  }

  /** Takes what became of one. */
  List<Effect> done(Input.LetGo letGo, Predicate<QueueId> heldAgain, Now now) {
    Release release = open.get(letGo.place());
    if (release == null) {
      return List.of();
    }
    if (letGo.trouble().isEmpty()) {
      open.remove(letGo.place());
    }
    if (!release.told() || heldAgain.test(letGo.queue())) {
      return List.of();
    }
    Outcome.State gone = letGo.foreign() ? Outcome.State.CONFLICT : Outcome.State.RELEASED;
    Outcome.State state = letGo.trouble().isPresent() ? Outcome.State.STUCK : gone;
    String cause = letGo.trouble().orElse(letGo.foreign() ? FOREIGN : release.cause());
    return List.of(
        reports.outcome(release.domain(), release.setting(), state, Optional.empty(), cause, now));
  }

  /** What is to be tried again now. */
  List<Effect> retry(Duration now) {
    if (now.minus(triedAt).compareTo(RETRY) < 0) {
      return List.of();
    }
    triedAt = now;
    List<Effect> again = new ArrayList<>();
    open.forEach(
        (place, release) -> again.add(new Effect.Release(release.setting().queue(), place)));
    return again;
  }
}
