package io.oasis.manager.core;

import io.oasis.protocol.GuardRails;
import io.oasis.protocol.GuardRails.GuardRail;
import io.oasis.protocol.GuardRails.Scope;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import java.util.Optional;

/**
 * The guard rails that hold for one queue. A queue's own rail beats its application's, field by
 * field; an application's reserve and limit are shared by its queues in the domain.
 *
 * @param ownReserve whether the reserve is the queue's own, not a part of its application's
 * @param ownLimit the same of the limit
 */
record Rails(
    double weight,
    Optional<RateBound> reserve,
    boolean ownReserve,
    Optional<RateBound> limit,
    boolean ownLimit,
    boolean exclude) {
  static final Rails NONE = new Rails(1, Optional.empty(), false, Optional.empty(), false, false);

  static Rails of(GuardRails all, QueueId queue) {
    Optional<GuardRail> own = find(all, Scope.QUEUE, queue.toString());
    Optional<GuardRail> application = find(all, Scope.APPLICATION, queue.application().value());
    if (own.isEmpty() && application.isEmpty()) {
      return NONE;
    }
    Optional<RateBound> ownReserve = own.flatMap(GuardRail::reserve);
    Optional<RateBound> ownLimit = own.flatMap(GuardRail::limit);
    return new Rails(
        own.flatMap(GuardRail::weight).or(() -> application.flatMap(GuardRail::weight)).orElse(1.0),
        ownReserve.or(() -> application.flatMap(GuardRail::reserve)),
        ownReserve.isPresent(),
        ownLimit.or(() -> application.flatMap(GuardRail::limit)),
        ownLimit.isPresent(),
        own.map(GuardRail::exclude).orElse(false)
            || application.map(GuardRail::exclude).orElse(false));
  }

  private static Optional<GuardRail> find(GuardRails all, Scope scope, String name) {
    return all.rails().stream()
        .filter(rail -> rail.scope() == scope && rail.name().equals(name))
        .findFirst();
  }
}
