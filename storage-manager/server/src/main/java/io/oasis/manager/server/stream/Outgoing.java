package io.oasis.manager.server.stream;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.Schema;

/**
 * A message on its way out.
 *
 * @param key on its topic
 * @param partitionKey picks the partition, so that all records of a domain stay in order
 */
record Outgoing(String key, String partitionKey, Message message) {
  static Outgoing of(Message message) {
    return new Outgoing(Schema.keyOf(message), Schema.partitionKeyOf(message), message);
  }

  /** The message sent to a domain other than the one it names. */
  static Outgoing to(DomainId domain, Message message) {
    return new Outgoing(domain.value(), domain.value(), message);
  }

  String topicName() {
    return Schema.of(message).topic().topicName();
  }
}
