package io.oasis.manager.server.stream;

import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.CacheReport;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.OfDomain;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The names that one host says, in all domains together: something is kept of each, and no host can
 * be kept from making them up. Thread-safe.
 *
 * <p>Law: of each kind a host has so many at a time, and one that it has not said for {@link #KEPT}
 * is not its any more. One more is not heard; those that it has always are, whatever else is said
 * beside them.
 */
final class HostNames {
  /** As long as a domain is kept that nobody speaks of. */
  static final Duration KEPT = DomainProcessor.ABANDONED;

  /** Each disk, pool and array is one, idle ones too. */
  static final int MOST_DOMAINS = 1_000;

  /** As many as it may have in one domain, and as a manager's memory is meant for. */
  static final int MOST_QUEUES = 10_000;

  /** LUNs and adapters. */
  static final int MOST_DEVICES = 2_000;

  /** A report of one may be a megabyte, of which curves are kept. */
  static final int MOST_CACHES = 32;

  /** A name is one within its domain. */
  private record Name(DomainId domain, Object of) {}

  /** Names of one kind, in the order in which they were said last. */
  private static final class Kind {
    private final String called;
    private final int most;
    private final Map<Object, Instant> saidAt = new LinkedHashMap<>(16, 0.75f, true);

    Kind(String called, int most) {
      this.called = called;
      this.most = most;
    }

    /** Those of the names that are too many. */
    Set<Object> beyond(List<?> names, Instant now) {
      Iterator<Instant> oldest = saidAt.values().iterator();
      while (oldest.hasNext() && oldest.next().plus(KEPT).isBefore(now)) {
        oldest.remove();
      }
      Set<Object> beyond = new HashSet<>();
      for (Object name : names) {
        if (saidAt.replace(name, now) == null) {
          if (saidAt.size() < most) {
            saidAt.put(name, now);
          } else {
            beyond.add(name);
          }
        }
      }
      return beyond;
    }

    String objection() {
      return "brings more than %d %s within %d min".formatted(most, called, KEPT.toMinutes());
    }
  }

  /**
   * What is heard of a record.
   *
   * @param message empty where nothing is
   * @param objection why not all is; empty where it is
   */
  record Heard(Optional<Message> message, Optional<String> objection) {
    private static Heard all(Message message) {
      return new Heard(Optional.of(message), Optional.empty());
    }
  }

  private final Kind domains = new Kind("domains", MOST_DOMAINS);
  private final Kind queues = new Kind("queues", MOST_QUEUES);
  private final Kind devices = new Kind("LUNs and adapters", MOST_DEVICES);
  private final Kind caches = new Kind("caches", MOST_CACHES);

  /** What is heard of a record of the host. */
  synchronized Heard hear(Message message, Instant now) {
    if (!(message instanceof OfDomain of)) {
      return Heard.all(message);
    }
    DomainId domain = of.domain();
    Heard heard = hear(message, domains, domain, now);
    if (heard.message().isEmpty()) {
      return heard;
    }
    return switch (message) {
      case RequestBatch batch -> hear(batch, now);
      case LunReport report ->
          hear(report, devices, new Name(domain, report.interval().lun()), now);
      case AdapterStatus status -> hear(status, devices, new Name(domain, status.adapter()), now);
      case CacheReport report -> hear(report, caches, new Name(domain, report.cache().name()), now);
      default -> heard; // of what is known by one of these
    };
  }

  private static Heard hear(Message message, Kind kind, Object name, Instant now) {
    return kind.beyond(List.of(name), now).isEmpty()
        ? Heard.all(message)
        : new Heard(Optional.empty(), Optional.of(kind.objection()));
  }

  private Heard hear(RequestBatch batch, Instant now) {
    List<Name> names = batch.requests().stream().map(request -> name(batch, request)).toList();
    Set<Object> beyond = queues.beyond(names, now);
    if (beyond.isEmpty()) {
      return Heard.all(batch);
    }
    List<Request> heard =
        batch.requests().stream()
            .filter(request -> !beyond.contains(name(batch, request)))
            .toList();
    return new Heard(
        heard.isEmpty() ? Optional.empty() : Optional.of(new RequestBatch(batch.interval(), heard)),
        Optional.of(queues.objection()));
  }

  private static Name name(RequestBatch batch, Request request) {
    return new Name(batch.domain(), batch.queue(request));
  }
}
