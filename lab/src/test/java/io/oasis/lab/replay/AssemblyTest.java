package io.oasis.lab.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.lab.experiment.Experiments;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Journal;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Schema;
import io.oasis.protocol.Topic;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Shows that journal and topics make a recording that gives every decision again, and nothing after
 * a gap until the next start. What a live manager writes is made from a run of the lab in which the
 * manager crashes.
 */
class AssemblyTest {
  private static final int ENTRIES_A_RECORD = 5;

  private static final StringBuilder RECORDED = new StringBuilder();

  private final MessageCodec codec = new MessageCodec();
  private final List<Message> journal = new ArrayList<>();
  private final List<Journal.Entry> entries = new ArrayList<>();
  private final Map<Topic, TreeMap<Long, Message>> topics = new EnumMap<>(Topic.class);
  private final Deque<Message> decisions = new ArrayDeque<>();
  private final StringBuilder text = new StringBuilder();
  private long sequence;
  private int starts;

  @BeforeAll
  static void record() {
    ScopedValue.where(Recording.CURRENT, new Recording(RECORDED))
        .run(() -> Experiments.named("faults-crashes").orElseThrow().run("capacity", 3));
  }

  @BeforeEach
  void journal() {
    RECORDED.toString().lines().skip(1).forEach(this::take);
    flush();
    assertThat(starts).as("the manager crashes").isGreaterThan(2);
  }

  @Test
  void everyDecisionIsMadeAgainBitForBit() throws IOException {
    Assembly.Summary summary = assembled(journal);
    assertThat(summary.gaps()).isEmpty();
    assertThat(summary.lost()).isZero();
    assertThat(inputs(text)).isEqualTo(inputs(RECORDED));
    assertThat(replayed().recorded()).hasSize(summary.decisions()).isNotEmpty();
    assertThat(replayed().isSame()).isTrue();
  }

  @Test
  void whatATopicLetGoOfIsLeftOutUntilTheNextStart() throws IOException {
    int all = decisions.size();
    SortedMap<Long, Message> requests = topics.getOrDefault(Topic.REQUESTS, new TreeMap<>());
    requests.remove(requests.firstKey());
    Assembly.Summary summary = assembled(journal);
    assertThat(summary.gaps())
        .singleElement()
        .satisfies(gap -> assertThat(gap).contains("oasis.requests has 0 of the 1 records"));
    assertThat(summary.lost()).isPositive();
    assertThat(summary.decisions() + summary.lost()).isEqualTo(all);
    assertThat(replayed().recorded()).isNotEmpty();
    assertThat(replayed().isSame()).isTrue();
  }

  @Test
  void aJournalThatBeginsLateOrLacksARecordIsFollowedFromTheNextStart() throws IOException {
    List<Message> late = new ArrayList<>(journal.subList(1, journal.size()));
    assertThat(assembled(late).gaps())
        .singleElement()
        .satisfies(gap -> assertThat(gap).contains("what the controller started with"));
    assertThat(replayed().isSame()).isTrue();
  }

  @Test
  void aMissingRecordOfTheJournalIsNoticed() throws IOException {
    journal.remove(3);
    assertThat(assembled(journal).gaps())
        .singleElement()
        .satisfies(gap -> assertThat(gap).contains("a record of the journal is missing"));
    assertThat(replayed().isSame()).isTrue();
  }

  private static List<String> inputs(StringBuilder recording) {
    return recording.toString().lines().filter(line -> !line.startsWith("out ")).toList();
  }

  private Assembly.Summary assembled(List<Message> journaled) {
    Assembly assembly =
        new Assembly(
            new Assembly.Log() {
              @Override
              public List<Message> inputs(Topic topic, long first, long last) {
                return List.copyOf(
                    topics.getOrDefault(topic, new TreeMap<>()).subMap(first, last + 1).values());
              }

              @Override
              public Optional<Message> nextDecision() {
                return Optional.ofNullable(decisions.poll());
              }
            },
            new Recording(text));
    journaled.forEach(assembly::take);
    return assembly.summary();
  }

  private Replay.Result replayed() throws IOException {
    return Replay.of(new BufferedReader(new StringReader(text.toString())), Optional.empty());
  }

  private void take(String line) {
    String[] words = line.split(" ", 4);
    Instant at = Instant.ofEpochSecond(0, Long.parseLong(words[1]));
    switch (words[0]) {
      case "start" -> {
        flush();
        journal.add(message(words));
        sequence = 0;
        starts++;
      }
      case "tick" -> entries.add(Journal.Entry.tick(at));
      case "behind" -> entries.add(Journal.Entry.of(at, Boolean.parseBoolean(words[2])));
      case "out" -> decisions.add(message(words));
      default -> entries.add(entry(at, message(words)));
    }
    if (entries.size() == ENTRIES_A_RECORD) {
      flush();
    }
  }

  private Message message(String[] words) {
    byte[] json = words[3].getBytes(StandardCharsets.UTF_8);
    Topic topic = Topic.named(words[2]).orElseThrow();
    return ((Decoded.Known) codec.decode(topic, json)).message();
  }

  /** Where it was read: offsets with holes, as transactions and other domains make them. */
  private Journal.Entry entry(Instant at, Message message) {
    if (message instanceof GuardRails rails) {
      return Journal.Entry.of(at, rails);
    }
    Topic topic = Schema.of(message).topic();
    TreeMap<Long, Message> kept = topics.computeIfAbsent(topic, none -> new TreeMap<>());
    long offset = kept.isEmpty() ? 7 : kept.lastKey() + 3;
    kept.put(offset, message);
    return Journal.Entry.of(at, new Journal.Records(topic, offset - 1, offset, 1));
  }

  private void flush() {
    if (!entries.isEmpty()) {
      sequence++;
      journal.add(
          new Journal(
              ((io.oasis.protocol.JournalStart) journal.getFirst()).domain(), sequence, entries));
      entries.clear();
    }
  }
}
