package io.oasis.adapter.doctor;

import io.oasis.adapter.journal.Entry;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Finding;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What Oasis's adapter says in its state directory that it wrote.
 *
 * @param entries by place
 * @param lives whether the adapter does
 */
record Journalled(Map<Place, Entry> entries, boolean lives) {
  /** Where there is no journal, Oasis set nothing. */
  static Journalled read(Path stateDir) throws JournalException {
    Map<Place, Entry> entries = new LinkedHashMap<>();
    for (Entry entry : Journal.leftovers(stateDir)) {
      entries.put(entry.place(), entry);
    }
    boolean lives =
        HostRoot.read(stateDir.resolve("adapter.lock"))
            .map(String::strip)
            .filter(pid -> pid.matches("[0-9]{1,10}"))
            .flatMap(pid -> ProcessHandle.of(Long.parseLong(pid)))
            .isPresent();
    return new Journalled(entries, lives);
  }

  /** Whether limits of this kind of target are open. */
  boolean hasAny(String kind) {
    return entries.values().stream().anyMatch(entry -> entry.kind().equals(kind));
  }

  /** What is wrong with a part that Oasis wrote. */
  Optional<Fault> fault(Place place, Part part, long found) {
    Entry entry = entries.get(place);
    if (entry == null) {
      return Optional.empty();
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
              "find out who writes there, then take the domain out of ENFORCE and in again"));
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
