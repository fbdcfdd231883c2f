package io.oasis.manager.core.hear;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Version;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is known to be in force for a queue, by what was sent and what its adapter answers. */
class HeardQueueTest {
  private static final QueueId QUEUE = QueueId.parse("h:/a|lun");
  private static final Duration RETRY = Duration.ofSeconds(10);
  private static final RateBound LIMIT = RateBound.ofIops(100);
  private static final RateBound OTHER = RateBound.ofIops(200);

  private final HeardQueue queue = new HeardQueue(QUEUE, Rails.NONE, Instant.EPOCH);

  @Test
  void itBeginsWithWhatAFormerControllerKept() {
    queue.remember(new QueueMemory(QUEUE, Optional.empty(), 4_096, 0.25));
    assertThat(queue.meanBytes()).isEqualTo(4_096);
    assertThat(queue.readShare()).isEqualTo(0.25);
    assertThat(queue.cameAt()).as("it is not new").isEqualTo(Instant.MIN);
  }

  @Test
  void whoSpeaksOfAnEarlierSettingAfterThreeSecondsHasNotGotTheLast() {
    send(LIMIT, 7);
    assertThat(settle(Outcome.State.VERIFIED, 6, OTHER, 3_000)).isEmpty();
    assertThat(queue.limit()).as("it may be on its way").isEqualTo(LIMIT);
    assertThat(settle(Outcome.State.VERIFIED, 7, OTHER, 3_001)).isEmpty();
    assertThat(queue.limit()).as("the last arrived").isEqualTo(LIMIT);
    assertThat(settle(Outcome.State.VERIFIED, 6, OTHER, 3_001)).isEmpty();
    assertThat(queue.limit()).isEqualTo(OTHER);
  }

  @Test
  void aLimitThatThisControllerDidNotSetIsSaid() {
    assertThat(settle(Outcome.State.WRITTEN, 6, OTHER, 0)).contains(OTHER);
    assertThat(queue.limit()).isNull();
    assertThat(queue.adopt(OTHER)).isEqualTo(200);
    assertThat(queue.limit()).isEqualTo(OTHER);
    assertThat(queue.isUnsized()).as("its I/Os were not seen yet").isTrue();
    assertThat(settle(Outcome.State.WRITTEN, 6, OTHER, 0)).isEmpty();
  }

  @Test
  void aLimitThatLetsNothingPassIsNothingToStartFrom() {
    assertThat(queue.adopt(RateBound.ofIops(0))).isZero();
    assertThat(queue.limit()).isNull();
    assertThat(queue.isUnsized()).isFalse();
  }

  @Test
  void whatIsReleasedIsOverAndNeedsNoFurtherAnswer() {
    send(LIMIT, 7);
    settle(Outcome.State.RELEASED, 6, null, 1_000);
    assertThat(queue.limit()).isNull();
    assertThat(queue.state()).isEqualTo(Outcome.State.RELEASED);
    assertThat(queue.cause()).isEqualTo("test");
    assertThat(queue.isUnanswered(at(60_000))).isFalse();
    assertThat(queue.isOvertaken(outcome(Outcome.State.VERIFIED, 5, LIMIT))).isTrue();
    assertThat(queue.isOvertaken(outcome(Outcome.State.VERIFIED, 6, LIMIT))).isFalse();
  }

  @Test
  void whatEndedIsAskedOfNobody() {
    send(LIMIT, 7);
    assertThat(queue.isUnanswered(at(3_000))).isFalse();
    assertThat(queue.isUnanswered(at(3_001))).isTrue();
    queue.ended("its adapter has gone");
    assertThat(queue.isUnanswered(at(3_001))).isFalse();
    assertThat(queue.isAnswerLost(at(60_000))).isFalse();
    assertThat(queue.limit()).isNull();
    assertThat(queue.state()).isNull();
    assertThat(queue.cause()).isEqualTo("its adapter has gone");
  }

  @Test
  void anAdapterThatCouldNotIsLeftInPeaceForAWhile() {
    send(LIMIT, 7);
    assertThat(queue.mustWait(at(0))).isFalse();
    settle(Outcome.State.REFUSED, 7, null, 1_000);
    assertThat(queue.limit()).isNull();
    assertThat(queue.mustWait(at(10_999))).isTrue();
    assertThat(queue.mustWait(at(11_000))).isFalse();
  }

  @Test
  void whatIsMeasuredHadTheLimitOfBefore() {
    send(LIMIT, 7);
    assertThat(queue.limitBefore()).isNull();
    queue.measured();
    send(OTHER, 8);
    assertThat(queue.limitBefore()).isEqualTo(LIMIT);
    assertThat(queue.limit()).isEqualTo(OTHER);
  }

  private void send(RateBound limit, long sequence) {
    queue.sent(Optional.of(limit), new Version(1, sequence), at(0));
  }

  private Optional<RateBound> settle(
      Outcome.State state, long sequence, @Nullable RateBound applied, long millis) {
    return queue.settle(outcome(state, sequence, applied), RETRY, at(millis));
  }

  private static Outcome outcome(Outcome.State state, long sequence, @Nullable RateBound applied) {
    return new Outcome(
        QUEUE, new Version(1, sequence), state, Optional.ofNullable(applied), "test");
  }

  private static Instant at(long millis) {
    return Said.NOW.plusMillis(millis);
  }
}
