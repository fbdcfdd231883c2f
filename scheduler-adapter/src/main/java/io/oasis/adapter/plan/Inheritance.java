package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Place;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Limits that an adapter left to this one, its successor: each stays as it is until a manager says
 * something else of its queue, and at most until the lease ends that it was left under.
 */
final class Inheritance {
  private final Set<Place> places = new LinkedHashSet<>();
  private Duration until = Duration.ZERO;

  void take(Collection<Place> left, Duration end) {
    places.addAll(left);
    until = end;
  }

  List<Place> places() {
    return List.copyOf(places);
  }

  /** When it ends; there is none if absent. */
  Optional<Duration> end() {
    return places.isEmpty() ? Optional.empty() : Optional.of(until);
  }

  /** Whether it was left, and is not any more. */
  boolean claim(Place place) {
    return places.remove(place);
  }

  /** Whether the end is there; then nothing is left. */
  boolean expire(Duration now) {
    boolean over = !places.isEmpty() && now.compareTo(until) >= 0;
    if (over) {
      places.clear();
    }
    return over;
  }

  void clear() {
    places.clear();
  }
}
