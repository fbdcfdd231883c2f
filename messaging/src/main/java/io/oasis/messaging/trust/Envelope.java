package io.oasis.messaging.trust;

import io.oasis.protocol.Topic;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;

/** What is signed and sealed, and the headers that say it. */
final class Envelope {
  /** Longer ones are nobody's: a key's name, at most a few hosts, and a signature. */
  private static final int MOST_HEADER_BYTES = 4_096;

  private Envelope() {}

  /**
   * The topic's name, a line feed, the record. A record of one topic is none of another, and what
   * is signed for Oasis is nothing else.
   */
  static byte[] of(String purpose, Topic topic, byte[] value) {
    byte[] head = (purpose + '\n' + topic.topicName() + '\n').getBytes(StandardCharsets.US_ASCII);
    byte[] all = Arrays.copyOf(head, head.length + value.length);
    System.arraycopy(value, 0, all, head.length, value.length);
    return all;
  }

  static void put(Headers headers, String name, String text) {
    headers.remove(name);
    headers.add(name, text.getBytes(StandardCharsets.UTF_8));
  }

  /** The header's text; nothing when there is none or one too long. */
  static Optional<String> text(Headers headers, String name) {
    Header header = headers.lastHeader(name);
    return header == null || header.value() == null || header.value().length > MOST_HEADER_BYTES
        ? Optional.empty()
        : Optional.of(new String(header.value(), StandardCharsets.UTF_8));
  }
}
