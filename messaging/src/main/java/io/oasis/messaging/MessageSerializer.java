package io.oasis.messaging;

import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import org.apache.kafka.common.serialization.Serializer;

/** A message as the bytes of its JSON. */
final class MessageSerializer implements Serializer<Message> {
  private final MessageCodec codec = new MessageCodec();

  @Override
  public byte[] serialize(String topic, Message message) {
    return codec.encode(message);
  }
}
