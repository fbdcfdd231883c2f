package io.oasis.messaging.trust;

import io.oasis.protocol.Topic;
import org.apache.kafka.common.header.Headers;

/** Marks a record as its sender's. Thread-safe. */
public interface Seal {
  /** Marks nothing. */
  Seal NONE = (topic, headers, value) -> {};

  /** Both marks. */
  default Seal and(Seal other) {
    return (topic, headers, value) -> {
      put(topic, headers, value);
      other.put(topic, headers, value);
    };
  }

  /** Adds to the headers of a record of these bytes what shows who sent it. */
  void put(Topic topic, Headers headers, byte[] value);
}
