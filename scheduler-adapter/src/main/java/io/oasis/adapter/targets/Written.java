package io.oasis.adapter.targets;

import java.util.ArrayList;
import java.util.List;

/**
 * What is known of a place we wrote to: what was there before, what we wrote last, and what we were
 * about to write when we last said so. After a crash the place holds one of the latter two.
 */
public record Written(Throttle before, Throttle previous, Throttle last) {

  /**
   * @param wanted what the place shall hold
   * @param foreign parts that somebody else wrote and that stay
   */
  public record Restoration(Throttle wanted, List<Throttle.Part> foreign) {}

  /** The first write to a place. */
  public static Written first(Throttle before, Throttle wanted) {
    return new Written(before, before, wanted);
  }

  /** A further write to it. */
  public Written then(Throttle wanted) {
    return new Written(before, last, wanted);
  }

  /** Whether every part holds what we wrote last or what was there before that write. */
  public boolean mayHold(Throttle current) {
    for (Throttle.Part part : Throttle.Part.values()) {
      long now = current.get(part);
      if (now != last.get(part) && now != previous.get(part)) {
        return false;
      }
    }
    return true;
  }

  /** Parts that do not hold what we wrote last. */
  public List<Throttle.Part> foreign(Throttle current) {
    List<Throttle.Part> parts = new ArrayList<>();
    for (Throttle.Part part : Throttle.Part.values()) {
      if (current.get(part) != last.get(part)) {
        parts.add(part);
      }
    }
    return parts;
  }

  /**
   * What a release makes of what is there.
   *
   * @param sameDevice whether {@code before} belonged to this device; otherwise ours is cleared
   */
  public Restoration restoration(Throttle current, boolean sameDevice) {
    Throttle wanted = current;
    List<Throttle.Part> foreign = new ArrayList<>();
    for (Throttle.Part part : Throttle.Part.values()) {
      long now = current.get(part);
      long old = before.get(part);
      boolean neverOurs = last.get(part) == old && previous.get(part) == old;
      if (neverOurs || now == old) {
        continue;
      }
      if (now == last.get(part) || now == previous.get(part)) {
        wanted = wanted.with(part, sameDevice ? old : 0);
      } else if (now != 0) {
        foreign.add(part);
      }
    }
    return new Restoration(wanted, foreign);
  }
}
