package io.oasis.messaging.trust;

import io.oasis.protocol.Message;
import io.oasis.protocol.Topic;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/** Decides whether a record is let in. Thread-safe. */
public interface Gate {
  /** Lets everything in. */
  Gate OPEN = (topic, headers, value) -> Optional.empty();

  /** Why these exact bytes are not let in; nothing if they are. */
  Optional<String> refusal(Topic topic, Headers headers, byte[] value);

  /** Why a record that was let in may not say this; nothing if it may. */
  default Optional<String> objection(Topic topic, Headers headers, Message message) {
    return Optional.empty();
  }
}
