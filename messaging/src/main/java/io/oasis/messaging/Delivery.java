package io.oasis.messaging;

import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.Topic;
import io.opentelemetry.api.trace.Span;
import java.util.function.LongConsumer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.jspecify.annotations.Nullable;

/** What becomes of one message that was sent. */
final class Delivery {
  private final Topic topic;
  private final LongConsumer taken;
  private final @Nullable Span span;
  private final LinkMeters meters;
  private final BrokerState broker;
  private final @Nullable TopicKeeper keeper;
  private volatile boolean dropped;

  /**
   * @param taken is told the offset
   * @param span ends with it
   * @param keeper is told of trouble
   */
  Delivery(
      Topic topic,
      LongConsumer taken,
      @Nullable Span span,
      LinkMeters meters,
      BrokerState broker,
      @Nullable TopicKeeper keeper) {
    this.topic = topic;
    this.taken = taken;
    this.span = span;
    this.meters = meters;
    this.broker = broker;
    this.keeper = keeper;
  }

  /** Given up by now. */
  boolean isDropped() {
    return dropped;
  }

  void done(@Nullable RecordMetadata metadata, @Nullable Exception failure) {
    if (span != null) {
      Tracing.end(span, failure);
    }
    if (failure == null) {
      meters.sent(topic);
      broker.takes(topic);
      if (metadata != null) {
        taken.accept(metadata.offset());
      }
      return;
    }
    dropped = true;
    meters.dropped(topic, failure);
    broker.leaves(topic, failure);
    if (keeper != null) {
      keeper.doubt(failure);
    }
  }
}
