package io.oasis.adapter.journal;

import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.TargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Restores from a journal that nobody keeps any more: after a crash, and for the kill switch. */
public final class Restorer {
  /** How it went with one place. */
  public enum Result {
    /** What was there before is back. */
    RESTORED,
    /** Somebody else's value is there and stays. */
    FOREIGN_LEFT,
    /** The cgroup or the device is gone. */
    GONE,
    /** It could not be restored; the journal keeps it. */
    FAILED
  }

  /**
   * @param detail what was restored, or why not
   */
  public record Item(Place place, Result result, String detail) {}

  private final Map<String, Target> targets;

  /**
   * @param targets by kind
   */
  public Restorer(Map<String, Target> targets) {
    this.targets = Map.copyOf(targets);
  }

  /** Restores all that a state directory's journal leaves, and removes it if nothing failed. */
  public List<Item> restore(Path stateDir) throws JournalException {
    Collection<Entry> entries = Journal.leftovers(stateDir);
    List<Item> items = new ArrayList<>();
    boolean failed = false;
    for (Entry entry : entries) {
      Item item = restore(entry);
      failed |= item.result() == Result.FAILED;
      items.add(item);
    }
    if (!failed) {
      Journal.consume(stateDir);
    }
    return items;
  }

  private Item restore(Entry entry) {
    Place place = entry.place();
    Target target = targets.get(entry.kind());
    if (target == null) {
      return new Item(
          place, Result.FAILED, "no target " + entry.kind() + " here; is its hierarchy mounted?");
    }
    try {
      Presence presence = target.presence(place);
      List<?> foreign = target.release(place, entry.written());
      if (presence != Presence.SAME) {
        return new Item(place, Result.GONE, "the cgroup or device is not there any more");
      }
      return foreign.isEmpty()
          ? new Item(place, Result.RESTORED, entry.written().before().toString())
          : new Item(place, Result.FOREIGN_LEFT, "somebody else wrote " + foreign);
    } catch (TargetException e) {
      return new Item(
          place, Result.FAILED, Optional.ofNullable(e.getMessage()).orElse("unknown trouble"));
    }
  }
}
