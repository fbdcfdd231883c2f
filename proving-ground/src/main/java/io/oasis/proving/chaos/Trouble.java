package io.oasis.proving.chaos;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One thing that can go wrong.
 *
 * @param victim a service, {@code managers} for both, {@code device} or {@code cgroup}
 */
record Trouble(Kind kind, String victim) {
  static final String BROKER = "broker";
  static final String ADAPTER = "adapter";
  static final String AGENT = "agent";
  static final String MANAGERS = "managers";
  static final List<String> MANAGER_NAMES = List.of("manager", "manager-2");

  /** What is done, and how it ends. */
  enum Kind {
    /** {@code kill -9}; started again. */
    KILL,
    /** SIGSTOP; SIGCONT. */
    STOP,
    /**
     * Nothing passes between it and the broker, all of them if it is the broker; held, then passed.
     */
    CUT,
    /** 100 ms later each way, 3 Mbit/s. */
    SLOW,
    /** Killed, its data removed; started again. */
    EMPTY_DISK,
    /** Its data directory takes no byte more; there is room again. */
    FULL_DISK,
    /** Killed, and started on a data directory that is read-only; on one that is not. */
    READ_ONLY_DISK,
    /** Its wall clock goes an hour ahead; and back. */
    STEP_CLOCK,
    /**
     * Everything said before is said again in any order, a day old, and in the name of managers
     * that were succeeded.
     */
    OLD_RECORDS,
    /** Taken away while it is throttled; made anew under the same name. */
    REMOVE
  }

  /** Everything there is. */
  static List<Trouble> all() {
    List<Trouble> all = new ArrayList<>();
    for (Kind kind : List.of(Kind.KILL, Kind.STOP)) {
      for (String victim : List.of(BROKER, "manager", "manager-2", MANAGERS, ADAPTER, AGENT)) {
        all.add(new Trouble(kind, victim));
      }
    }
    for (Kind kind : List.of(Kind.CUT, Kind.SLOW)) {
      for (String victim : List.of(BROKER, "manager", "manager-2", ADAPTER, AGENT)) {
        all.add(new Trouble(kind, victim));
      }
    }
    all.add(new Trouble(Kind.EMPTY_DISK, BROKER));
    for (String victim : List.of(BROKER, "manager", ADAPTER)) {
      all.add(new Trouble(Kind.FULL_DISK, victim));
    }
    all.add(new Trouble(Kind.READ_ONLY_DISK, "manager"));
    all.add(new Trouble(Kind.READ_ONLY_DISK, ADAPTER));
    for (String victim : List.of("manager", "manager-2", ADAPTER, AGENT)) {
      all.add(new Trouble(Kind.STEP_CLOCK, victim));
    }
    all.add(new Trouble(Kind.OLD_RECORDS, "topics"));
    all.add(new Trouble(Kind.REMOVE, "device"));
    all.add(new Trouble(Kind.REMOVE, "cgroup"));
    return all;
  }

  /** The services it happens to; what is no service is its own. */
  List<String> victims() {
    return victim.equals(MANAGERS) ? MANAGER_NAMES : List.of(victim);
  }

  /** Whether the adapter may hear nothing of what managers say meanwhile. */
  boolean deafens() {
    return switch (kind) {
      case KILL, STOP, READ_ONLY_DISK -> victim.equals(ADAPTER);
      case CUT -> victim.equals(ADAPTER) || victim.equals(BROKER);
      case SLOW, EMPTY_DISK, FULL_DISK, STEP_CLOCK, OLD_RECORDS, REMOVE -> false;
    };
  }

  /** Whether both cannot be had at once. */
  boolean excludes(Trouble other) {
    Set<String> removable = Set.of("device", "cgroup");
    if (isOfLinks()
        && other.isOfLinks()
        && (victim.equals(BROKER) || other.victim.equals(BROKER))) {
      return true; // every service's link
    }
    return victims().stream().anyMatch(other.victims()::contains)
        || (removable.contains(victim) && removable.contains(other.victim));
  }

  private boolean isOfLinks() {
    return kind == Kind.CUT || kind == Kind.SLOW;
  }

  @Override
  public String toString() {
    return kind + " " + victim;
  }
}
