package io.oasis.manager.server.stream;

import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.Topic;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** Where a record was read. */
record Origin(Topic topic, int partition, long offset) {
  private static final String READER = "manager";
  private static final int MAX_REASON_CHARS = 1_000;

  static Origin of(ProcessorContext<?, ?> context) {
    RecordMetadata metadata =
        context.recordMetadata().orElseThrow(() -> new IllegalStateException("not in a record"));
    Topic topic =
        Topic.named(metadata.topic())
            .orElseThrow(() -> new IllegalStateException("not subscribed: " + metadata.topic()));
    return new Origin(topic, metadata.partition(), metadata.offset());
  }

  DeadLetter deadLetter(Instant at, byte @Nullable [] value, DeadLetter.Kind kind, String reason) {
    byte[] bytes = value == null ? new byte[0] : value;
    byte[] first = Arrays.copyOf(bytes, Math.min(bytes.length, DeadLetter.MAX_PAYLOAD_BYTES));
    String payload = Base64.getEncoder().encodeToString(first);
    String shortReason =
        reason.length() <= MAX_REASON_CHARS ? reason : reason.substring(0, MAX_REASON_CHARS);
    return new DeadLetter(
        topic.topicName(), partition, offset, at, READER, kind, shortReason, payload);
  }
}
