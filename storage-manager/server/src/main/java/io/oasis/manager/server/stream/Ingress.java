package io.oasis.manager.server.stream;

import io.oasis.manager.server.Credentials;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.HostSecret;
import io.oasis.protocol.DeadLetter.Kind;
import io.oasis.protocol.Message;
import io.oasis.protocol.Speaker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/**
 * Who is heard, and how much of each, before anything is read that he says.
 *
 * <p>Law: without a secret of hosts everybody is heard. With one, a record is heard that is sealed
 * by a host, that speaks of that host, and that is within what the host may send: {@link
 * Credentials#mostRecords} in a second, and {@link #BURST} times as many at once. What a record
 * costs that is refused does not depend on what it says. Thread-safe.
 */
final class Ingress {
  /** In seconds: an agent that waited for its broker sends what it measured meanwhile. */
  private static final int BURST = 4;

  /** Hosts that are counted; more than the inventory has are nobody's, and are refused. */
  private static final int MOST_HOSTS = 10_000;

  /** Why a record is not heard. */
  record Refused(Kind kind, String reason, Optional<String> host) {}

  /** What a host has left of what it may send. */
  private static final class Allowance {
    private double left;
    private Instant at;

    Allowance(double left, Instant at) {
      this.left = left;
      this.at = at;
    }
  }

  private final Gate gate;
  private final Optional<HostSecret> hosts;
  private final double perSecond;
  private final InstantSource clock;
  private final Map<String, Allowance> allowances = new LinkedHashMap<>();

  Ingress(Credentials credentials, InstantSource clock) {
    this.gate = credentials.trust().gate();
    this.hosts = credentials.hosts();
    this.perSecond = credentials.mostRecords();
    this.clock = clock;
  }

  /** Why these bytes are not read; nothing if they are. */
  Optional<Refused> refusal(Origin origin, Headers headers, byte[] value) {
    Optional<String> refusal = gate.refusal(origin.topic(), headers, value);
    if (refusal.isPresent()) {
      return Optional.of(new Refused(Kind.UNTRUSTED, refusal.get(), Optional.empty()));
    }
    return host(headers)
        .filter(host -> !allows(host))
        .map(
            host ->
                new Refused(
                    Kind.EXCESS,
                    "host %s sends more than %.0f records/s".formatted(host, perSecond),
                    Optional.of(host)));
  }

  /** Why this is not heard of whoever sent it; nothing if it is. */
  Optional<Refused> objection(Origin origin, Headers headers, Message message) {
    return gate.objection(origin.topic(), headers, message)
        .map(reason -> new Refused(Kind.UNTRUSTED, reason, host(headers)));
  }

  /** Whose seal was found to be right; nothing if it is a manager's. */
  private Optional<String> host(Headers headers) {
    return hosts
        .flatMap(secret -> secret.speaker(headers))
        .filter(Speaker.Host.class::isInstance)
        .map(speaker -> ((Speaker.Host) speaker).host().value());
  }

  private synchronized boolean allows(String host) {
    Instant now = clock.instant();
    Allowance allowance = allowances.get(host);
    if (allowance == null) {
      if (allowances.size() >= MOST_HOSTS) {
        return false;
      }
      allowance = new Allowance(perSecond * BURST, now);
      allowances.put(host, allowance);
    }
    double seconds = Math.max(0, Duration.between(allowance.at, now).toMillis() / 1e3);
    allowance.at = now;
    allowance.left = Math.min(perSecond * BURST, allowance.left + seconds * perSecond);
    if (allowance.left < 1) {
      return false;
    }
    allowance.left--;
    return true;
  }
}
