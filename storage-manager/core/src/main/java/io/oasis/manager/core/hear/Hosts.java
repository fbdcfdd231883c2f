package io.oasis.manager.core.hear;

import io.oasis.protocol.HostStanding;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How much the names of a host count in a domain that hosts share. A host says itself which
 * applications it has, and nothing that it measures proves them: one stream of I/O under a thousand
 * names looks as a thousand applications do. What is known is who speaks, and what that host had
 * before.
 *
 * <p>Law:
 *
 * <ol>
 *   <li>While a domain is new, {@link #FOUNDING}, all that work count in full.
 *   <li>From then on the weights of a host's queues that work are together no more than its
 *       standing. It follows what works there, at most twofold in a {@link #DOUBLING}, and falls by
 *       half in a {@link #HALVING}. A host that comes has the standing of one application. What
 *       hosts had that are gone is lent to those who have more than their standing.
 *   <li>A host may bring as many names again as it had, as when all of its services start anew, and
 *       beyond them {@link #NEW_NAMES} a minute. One that brings more makes them up: for a minute
 *       after the last of them only names count that have been there for a {@link #FOUNDING}, and
 *       what it says of its LUNs is not taken. A name does not count in its first {@link
 *       #PROBATION}, so that it is seen before it has an effect.
 * </ol>
 *
 * <p>A weight that an operator gave to one application or queue counts as it is. Where one host is
 * alone nothing of this matters: its queues have only each other to take from.
 *
 * <p>Source: J. Douceur, The Sybil Attack, IPTPS 2002, section 3: without somebody who vouches, who
 * makes up identities cannot be told from many; so it is the sealed host that counts.
 */
final class Hosts {
  /** Long enough for a company's hosts to start one after the other. */
  static final Duration FOUNDING = Duration.ofMinutes(10);

  /** A million records at 1,000 a second take 17 minutes; a standing grows by 0.8 % in them. */
  static final Duration DOUBLING = Duration.ofDays(1);

  /** Who works for an hour a day keeps what it has. */
  static final Duration HALVING = Duration.ofDays(14);

  /** A host that starts services one by one brings fewer. */
  static final int NEW_NAMES = 64;

  /** Who makes up names brings more than {@link #NEW_NAMES} in this time. */
  static final Duration PROBATION = Duration.ofSeconds(5);

  /** Of the rate of names, and of the time that who makes them up is doubted. */
  private static final double MINUTE_MILLIS = 60_000;

  /** A part below this is told. */
  private static final double TOLD = 0.8;

  /** Hosts that are remembered; the inventory has no more. */
  private static final int MOST_HOSTS = 10_000;

  /** What is known of one host. */
  private static final class Known {
    double weight = 1;
    double names = 1;
    double working;
    long count;
    double part = 1;
    double left = NEW_NAMES;
    Instant leftAt;
    @Nullable Instant madeUpAt;

    Known(Instant at) {
      leftAt = at;
    }
  }

  private final Map<String, Known> hosts = new LinkedHashMap<>();
  private @Nullable Instant begunAt;
  private Instant followedAt = Instant.EPOCH;
  private boolean isFounded;

  /** Hosts that have queues here. */
  private int present;

  Hosts(List<HostStanding> kept) {
    isFounded = !kept.isEmpty();
    for (HostStanding each : kept) {
      Known known = new Known(Instant.EPOCH);
      known.weight = each.weight();
      known.names = each.names();
      known.count = 1; // it was here
      hosts.put(each.host(), known);
    }
    present = hosts.size();
  }

  /** For a successor; nothing while all of it is new. */
  Optional<List<HostStanding>> kept() {
    if (!isFounded) {
      return Optional.empty();
    }
    List<HostStanding> kept = new ArrayList<>();
    hosts.forEach((host, known) -> kept.add(new HostStanding(host, known.weight, known.names)));
    return Optional.of(kept);
  }

  /** Whether new names are looked at: others are here who could lose by them. */
  private boolean isWatching(String host) {
    Known its = hosts.get(host);
    return isFounded && present > (its != null && its.count > 0 ? 1 : 0);
  }

  /**
   * Whether a host may bring one more name.
   *
   * @param known as many as it has here
   */
  boolean admits(String host, long known, Instant heard) {
    if (!isWatching(host)) {
      return true;
    }
    Known its = of(host, heard);
    if (its == null) {
      return false;
    }
    double passed = Duration.between(its.leftAt, heard).toMillis() / MINUTE_MILLIS;
    its.left = StrictMath.min(NEW_NAMES, its.left + passed * NEW_NAMES);
    its.leftAt = heard;
    if (known < 2 * its.names) {
      return true;
    }
    if (its.left < 1) {
      its.madeUpAt = heard;
      return false;
    }
    its.left--;
    return true;
  }

  /** Whether it brought more names than it may within the last minute. */
  boolean makesUp(String host, Instant heard) {
    Known its = hosts.get(host);
    return its != null
        && its.madeUpAt != null
        && Duration.between(its.madeUpAt, heard).toMillis() < MINUTE_MILLIS;
  }

  /** Whether a name of a host that came then counts now. */
  boolean counts(String host, Instant cameAt, Instant heard) {
    if (!isWatching(host)) {
      return true;
    }
    Duration least = makesUp(host, heard) ? FOUNDING : PROBATION;
    return Duration.between(cameAt, heard).compareTo(least) >= 0;
  }

  /** Sees who works, and says for each host which part of its weights counts. */
  void follow(Collection<HeardQueue> queues, Collection<HeardQueue> working, Instant heard) {
    hosts.values().forEach(known -> known.working = 0);
    hosts.values().forEach(known -> known.count = 0);
    for (HeardQueue queue : queues) {
      Known its = of(queue.host(), heard);
      if (its != null) {
        its.count++;
      }
    }
    present = (int) hosts.values().stream().filter(its -> its.count > 0).count();
    for (HeardQueue queue : working) {
      Known its = hosts.get(queue.host());
      if (its != null && !queue.counted().isWeighed()) {
        its.working += queue.counted().weightInUnit();
      }
    }
    grow(heard);
    double lent = lent();
    for (Known its : hosts.values()) {
      double more = isFounded && present > 1 ? its.working - its.weight : 0;
      its.part = more > 0 ? (its.weight + lent * more) / its.working : 1;
    }
  }

  private void grow(Instant heard) {
    begunAt = begunAt == null ? heard : begunAt;
    double millis = Duration.between(followedAt, heard).toMillis();
    followedAt = heard;
    if (!isFounded) {
      for (Known its : hosts.values()) {
        its.weight = StrictMath.max(its.weight, its.working);
        its.names = StrictMath.max(its.names, its.count);
      }
      isFounded = Duration.between(begunAt, heard).compareTo(FOUNDING) >= 0;
      return;
    }
    double rise = StrictMath.pow(2, millis / DOUBLING.toMillis());
    double fall = StrictMath.pow(2, -millis / HALVING.toMillis());
    for (Known its : hosts.values()) {
      if (its.count > 0) {
        its.weight = step(its.weight, its.working, rise, fall);
        its.names = step(its.names, its.count, rise, fall);
      }
    }
  }

  private static double step(double from, double to, double rise, double fall) {
    return StrictMath.max(1, StrictMath.clamp(to, from * fall, from * rise));
  }

  /** Which part of what hosts have beyond their standing is lent by those that are gone. */
  private double lent() {
    double spare = 0;
    double wanted = 0;
    for (Known its : hosts.values()) {
      spare += its.count == 0 ? its.weight : 0;
      wanted += StrictMath.max(0, its.working - its.weight);
    }
    return wanted > 0 ? StrictMath.min(1, spare / wanted) : 0;
  }

  /** Hosts whose names count for clearly less than they would alone. */
  List<Less> less() {
    return hosts.entrySet().stream()
        .filter(each -> each.getValue().part < TOLD)
        .map(
            each ->
                new Less(
                    each.getKey(),
                    each.getValue().working,
                    each.getValue().part * each.getValue().working))
        .toList();
  }

  /**
   * A host whose names count for less.
   *
   * @param working weight of those at work
   * @param counted of that
   */
  record Less(String host, double working, double counted) {}

  /** Which part of its queues' weights counts. */
  double part(String host) {
    Known its = hosts.get(host);
    return its == null ? 1 : its.part;
  }

  private @Nullable Known of(String host, Instant heard) {
    Known its = hosts.get(host);
    if (its == null && hosts.size() < MOST_HOSTS) {
      its = new Known(heard);
      hosts.put(host, its);
    }
    return its;
  }
}
