package io.oasis.manager.server.stream;

import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.Findings;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Topic;
import io.oasis.protocol.UsageBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Whether one host says something now, or somebody says again what it said once: a seal does not
 * grow old. Thread-safe.
 *
 * <p>Law: what a host says is, by its own clock, at most {@link #OLD} older than the newest that
 * was heard of it in the same partition, in which all is in order. After {@link #ANEW} in which
 * nothing newer of it was heard there it begins anew, as its clock may have been set back: so of a
 * host that is silent there old words are not told from new ones.
 */
final class HostTimes {
  /** Beyond what lies between processes of a host that waited for a broker side by side. */
  static final Duration OLD = Duration.ofSeconds(30);

  /** A few intervals; so long the host of a clock that is set back is not heard. */
  static final Duration ANEW = Duration.ofSeconds(20);

  private record Place(Topic topic, int partition) {}

  /**
   * @param at the newest, by its clock
   * @param heardAt when it was heard, by ours
   */
  private record Heard(Instant at, Instant heardAt) {}

  private final Map<Place, Heard> heard = new HashMap<>();

  /** Why a record of the host is not heard; nothing if it is. */
  synchronized Optional<String> objection(Origin origin, Message message, Instant now) {
    Optional<Instant> said = at(message);
    if (said.isEmpty()) {
      return Optional.empty();
    }
    Instant at = said.get();
    Place place = new Place(origin.topic(), origin.partition());
    Heard known = heard.get(place);
    if (known == null || known.heardAt().plus(ANEW).isBefore(now)) {
      heard.put(place, new Heard(at, now));
      return Optional.empty();
    }
    Duration age = Duration.between(at, known.at());
    if (age.compareTo(OLD) > 0) {
      return Optional.of(
          "has said this %d s before its last word: somebody says it again, or its clock was set back"
              .formatted(age.toSeconds()));
    }
    if (age.isNegative()) {
      heard.put(place, new Heard(at, now));
    }
    return Optional.empty();
  }

  /** When it was measured or done, by the host's clock. */
  private static Optional<Instant> at(Message message) {
    return switch (message) {
      case RequestBatch batch -> Optional.of(batch.interval().at());
      case LunReport report -> Optional.of(report.interval().at());
      case UsageBatch batch -> Optional.of(batch.at());
      case OutcomeBatch batch -> Optional.of(batch.at());
      case AdapterStatus status -> Optional.of(status.at());
      case Findings findings -> Optional.of(findings.at());
      case CacheReport report -> Optional.of(report.at());
      default -> Optional.empty(); // no host says it
    };
  }
}
