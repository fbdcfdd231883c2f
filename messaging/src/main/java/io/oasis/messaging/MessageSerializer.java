package io.oasis.messaging;

import io.oasis.messaging.trust.Seal;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Topic;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.Serializer;

/** A message as the bytes of its JSON; what shows who sent it goes into the record's headers. */
public final class MessageSerializer implements Serializer<Message> {
  private final MessageCodec codec = new MessageCodec();
  private final Seal seal;

  public MessageSerializer(Seal seal) {
    this.seal = seal;
  }

  @Override
  public byte[] serialize(String topic, Message message) {
    return codec.encode(message);
  }

  @Override
  public byte[] serialize(String topic, Headers headers, Message message) {
    byte[] value = codec.encode(message);
    Topic.named(topic).ifPresent(known -> seal.put(known, headers, value));
    return value;
  }
}
