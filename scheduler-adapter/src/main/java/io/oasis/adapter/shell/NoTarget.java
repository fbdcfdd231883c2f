package io.oasis.adapter.shell;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import java.util.List;
import java.util.Optional;

/** Where nothing can be limited: the adapter measures and says so. */
final class NoTarget implements Target {
  static final String KIND = "none";

  private static final String WHY = "there is no scheduler here that can be driven";

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public List<Throttle.Part> parts() {
    return Throttle.Part.OF_DIRECTIONS;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.of(WHY);
  }

  @Override
  public List<Place> discover() {
    return List.of();
  }

  @Override
  public Presence presence(Place place) {
    return Presence.GROUP_GONE;
  }

  @Override
  public Throttle read(Place place) throws TargetException {
    throw new TargetException(WHY);
  }

  @Override
  public void put(Place place, Throttle current, Throttle wanted) throws TargetException {
    throw new TargetException(WHY);
  }

  @Override
  public Counters observe(Place place) {
    return Counters.ZERO;
  }
}
