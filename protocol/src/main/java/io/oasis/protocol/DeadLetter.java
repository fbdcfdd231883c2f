package io.oasis.protocol;

import java.time.Instant;

/**
 * A record that could not be used, and why.
 *
 * @param payload the first bytes of the record, Base64
 */
public record DeadLetter(
    String topic,
    int partition,
    long offset,
    Instant at,
    String reader,
    Kind kind,
    String reason,
    String payload)
    implements Message {
  /** How a record failed. */
  public enum Kind {
    MALFORMED,
    OVERSIZED,
    UNKNOWN_SCHEMA,
    UNKNOWN_VERSION,
    WRONG_TOPIC,
    /** Nobody who may say it has signed it. */
    UNTRUSTED,
    /** Its sender says more than anybody may. */
    EXCESS
  }

  /** How much of a bad record is kept. */
  public static final int MAX_PAYLOAD_BYTES = 1_024;

  public DeadLetter {
    Check.id("topic", topic);
    reader = Check.text("reader", reader);
    reason = Check.text("reason", reason);
    payload = Check.text("payload", payload);
  }
}
