package io.oasis.messaging;

import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Message;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What becomes of records that are not let in: counted by topic and kind, and sent to the dead
 * letters with the reason. Somebody who says what is not for him to say is also named in the log,
 * and no more letters are written of him than {@link #MOST_LETTERS} in {@link #PERIOD}: he would
 * have us write for each of his records. Not thread-safe.
 */
final class Refusals {
  /** In which so many letters are written of the untrusted, and one line of log. */
  private static final Duration PERIOD = Duration.ofSeconds(10);

  /** Enough to see who it is and what he wants. */
  private static final int MOST_LETTERS = 20;

  private static final Logger LOG = LoggerFactory.getLogger(Refusals.class);

  private final String reader;
  private final Consumer<Message> deadLetters;
  private final LinkMeters meters;
  private final LongSupplier nanos;
  private long periodSince;
  private int lettersInPeriod = -1; // before the first period

  Refusals(String reader, Consumer<Message> deadLetters, LinkMeters meters, LongSupplier nanos) {
    this.reader = reader;
    this.deadLetters = deadLetters;
    this.meters = meters;
    this.nanos = nanos;
  }

  void take(Topic topic, ConsumerRecord<byte[], byte[]> each, DeadLetter.Kind kind, String reason) {
    meters.refused(topic, kind);
    if (topic != Topic.DEAD_LETTERS
        && (kind != DeadLetter.Kind.UNTRUSTED || isWorthALetter(topic, reason))) {
      deadLetters.accept(letter(each, kind, reason));
    }
  }

  private boolean isWorthALetter(Topic topic, String reason) {
    long now = nanos.getAsLong();
    if (lettersInPeriod < 0 || now - periodSince >= PERIOD.toNanos()) {
      periodSince = now;
      lettersInPeriod = 0;
      LOG.warn("refused what came on {}: {}", topic.topicName(), reason);
    }
    lettersInPeriod++;
    return lettersInPeriod <= MOST_LETTERS;
  }

  private DeadLetter letter(
      ConsumerRecord<byte[], byte[]> each, DeadLetter.Kind kind, String reason) {
    byte[] value = each.value();
    byte[] first = Arrays.copyOf(value, Math.min(value.length, DeadLetter.MAX_PAYLOAD_BYTES));
    return new DeadLetter(
        each.topic(),
        each.partition(),
        each.offset(),
        Instant.now(),
        reader,
        kind,
        reason,
        Base64.getEncoder().encodeToString(first));
  }
}
