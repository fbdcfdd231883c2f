package io.oasis.manager.server.stream;

import io.oasis.manager.core.contract.Input;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.protocol.DeadLetter.Kind;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.OfDomain;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * What a record is worth: an input for a domain, or nothing, with the reason.
 *
 * <p>The key must be the message's domain and belong in the partition the record came from;
 * otherwise two processors would decide for one domain.
 *
 * @param partitions how many each topic has
 */
record Intake(int partitions) {
  /** Domains that one partition takes; beyond it a flood of made-up names would take the memory. */
  static final int MAX_DOMAINS = 5_000;

  /** What became of a record. */
  sealed interface Read {}

  record Accepted(DomainId domain, Input input) implements Read {}

  record Rejected(Kind kind, String reason) implements Read {}

  Read read(MessageCodec codec, Origin origin, byte @Nullable [] key, byte @Nullable [] value) {
    if (value == null) {
      return new Rejected(Kind.MALFORMED, "no value: a record must carry a message");
    }
    return switch (codec.decode(origin.topic(), value)) {
      case Decoded.Refused(Kind kind, String reason) -> new Rejected(kind, reason);
      case Decoded.Known(Message message) -> withKey(origin, key, message);
    };
  }

  private Read withKey(Origin origin, byte @Nullable [] key, Message message) {
    Input input = Input.of(message).orElseThrow(() -> notSubscribed(message));
    DomainId domain = ((OfDomain) message).domain(); // all inputs speak of one
    if (key == null || !Arrays.equals(key, domain.value().getBytes(StandardCharsets.UTF_8))) {
      return new Rejected(
          Kind.MALFORMED, "key: must be the domain of the message, " + domain.value());
    }
    int home = DomainPartitioner.partition(domain.value(), partitions);
    if (home != origin.partition()) {
      return new Rejected(
          Kind.MALFORMED, "key = %s: belongs in partition %d".formatted(domain.value(), home));
    }
    return new Accepted(domain, input);
  }

  private static IllegalStateException notSubscribed(Message message) {
    return new IllegalStateException("no topic of ours carries " + message.getClass());
  }
}
