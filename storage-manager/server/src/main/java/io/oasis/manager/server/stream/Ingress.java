package io.oasis.manager.server.stream;

import io.oasis.manager.server.Credentials;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.HostSecret;
import io.oasis.protocol.DeadLetter.Kind;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Speaker;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.common.header.Headers;

/**
 * Who is heard, and how much of each, before anything is read that he says.
 *
 * <p>Law: without a secret of hosts everybody is heard. With one, a record is heard that is sealed
 * by a host, that speaks of that host, and that is within what the host may send: {@link
 * Credentials#mostRecords} in a second, {@link #BURST} times as many at once, and what {@link
 * HostNames} says of names. What a record costs that is refused for who sent it, or for how many
 * came, does not depend on what it says. Thread-safe.
 */
final class Ingress {
  /** In seconds: an agent that waited for its broker sends what it measured meanwhile. */
  private static final int BURST = 4;

  /** Hosts that are counted; more than the inventory has are nobody's, and are refused. */
  private static final int MOST_HOSTS = 10_000;

  /** Why a record is not heard. */
  record Refused(Kind kind, String reason, Optional<String> host) {}

  /**
   * What is heard of a record.
   *
   * @param message empty where nothing is
   * @param refused why not all is; empty where it is
   */
  record Heard(Optional<Message> message, Optional<Refused> refused) {
    private static Heard all(Message message) {
      return new Heard(Optional.of(message), Optional.empty());
    }

    private static Heard nothing(Refused why) {
      return new Heard(Optional.empty(), Optional.of(why));
    }
  }

  /** What a host has said. */
  private static final class Words {
    private final HostTimes times = new HostTimes();
    private final HostNames names = new HostNames();

    Heard hear(String host, Origin origin, Message message, Instant now) {
      Optional<String> old = times.objection(origin, message, now);
      if (old.isPresent()) {
        return Heard.nothing(refused(Kind.UNTRUSTED, host, old.get()));
      }
      HostNames.Heard heard = names.hear(message, now);
      return new Heard(
          heard.message(), heard.objection().map(why -> refused(Kind.EXCESS, host, why)));
    }

    private static Refused refused(Kind kind, String host, String reason) {
      return new Refused(kind, "host " + host + ' ' + reason, Optional.of(host));
    }
  }

  /** What a host has left of what it may send. */
  private static final class Allowance {
    private final Words words = new Words();
    private double left;
    private Instant at;

    Allowance(double left, Instant at) {
      this.left = left;
      this.at = at;
    }
  }

  private final Gate gate;
  private final Optional<HostSecret> hosts;
  private final InstantSource clock;
  private final Map<String, Allowance> allowances = new LinkedHashMap<>();

  /** By host, what managers passed on of LUNs that were moved to another domain. */
  private final Map<String, HostTimes> moved = new LinkedHashMap<>();

  private volatile double perSecond;

  Ingress(Credentials credentials, InstantSource clock) {
    this.gate = credentials.trust().gate();
    this.hosts = credentials.hosts();
    this.perSecond = credentials.mostRecords();
    this.clock = clock;
  }

  /** From now on, of each host in a second. */
  void take(int mostRecords) {
    perSecond = mostRecords;
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

  /** What is heard of this of whoever sent it. */
  Heard hear(Origin origin, Headers headers, Message message) {
    Optional<String> objection = gate.objection(origin.topic(), headers, message);
    if (objection.isPresent()) {
      return Heard.nothing(new Refused(Kind.UNTRUSTED, objection.get(), host(headers)));
    }
    Instant now = clock.instant();
    return switch (hosts.flatMap(secret -> secret.speaker(headers)).orElse(null)) {
      case Speaker.Host(HostId host, List<HostId> _) ->
          words(host.value())
              .map(words -> words.hear(host.value(), origin, message, now))
              .orElseGet(() -> Heard.all(message));
      case Speaker.Manager _ -> passedOn(origin, message, now);
      case null -> Heard.all(message);
    };
  }

  /** What a manager says, some of it what a host measured whose LUN was moved. */
  private Heard passedOn(Origin origin, Message message, Instant now) {
    return passedOnOf(message)
        .flatMap(times -> times.objection(origin, message, now))
        .map(
            why ->
                Heard.nothing(
                    new Refused(
                        Kind.UNTRUSTED,
                        "the host of a LUN that was moved " + why,
                        Optional.empty())))
        .orElseGet(() -> Heard.all(message));
  }

  private synchronized Optional<HostTimes> passedOnOf(Message message) {
    return Optional.ofNullable(
            switch (message) {
              case RequestBatch batch -> batch.interval().host().value();
              case LunReport report -> report.interval().host().value();
              default -> null;
            })
        .filter(host -> moved.containsKey(host) || moved.size() < MOST_HOSTS)
        .map(host -> moved.computeIfAbsent(host, _ -> new HostTimes()));
  }

  /** Nothing of a host that was never heard. */
  private synchronized Optional<Words> words(String host) {
    return Optional.ofNullable(allowances.get(host)).map(allowance -> allowance.words);
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
