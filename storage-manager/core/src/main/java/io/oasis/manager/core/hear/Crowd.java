package io.oasis.manager.core.hear;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Findings;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
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
 * that makes many cgroups has as much as if it had made one.
 */
public final class Crowd {
  /** As many applications as an inventory tells of a host. */
  static final int MOST_OF_HOST = 10_000;

  /** Twice as many as the largest host; a decision about them takes a few milliseconds. */
  static final int MOST_OF_DOMAIN = 20_000;

  /** LUNs of one domain, which is one disk, pool or array. */
  static final int MOST_LUNS = 2_000;

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
  private int queues;

  /** Whether one more may take part; one that may not is counted. */
  public boolean admits(QueueId queue, Instant now) {
    String host = hostOf(queue.application());
    if (queues >= MOST_OF_DOMAIN) {
      return leaveOut(host, "the domain has " + MOST_OF_DOMAIN + " queues", now);
    }
    return ofHost.getOrDefault(host, 0) < MOST_OF_HOST
        || leaveOut(host, "it has " + MOST_OF_HOST + " queues here", now);
  }

  /** The same of one more LUN. */
  boolean admitsLun(int known, String host, Instant now) {
    return known < MOST_LUNS || leaveOut(host, "the domain has " + MOST_LUNS + " LUNs", now);
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

  /** Has those of each unit share one weight. */
  static void share(Collection<HeardQueue> all, Predicate<HeardQueue> isSilent) {
    Map<String, Integer> working = new HashMap<>();
    for (HeardQueue queue : all) {
      if (queue.idleIntervals() < IDLE_INTERVALS && !isSilent.test(queue)) {
        queue.unit().ifPresent(unit -> working.merge(unit, 1, Integer::sum));
      }
    }
    for (HeardQueue queue : all) {
      queue.countsAsOneOf(queue.unit().map(unit -> working.getOrDefault(unit, 1)).orElse(1));
    }
  }

  /** Who was left out lately; at most one. */
  public List<Findings> findings(DomainId domain, Instant now) {
    leftOut.values().removeIf(each -> each.at().plus(SHOWN).isBefore(now));
    if (leftOut.isEmpty()) {
      return List.of();
    }
    List<Finding> found = new ArrayList<>();
    leftOut.forEach((host, each) -> found.add(finding(host, each)));
    return List.of(
        new Findings(
            domain,
            new AdapterId(FINDER),
            new SessionId(FINDER),
            now,
            found.size(),
            0,
            found.size(),
            found));
  }

  private static Finding finding(String host, LeftOut left) {
    return new Finding(
        Optional.empty(),
        new Finding.Where(FINDER, "host " + host, "", ""),
        Finding.Figures.NONE,
        Finding.Verdict.CONFLICT,
        "left out %d words of host %s: %s".formatted(left.words(), host, left.why()),
        "find out what makes so many applications there");
  }

  private boolean leaveOut(String host, String why, Instant now) {
    LeftOut known = leftOut.get(host);
    if (known != null || leftOut.size() < MOST_SHOWN) {
      leftOut.put(host, new LeftOut(known == null ? 1 : known.words() + 1, now, why));
    }
    return false;
  }

  private static String hostOf(ApplicationId application) {
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
