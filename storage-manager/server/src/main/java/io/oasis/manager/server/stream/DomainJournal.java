package io.oasis.manager.server.stream;

import io.oasis.manager.core.ControllerStart;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Journal;
import io.oasis.protocol.JournalStart;
import io.oasis.protocol.Message;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one controller starts from and is given, gathered for the journal.
 *
 * <p>Law: whatever led to a message that the controller publishes is journaled with it, in one
 * transaction. What led to nothing yet is kept back for at most {@link #KEPT_BACK}: one record per
 * decision, or fewer. Records of one topic that came at one time are one entry.
 */
final class DomainJournal {
  private static final Duration KEPT_BACK = Duration.ofSeconds(10);

  /** Of one record: an open run, that it has waited, and the run of its own. */
  private static final int MOST_AT_ONCE = 3;

  private final DomainId domain;
  private final List<Journal.Entry> entries = new ArrayList<>();
  private @Nullable JournalStart start;
  private Instant writtenAt;
  private long sequence;
  private boolean urgent;

  /** The entry that may still grow; no topic while there is none. */
  private @Nullable Topic topic;

  private Instant at = Instant.MIN;
  private long first;
  private long last;
  private long count;

  DomainJournal(ControllerStart start, Instant now) {
    this.domain = start.domain();
    this.start = start.journaled(now);
    this.writtenAt = now;
  }

  void takes(Origin origin, Input input, Instant now) {
    if (input instanceof Input.RailsChanged(GuardRails rails)) {
      closeRun();
      entries.add(Journal.Entry.of(now, rails));
      urgent = true; // it may be large: not many in one record
      return;
    }
    if (origin.topic() != topic || !now.equals(at)) {
      closeRun();
      topic = origin.topic();
      at = now;
      first = origin.offset();
    }
    last = origin.offset();
    count++;
  }

  void ticks(Instant now) {
    closeRun();
    entries.add(Journal.Entry.tick(now));
  }

  void falls(boolean behind, Instant now) {
    closeRun();
    entries.add(Journal.Entry.of(now, behind));
  }

  /** What is to be written now, after these effects. */
  List<Message> due(List<Effect> effects, Instant now) {
    boolean told = effects.stream().anyMatch(Effect.Publish.class::isInstance);
    boolean full = entries.size() >= Journal.MOST_ENTRIES - MOST_AT_ONCE;
    boolean late = !now.isBefore(writtenAt.plus(KEPT_BACK));
    return told || full || late || urgent ? written(now) : List.of();
  }

  private List<Message> written(Instant now) {
    closeRun();
    writtenAt = now;
    urgent = false;
    List<Message> messages = new ArrayList<>(2);
    if (entries.isEmpty()) {
      return messages;
    }
    if (start != null) {
      messages.add(start);
      start = null;
    }
    sequence++;
    messages.add(new Journal(domain, sequence, entries));
    entries.clear();
    return messages;
  }

  private void closeRun() {
    if (topic != null) {
      Journal.Records records = new Journal.Records(topic, first, last, count);
      entries.add(Journal.Entry.of(at, records));
      topic = null;
      count = 0;
    }
  }
}
