package io.oasis.protocol;

/** What became of the bytes of a record. */
public sealed interface Decoded {
  /** A valid message of a schema that belongs on the topic. */
  record Known(Message message) implements Decoded {}

  /** Not usable, with the reason: for {@code oasis.dead-letters}. */
  record Refused(DeadLetter.Kind kind, String reason) implements Decoded {}
}
