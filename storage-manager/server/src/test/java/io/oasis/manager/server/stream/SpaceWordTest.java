package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Message;
import io.oasis.protocol.SpaceGrant;
import io.oasis.protocol.Topic;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Shows how hosts are told about space, and that nothing else of a domain changes by it. */
class SpaceWordTest {
  private static final SpaceGrant ANSWER =
      new SpaceGrant(Said.LUN, new HostId("h"), "/data", 100, 60, "a part");

  private static List<GrantBatch> grants(Bench bench) {
    return bench.heard(Topic.GRANTS).stream().map(GrantBatch.class::cast).toList();
  }

  private static List<GrantBatch> answers(Bench bench) {
    return grants(bench).stream().filter(batch -> batch.space().isPresent()).toList();
  }

  @Test
  void answersGoOutBesideGrantsAndNotMoreOftenThanTheyMay() {
    try (Bench bench = new Bench()) {
      bench.answers = () -> Collections.nCopies(12, ANSWER);
      bench.interval(1);
      bench.interval(2);
      List<GrantBatch> first = answers(bench);
      assertThat(first).as("ten at most in one").hasSize(2);
      assertThat(first).allMatch(batch -> batch.grants().isEmpty());
      assertThat(first.getFirst().domain()).isEqualTo(Said.DOMAIN);
      assertThat(first.getLast().space().orElseThrow()).hasSize(2).containsOnly(ANSWER);
      bench.interval(3);
      assertThat(answers(bench)).isEmpty();
    }
  }

  /** Everything that is said and decided in twenty intervals, but for the answers. */
  private static List<Message> said(List<SpaceGrant> answers) {
    try (Bench bench = new Bench()) {
      bench.answers = () -> answers;
      List<Message> all = new ArrayList<>();
      for (int i = 1; i <= 20; i++) {
        bench.interval(i);
      }
      for (Topic topic : List.of(Topic.GRANTS, Topic.SETTINGS, Topic.DECISIONS, Topic.JOURNAL)) {
        bench.heard(topic).stream()
            .filter(m -> !(m instanceof GrantBatch batch && batch.space().isPresent()))
            .forEach(all::add);
      }
      return all;
    }
  }

  @Test
  void decisionsGrantsAndTheJournalDoNotKnowOfIt() {
    assertThat(said(List.of(ANSWER))).isNotEmpty().isEqualTo(said(List.of()));
  }

  @Test
  void whatFailsOfItTakesNothingElseAlong() {
    try (Bench bench = new Bench()) {
      bench.answers =
          () -> {
            throw new IllegalStateException("a fault of ours");
          };
      bench.interval(1);
      bench.interval(2);
      assertThat(grants(bench)).isNotEmpty().allMatch(batch -> batch.space().isEmpty());
      assertThat(bench.counted("oasis.manager.controller.failures")).isPositive();
      assertThat(bench.registry.find(Said.DOMAIN)).isPresent();
    }
  }

  /** An agent of the last release takes an interval from any batch, and none from none. */
  @Test
  void answersWishForTheSameIntervalAsTheGrantsBeforeThem() {
    GrantBatch grants =
        new GrantBatch(Said.DOMAIN, Said.AT, List.of(), Optional.of(250L), Optional.empty());
    SpaceWord word = new SpaceWord(_ -> List.of(ANSWER));
    assertThat(word.after(grants, Said.AT))
        .singleElement()
        .matches(batch -> batch.intervalMillis().equals(Optional.of(250L)));
    assertThat(word.after(grants, Said.AT.plus(SpaceWord.REPEAT).minusMillis(1))).isEmpty();
    assertThat(word.after(grants, Said.AT.plus(SpaceWord.REPEAT))).hasSize(1);
  }
}
