package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Place;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Places where somebody else wrote over a limit of ours. One stays here, also across restarts,
 * until the manager lets go of its queue, which is how an operator adopts it, or it is gone.
 */
final class Conflicts {
  static final String ADOPT =
      ": enforcement of this queue has stopped; to hand it back, take the domain out of ENFORCE"
          + " and in again";

  private final String target;
  private final Set<Place> places;

  Conflicts(String target, Set<Place> known) {
    this.target = target;
    this.places = new LinkedHashSet<>(known);
  }

  boolean contains(Place place) {
    return places.contains(place);
  }

  Effect add(Place place) {
    places.add(place);
    return remember();
  }

  /** Somebody has looked at it and wants a limit there again. */
  Optional<Effect> adopt(Optional<Place> place) {
    return place.filter(places::remove).map(_ -> remember());
  }

  /** Forgets places that are not there any more. */
  Optional<Effect> keepOnly(Inventory inventory) {
    return places.removeIf(place -> !inventory.has(place))
        ? Optional.of(remember())
        : Optional.empty();
  }

  private Effect remember() {
    return new Effect.RememberConflicts(target, Set.copyOf(places));
  }
}
