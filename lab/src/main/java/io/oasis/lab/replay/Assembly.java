package io.oasis.lab.replay;

import io.oasis.protocol.CacheDecision;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Journal;
import io.oasis.protocol.JournalStart;
import io.oasis.protocol.Message;
import io.oasis.protocol.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Makes the recording of one domain from its journal and the topics that the journal points to.
 *
 * <p>Law: what is written can be decided again bit for bit, because it begins with a start and has
 * every input after it. Where the topics let go of something, nothing is written until the next
 * start, and the summary says so.
 */
public final class Assembly {
  private static final int MOST_GAPS = 20;

  /** What the topics still have of the domain; asked for in the order of the journal. */
  public interface Log {
    /** The domain's inputs between two offsets, both included. */
    List<Message> inputs(Topic topic, long first, long last);

    /** The next decision that was told. */
    Optional<Message> nextDecision();
  }

  /**
   * @param decisions that can be replayed
   * @param lost decisions that are on their topic and cannot
   * @param from and {@code to}: what is covered; absent when nothing is
   * @param gaps where and why something is left out
   */
  public record Summary(
      int starts,
      long inputs,
      int decisions,
      int lost,
      Optional<Instant> from,
      Optional<Instant> to,
      List<String> gaps) {}

  private final Log log;
  private final Recording recording;
  private final List<String> gaps = new ArrayList<>();

  /** The next decision to be written. */
  private Optional<Message> told = Optional.empty();

  private @Nullable JournalStart start;
  private @Nullable Instant from;
  private @Nullable Instant to;
  private boolean following;
  private boolean everStarted;
  private long nextSequence;
  private int starts;
  private long inputs;
  private int decisions;
  private int lost;

  public Assembly(Log log, Recording recording) {
    this.log = log;
    this.recording = recording;
  }

  /** Takes the domain's records of the journal, one after the other. */
  public void take(Message journaled) {
    switch (journaled) {
      case JournalStart begun -> {
        start = begun;
        following = true;
        everStarted = true;
        nextSequence = 1;
      }
      case Journal journal -> {
        follow(journal);
        journal.entries().forEach(this::take);
      }
      default -> throw new IllegalArgumentException("not of the journal: " + journaled.getClass());
    }
  }

  public Summary summary() {
    return new Summary(
        starts,
        inputs,
        decisions,
        lost,
        Optional.ofNullable(from),
        Optional.ofNullable(to),
        List.copyOf(gaps));
  }

  private void follow(Journal journal) {
    if (!everStarted) {
      everStarted = true;
      gap(journal.entries(), "the journal no longer has what the controller started with");
    } else if (following && journal.sequence() != nextSequence) {
      following = false;
      gap(journal.entries(), "a record of the journal is missing");
    }
    nextSequence = journal.sequence() + 1;
  }

  private void take(Journal.Entry entry) {
    if (following) {
      List<Message> taken = inputsOf(entry);
      if (following) {
        write(entry, taken);
      }
    }
    tellUntil(entry.at());
  }

  /** What came; without all of it nothing can be followed from there. */
  private List<Message> inputsOf(Journal.Entry entry) {
    if (entry.records().isEmpty()) {
      return entry.rails().<List<Message>>map(List::of).orElse(List.of());
    }
    Journal.Records records = entry.records().get();
    List<Message> taken = log.inputs(records.topic(), records.first(), records.last());
    if (taken.size() != records.count()) {
      following = false;
      gap(
          List.of(entry),
          "%s has %d of the %d records from offset %d to %d"
              .formatted(
                  records.topic().topicName(),
                  taken.size(),
                  records.count(),
                  records.first(),
                  records.last()));
    }
    return taken;
  }

  private void write(Journal.Entry entry, List<Message> taken) {
    if (start != null) {
      recording.begins(start);
      starts++;
      start = null;
    }
    if (from == null) {
      from = entry.at();
    }
    to = entry.at();
    if (entry.behind().isPresent()) {
      recording.falls(entry.behind().get(), entry.at());
    } else if (taken.isEmpty()) {
      recording.ticks(entry.at());
    }
    taken.forEach(message -> recording.takes(message, entry.at()));
    inputs += taken.size();
  }

  /** A decision bears the time of the input that led to it. */
  private void tellUntil(Instant at) {
    if (told.isEmpty()) {
      told = log.nextDecision();
    }
    while (told.isPresent() && !madeAt(told.get()).isAfter(at)) {
      if (following && madeAt(told.get()).equals(at)) {
        recording.tells(told.get(), at);
        decisions++;
      } else {
        lost++;
      }
      told = log.nextDecision();
    }
  }

  private static Instant madeAt(Message decision) {
    return switch (decision) {
      case Decision made -> made.header().at();
      case CacheDecision made -> made.header().at();
      default -> throw new IllegalArgumentException("no decision: " + decision.getClass());
    };
  }

  private void gap(List<Journal.Entry> where, String what) {
    if (gaps.size() < MOST_GAPS && !where.isEmpty()) {
      gaps.add(where.getFirst().at() + ": " + what);
    }
  }
}
