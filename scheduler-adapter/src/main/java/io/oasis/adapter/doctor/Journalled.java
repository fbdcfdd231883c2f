package io.oasis.adapter.doctor;

import io.oasis.adapter.journal.Entry;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Finding;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * What Oasis's adapter says in its state directory that it wrote to a target, and where somebody
 * else wrote over it.
 *
 * @param entries by place
 * @param contested where Oasis has given up a limit that somebody else wrote over
 * @param lives whether the adapter does
 */
record Journalled(Map<Place, Entry> entries, Set<Place> contested, boolean lives) {
  /** Nothing is known any more of who wrote what there. */
  static final Fault OVERWRITTEN =
      new Fault(
          Finding.Verdict.CONFLICT,
          "somebody else wrote over Oasis's limit here, or took it away; Oasis leaves it",
          "find out who writes there, then take the domain out of ENFORCE and in again");

  /** Where there is no journal, Oasis set nothing. */
  static Journalled read(Path stateDir, Target target) throws JournalException {
    Map<Place, Entry> entries = new LinkedHashMap<>();
    for (Entry entry : Journal.leftovers(stateDir)) {
      if (entry.kind().equals(target.kind())) {
        entries.put(entry.place(), entry);
      }
    }
    Set<Place> contested = new LinkedHashSet<>();
    Journal.contested(stateDir)
        .forEach(
            (place, kind) -> {
              if (kind.isEmpty() ? target.isKernelThrottle() : kind.equals(target.kind())) {
                contested.add(place);
              }
            });
    boolean lives =
        HostRoot.read(stateDir.resolve("adapter.lock"))
            .map(String::strip)
            .filter(pid -> pid.matches("[0-9]{1,10}"))
            .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
            .isPresent();
    return new Journalled(entries, contested, lives);
  }

  /** Where limits are open, or were written over. */
  Set<Place> places() {
    Set<Place> places = new LinkedHashSet<>(entries.keySet());
    places.addAll(contested);
    return places;
  }

  /** What is wrong with a part that Oasis wrote. */
  Optional<Fault> fault(Place place, Part part, long found) {
    Entry entry = entries.get(place);
    if (entry == null) {
      return Optional.of(OVERWRITTEN).filter(_ -> found != 0 && contested.contains(place));
    }
    long last = entry.written().last().get(part);
    long previous = entry.written().previous().get(part);
    long before = entry.written().before().get(part);
    if (last == before && previous == before) {
      return Optional.empty();
    }
    if (found != last && found != previous) {
      return Optional.of(
          new Fault(
              Finding.Verdict.CONFLICT,
              "Oasis wrote %d and somebody else %d; Oasis leaves it".formatted(last, found),
              OVERWRITTEN.mend()));
    }
    if (!lives) {
      return Optional.of(
          new Fault(
              Finding.Verdict.STUCK,
              "the adapter that set it is gone, and so is its guardian",
              "oasis release, or start the adapter again: both put back what was there before"));
    }
    return found != last && found == previous
        ? Optional.of(
            new Fault(
                Finding.Verdict.STUCK,
                "Oasis set %d and %d is still in force: the scheduler does not take the change, or is"
                        .formatted(last, found)
                    + " busy with the one before",
                "nothing while it is busy, the adapter asks again; an idle bdev of SPDK takes"
                    + " changes again after some I/O, or when it is closed and opened"))
        : Optional.empty();
  }
}
