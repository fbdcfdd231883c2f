package io.oasis.manager.server.stream;

import io.oasis.manager.core.Input;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.CacheDecision;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.CacheSetting;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.DeadLetter.Kind;
import io.oasis.protocol.Decision;
import io.oasis.protocol.Decoded;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Findings;
import io.oasis.protocol.Grant;
import io.oasis.protocol.GrantBatch;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.Journal;
import io.oasis.protocol.JournalStart;
import io.oasis.protocol.LeaseRenewal;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Setting;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
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
    DomainId domain = domainOf(message);
    if (key == null || !Arrays.equals(key, domain.value().getBytes(StandardCharsets.UTF_8))) {
      return new Rejected(
          Kind.MALFORMED, "key: must be the domain of the message, " + domain.value());
    }
    int home = DomainPartitioner.partition(domain.value(), partitions);
    if (home != origin.partition()) {
      return new Rejected(
          Kind.MALFORMED, "key = %s: belongs in partition %d".formatted(domain.value(), home));
    }
    return new Accepted(domain, Input.of(message).orElseThrow(() -> notSubscribed(message)));
  }

  private static DomainId domainOf(Message message) {
    return switch (message) {
      case RequestBatch batch -> batch.domain();
      case LunReport report -> report.domain();
      case Usage usage -> usage.domain();
      case UsageBatch batch -> batch.domain();
      case Outcome outcome -> outcome.domain();
      case OutcomeBatch batch -> batch.domain();
      case AdapterStatus status -> status.domain();
      case Findings findings -> findings.domain();
      case GuardRails rails -> rails.domain();
      case CacheReport report -> report.domain();
      case Grant _,
          GrantBatch _,
          Setting _,
          SettingBatch _,
          LeaseRenewal _,
          Decision _,
          HostInventory _,
          CacheSetting _,
          CacheDecision _,
          DeadLetter _,
          JournalStart _,
          Journal _ ->
          throw notSubscribed(message);
    };
  }

  private static IllegalStateException notSubscribed(Message message) {
    return new IllegalStateException("no topic of ours carries " + message.getClass());
  }
}
