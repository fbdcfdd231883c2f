package io.oasis.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the controller of a domain was given since its last record of this kind, in order. With its
 * {@link JournalStart} and the records that the entries point to, all its decisions can be made
 * again.
 *
 * @param sequence 1 for the first after a start, then one more each
 */
public record Journal(DomainId domain, long sequence, List<Entry> entries) implements OfDomain {
  /** Entries of one record; chosen: it is written early enough, and is small for its topic. */
  public static final int MOST_ENTRIES = 1_000;

  /**
   * One thing that was given; a tick when nothing else is there.
   *
   * @param at the time that the controller was told
   * @param rails the operator's word itself: its topic keeps the newest only
   * @param behind whether what came from then on had waited, where that changed
   */
  public record Entry(
      Instant at, Optional<Records> records, Optional<GuardRails> rails, Optional<Boolean> behind) {
    public Entry {
      if (records.isPresent() && rails.isPresent()) {
        throw Check.invalid("rails", "present", "must not stand beside records");
      }
      if (behind.isPresent() && (records.isPresent() || rails.isPresent())) {
        throw Check.invalid("behind", behind.get(), "must stand alone");
      }
    }

    public static Entry tick(Instant at) {
      return new Entry(at, Optional.empty(), Optional.empty(), Optional.empty());
    }

    public static Entry of(Instant at, Records records) {
      return new Entry(at, Optional.of(records), Optional.empty(), Optional.empty());
    }

    public static Entry of(Instant at, GuardRails rails) {
      return new Entry(at, Optional.empty(), Optional.of(rails), Optional.empty());
    }

    public static Entry of(Instant at, boolean behind) {
      return new Entry(at, Optional.empty(), Optional.empty(), Optional.of(behind));
    }
  }

  /**
   * Records of one topic, in the domain's partition, one after the other.
   *
   * @param count how many from {@code first} to {@code last} (offsets) were the domain's
   */
  public record Records(Topic topic, long first, long last, long count) {
    public Records {
      Check.notNegative("first", first);
      Check.between("last", last, first, Long.MAX_VALUE);
      Check.between("count", count, 1, last - first + 1);
    }
  }

  public Journal {
    Check.between("sequence", sequence, 1, Long.MAX_VALUE);
    entries = Check.list("entries", entries, MOST_ENTRIES);
  }
}
