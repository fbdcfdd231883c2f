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
import java.util.Optional;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * What a record is worth: an input for a domain, or nothing, with the reason.
 *
 * <p>The key must be the message's domain and belong in the partition the record came from;
 * otherwise two processors would decide for one domain.
 *
 * @param partitions how many each topic has
 * @param ingress who is heard at all
 */
record Intake(int partitions, Ingress ingress) {
  /** Domains that one partition takes; beyond it a flood of made-up names would take the memory. */
  static final int MAX_DOMAINS = 5_000;

  /** What became of a record. */
  sealed interface Read {}

  /**
   * @param besides what is not taken of it
   */
  record Accepted(DomainId domain, Input input, Optional<Rejected> besides) implements Read {}

  /**
   * @param host whose doing it is, where that is proved
   * @param domain that it is about, where that was read
   */
  record Rejected(Kind kind, String reason, Optional<String> host, Optional<DomainId> domain)
      implements Read {
    Rejected(Kind kind, String reason) {
      this(kind, reason, Optional.empty(), Optional.empty());
    }

    static Rejected of(Ingress.Refused refused, Optional<DomainId> domain) {
      return new Rejected(refused.kind(), refused.reason(), refused.host(), domain);
    }
  }

  Read read(
      MessageCodec codec,
      Origin origin,
      Headers headers,
      byte @Nullable [] key,
      byte @Nullable [] value) {
    if (value == null) {
      return new Rejected(Kind.MALFORMED, "no value: a record must carry a message");
    }
    Optional<Ingress.Refused> refused = ingress.refusal(origin, headers, value);
    if (refused.isPresent()) {
      return Rejected.of(refused.get(), Optional.empty());
    }
    return switch (codec.decode(origin.topic(), value)) {
      case Decoded.Refused(Kind kind, String reason) -> new Rejected(kind, reason);
      case Decoded.Known(Message message) -> {
        Ingress.Heard heard = ingress.hear(origin, headers, message);
        Optional<Rejected> rejected =
            heard.refused().map(found -> Rejected.of(found, domainOf(message)));
        yield heard
            .message()
            .map(taken -> withKey(origin, key, taken, rejected))
            .orElseGet(rejected::orElseThrow);
      }
    };
  }

  private static Optional<DomainId> domainOf(Message message) {
    return message instanceof OfDomain of ? Optional.of(of.domain()) : Optional.empty();
  }

  private Read withKey(
      Origin origin, byte @Nullable [] key, Message message, Optional<Rejected> besides) {
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
    return new Accepted(domain, input, besides);
  }

  private static IllegalStateException notSubscribed(Message message) {
    return new IllegalStateException("no topic of ours carries " + message.getClass());
  }
}
