package io.oasis.proving.scale;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.Journal;
import io.oasis.protocol.Topic;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Shows that a setting counts for the interval that its decision had seen, and for no later one.
 */
class AnswersTest {
  private static final DomainId DOMAIN = new DomainId("d");
  private static final long MILLI = 1_000_000;

  private final Answers answers = new Answers();

  @Test
  void aSettingThatComesAfterTheNextRequestAnswersTheOneBefore() {
    answers.ask(0).taken(10);
    answers.ask(1_000 * MILLI).taken(20);
    answers.told(Instant.ofEpochMilli(500), 1_300 * MILLI);
    answers.told(Instant.ofEpochMilli(1_400), 2_500 * MILLI);
    answers.told(Instant.ofEpochMilli(1_400), 2_600 * MILLI);
    answers.journaled(journalAt(500, 10));
    assertThat(answers.isComplete()).isFalse();
    answers.journaled(journalAt(1_400, 20));
    assertThat(answers.isComplete()).isTrue();
    LatencyLog latencies = latenciesAt(3_000);
    assertThat(latencies.count()).isEqualTo(2);
    assertThat(latencies.quantileMillis(0.5)).isEqualTo(1_300);
    assertThat(latencies.quantileMillis(1)).isEqualTo(1_500);
  }

  @Test
  void aDecisionThatChangedNothingHasNoLatency() {
    answers.ask(0).taken(10);
    answers.journaled(journalAt(5, 10));
    assertThat(latenciesAt(3_000).count()).isZero();
  }

  @Test
  void whatNoDecisionHasSeenIsLateByAllTheTime() {
    answers.ask(0);
    answers.ask(500 * MILLI).taken(10);
    answers.journaled(journalAt(600, 9));
    LatencyLog latencies = latenciesAt(3_000);
    assertThat(latencies.count()).isEqualTo(2);
    assertThat(latencies.quantileMillis(0.5)).isEqualTo(2_500);
    assertThat(latencies.quantileMillis(1)).isEqualTo(3_000);
  }

  private LatencyLog latenciesAt(long endMillis) {
    LatencyLog latencies = new LatencyLog();
    answers.measure(latencies, endMillis * MILLI);
    return latencies;
  }

  private static Journal journalAt(long millis, long lastOffset) {
    Journal.Records records = new Journal.Records(Topic.REQUESTS, 0, lastOffset, 1);
    return new Journal(DOMAIN, 1, List.of(Journal.Entry.of(Instant.ofEpochMilli(millis), records)));
  }
}
