package io.oasis.adapter.targets;

import io.oasis.protocol.AdapterStatus.Placement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A target in memory, for tests; it can be told to fail. */
public final class FakeTarget implements Target {
  private final Map<Place, Throttle> limits = new HashMap<>();
  private final Map<Place, Counters> counters = new HashMap<>();
  private final Map<Place, Presence> presences = new HashMap<>();
  private Optional<String> failure = Optional.empty();
  private final List<String> history = new ArrayList<>();
  private Runnable besideEachWrite = () -> {};
  private int writes;

  /** From now on writing fails with this message; empty makes it work again. */
  public void fail(Optional<String> message) {
    failure = message;
  }

  /** What happens while a place is written. */
  public void slow(Runnable meanwhile) {
    besideEachWrite = meanwhile;
  }

  /** The objects of the places that were written, in order. */
  public List<String> history() {
    return history;
  }

  public int writes() {
    return writes;
  }

  /** Every place that holds a limit. */
  public Map<Place, Throttle> limits() {
    Map<Place, Throttle> held = new HashMap<>(limits);
    held.values().removeIf(Throttle::isNone);
    return held;
  }

  public void set(Place place, Throttle throttle) {
    limits.put(place, throttle);
  }

  public void become(Place place, Presence presence) {
    presences.put(place, presence);
    if (presence == Presence.GROUP_GONE) {
      limits.remove(place);
    }
  }

  public void count(Place place, Counters now) {
    counters.put(place, now);
  }

  @Override
  public String kind() {
    return "fake";
  }

  @Override
  public Placement placement() {
    return Placement.ABOVE_COUNTERS;
  }

  @Override
  public List<Throttle.Part> parts() {
    return Throttle.Part.OF_DIRECTIONS;
  }

  @Override
  public Optional<String> obstacle() {
    return Optional.empty();
  }

  @Override
  public List<Place> discover() {
    return new ArrayList<>(limits().keySet());
  }

  @Override
  public Presence presence(Place place) {
    return presences.getOrDefault(place, Presence.SAME);
  }

  @Override
  public Throttle read(Place place) {
    return limits.getOrDefault(place, Throttle.NONE);
  }

  @Override
  public void apply(Place place, Throttle current, Throttle wanted) throws TargetException {
    if (presence(place) != Presence.SAME) {
      throw new TargetException(place + " is not there any more");
    }
    put(place, current, wanted);
  }

  @Override
  public void put(Place place, Throttle current, Throttle wanted) throws TargetException {
    if (failure.isPresent()) {
      throw new TargetException(failure.get());
    }
    Throttle next = read(place);
    for (Throttle.Part part : Throttle.Part.values()) {
      if (wanted.get(part) != current.get(part)) {
        next = next.with(part, wanted.get(part));
        writes++;
      }
    }
    limits.put(place, next);
    history.add(place.object());
    besideEachWrite.run();
  }

  @Override
  public Counters observe(Place place) {
    return counters.getOrDefault(place, Counters.ZERO);
  }
}
