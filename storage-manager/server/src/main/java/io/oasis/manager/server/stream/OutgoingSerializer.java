package io.oasis.manager.server.stream;

import io.oasis.messaging.MessageSerializer;
import io.oasis.messaging.trust.Seal;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;

/** A message on its way out, with what shows who sends it. */
final class OutgoingSerializer implements Serializer<Outgoing> {
  private final MessageSerializer messages;

  OutgoingSerializer(Seal seal) {
    messages = new MessageSerializer(seal);
  }

  @Override
  public byte[] serialize(String topic, Outgoing outgoing) {
    return messages.serialize(topic, outgoing.message());
  }

  @Override
  public byte[] serialize(String topic, Headers headers, Outgoing outgoing) {
    return messages.serialize(topic, headers, outgoing.message());
  }
}
