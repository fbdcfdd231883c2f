package io.oasis.manager.core.hear;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Findings;
import io.oasis.protocol.HostStanding;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * How many may take part in a domain, and who counts as one.
 *
 * <p>Law: of queues that nobody knows yet {@link #MOST_OF_HOST} of each host and {@link
 * #MOST_OF_DOMAIN} in all are taken; those beyond are not decided about, counted by host, and told
 * as a finding. The queues of one unit on one LUN that work share the weight of one: an application
 * that makes many cgroups has as much as if it had made one. What a host's names count for beside
 * those of other hosts is {@link Hosts}.
 */
public final class Crowd {
  /** As many applications as an inventory tells of a host. */
  static final int MOST_OF_HOST = 10_000;

  /** Twice as many as the largest host; a decision about them takes a few milliseconds. */
  static final int MOST_OF_DOMAIN = 20_000;

  /** LUNs of one domain, which is one disk, pool or array. */
  static final int MOST_LUNS = 2_000;

  /** The same of one host, so that none takes all of them. */
  static final int MOST_LUNS_OF_HOST = 1_000;

  /** A queue that was idle for so many intervals leaves its unit's share to the others. */
  private static final int IDLE_INTERVALS = 30;

  /** How long it is shown that somebody was left out, after the last time. */
  private static final Duration SHOWN = Duration.ofMinutes(1);

  /** Hosts of which it is shown. */
  private static final int MOST_SHOWN = 100;

  /** What finds in a domain that a host of its own does not: managers. */
  private static final String FINDER = "manager";

  /** Who is left out, how often, and when last. */
  private record LeftOut(long words, Instant at, String why) {}

  private final Map<String, Integer> ofHost = new HashMap<>();
  private final Map<String, LeftOut> leftOut = new TreeMap<>();
  private final Hosts hosts;
  private int queues;

  Crowd(List<HostStanding> kept) {
    hosts = new Hosts(kept);
  }

  /**
   * Whether one more may take part; one that may not is counted.
   *
   * @param heard in {@link Domain#heard}
   */
  boolean admits(QueueId queue, Instant heard, Instant now) {
    String host = hostOf(queue.application());
    int known = ofHost.getOrDefault(host, 0);
    if (queues >= MOST_OF_DOMAIN) {
      return leaveOut(host, "the domain has " + MOST_OF_DOMAIN + " queues", now);
    }
    if (known >= MOST_OF_HOST) {
      return leaveOut(host, "it has " + MOST_OF_HOST + " queues here", now);
    }
    return hosts.admits(host, known, heard)
        || leaveOut(host, "more than %d new ones in a minute".formatted(Hosts.NEW_NAMES), now);
  }

  /**
   * The same of one more LUN.
   *
   * @param ofHost as many as its host has here
   */
  boolean admitsLun(int known, long ofHost, String host, Instant heard, Instant now) {
    if (known >= MOST_LUNS || ofHost >= MOST_LUNS_OF_HOST) {
      return leaveOut(host, "too many LUNs", now);
    }
    return hosts.admits(host, Long.MAX_VALUE, heard) || leaveOut(host, "too many new LUNs", now);
  }

  /** Whether what a host says of its LUNs is not taken. */
  boolean isDoubted(String host, Instant heard) {
    return hosts.makesUp(host, heard);
  }

  /** Whether something came while its host made up names. */
  boolean isMadeUp(String host, Instant cameAt, Instant heard) {
    return hosts.makesUp(host, heard) && !hosts.counts(host, cameAt, heard);
  }

  /** Whether a name that came then counts by now. */
  boolean counts(String host, Instant cameAt, Instant heard) {
    return hosts.counts(host, cameAt, heard);
  }

  /** For a successor. */
  Optional<List<HostStanding>> standings() {
    return hosts.kept();
  }

  void came(QueueId queue) {
    queues++;
    ofHost.merge(hostOf(queue.application()), 1, Integer::sum);
  }

  void gone(QueueId queue) {
    queues--;
    ofHost.computeIfPresent(
        hostOf(queue.application()), (_, count) -> count == 1 ? null : count - 1);
  }

  /** Has those of each unit share one weight, and those of each host what the host stands for. */
  void share(Collection<HeardQueue> all, Predicate<HeardQueue> isSilent, Instant heard) {
    List<HeardQueue> working = new ArrayList<>();
    Map<String, Integer> ofUnit = new HashMap<>();
    for (HeardQueue queue : all) {
      if (queue.idleIntervals() < IDLE_INTERVALS && !isSilent.test(queue)) {
        working.add(queue);
        queue.unit().ifPresent(unit -> ofUnit.merge(unit, 1, Integer::sum));
      }
    }
    for (HeardQueue queue : all) {
      queue.counted().isOneOf(queue.unit().map(unit -> ofUnit.getOrDefault(unit, 1)).orElse(1));
    }
    hosts.follow(all, working, heard);
    all.forEach(queue -> queue.counted().ofHost(hosts.part(queue.host())));
  }

  /**
   * Who was left out lately, and whose names count for less; at most one.
   *
   * @param behindSince since when what is heard has waited
   */
  public List<Findings> findings(DomainId domain, Optional<Instant> behindSince, Instant now) {
    leftOut.values().removeIf(each -> each.at().plus(SHOWN).isBefore(now));
    List<Finding> found = new ArrayList<>();
    behindSince.ifPresent(since -> found.add(behind(since, now)));
    leftOut.forEach((host, each) -> found.add(finding(host, each)));
    hosts.less().stream().limit(MOST_SHOWN).map(Crowd::finding).forEach(found::add);
    if (found.isEmpty()) {
      return List.of();
    }
    return List.of(
        new Findings(
            domain,
            new AdapterId(FINDER),
            new SessionId(FINDER),
            now,
            found.size(),
            0,
            found.size(),
            found.stream().limit(Findings.MOST).toList()));
  }

  private static Finding behind(Instant since, Instant now) {
    return finding(
        "broker",
        "what is heard has waited for %d s or more: nothing is decided, limits stay"
            .formatted(Duration.between(since, now).toSeconds()),
        "find out who sends so much; a broker keeps each principal to its producer_byte_rate");
  }

  private static Finding finding(String host, LeftOut left) {
    return finding(
        "host " + host,
        "left out %d words of host %s: %s".formatted(left.words(), host, left.why()),
        "find out what makes so many applications there");
  }

  private static Finding finding(Hosts.Less less) {
    return finding(
        "host " + less.host(),
        String.format(
            Locale.ROOT,
            "applications of host %s weigh %.1f here and count as %.1f, as it had before",
            less.host(),
            less.working(),
            less.counted()),
        "if they are what they seem, give each a weight; else find out what makes them");
  }

  private static Finding finding(String where, String cause, String mend) {
    return new Finding(
        Optional.empty(),
        new Finding.Where(FINDER, where, "", ""),
        Finding.Figures.NONE,
        Finding.Verdict.CONFLICT,
        cause,
        mend);
  }

  private boolean leaveOut(String host, String why, Instant now) {
    LeftOut known = leftOut.get(host);
    if (known != null || leftOut.size() < MOST_SHOWN) {
      leftOut.put(host, new LeftOut(known == null ? 1 : known.words() + 1, now, why));
    }
    return false;
  }

  static String hostOf(ApplicationId application) {
    String name = application.value();
    int colon = name.indexOf(':');
    return colon < 0 ? "" : name.substring(0, colon);
  }

  /** Mean size of the I/O of queues; 0 when there is none. */
  static double meanBytes(List<HeardQueue> queues) {
    double iops = 0;
    double bytes = 0;
    for (HeardQueue queue : queues) {
      if (queue.request() != null) {
        iops += queue.request().sample().completionsPerSecond();
        bytes += queue.request().sample().bytesPerSecond();
      }
    }
    return iops > 0 ? bytes / iops : 0;
  }
}
