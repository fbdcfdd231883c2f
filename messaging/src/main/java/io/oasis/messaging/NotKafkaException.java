package io.oasis.messaging;

import org.apache.kafka.common.KafkaException;

/** Something answers that is no broker, or speaks TLS where we do not. */
final class NotKafkaException extends KafkaException {
  private static final long serialVersionUID = 1L;

  NotKafkaException(String address) {
    super(words(address));
  }

  static String words(String address) {
    return "what answers at "
        + address
        + " is no Kafka broker, or it wants TLS where security.protocol has none";
  }
}
