package io.oasis.manager.server.view;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.DeadLetter.Kind;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Finding;
import io.oasis.protocol.Findings;
import io.oasis.protocol.SessionId;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Hosts that said what is not theirs to say, or too much, and what of it is told. Bounded;
 * thread-safe.
 */
public final class Trespasses {
  /** What finds in a domain that a host of its own does not: managers. */
  private static final String FINDER = "manager";

  /** How long it is shown, after the last time. */
  private static final Duration SHOWN = Duration.ofMinutes(10);

  /** A flood of them would take the memory; the first are shown, all are counted. */
  private static final int MOST = 1_000;

  /** In which so many letters are written of each host, and of those that nobody knows. */
  private static final Duration PERIOD = Duration.ofSeconds(10);

  /** Enough to see who it is and what he wants. */
  private static final int MOST_LETTERS = 20;

  /** Where and of whom; an empty domain where it was not read. */
  private record Where(String host, Optional<DomainId> domain, Kind kind) {}

  private static final class Trespass {
    private long records;
    private String reason = "";
    private Instant at = Instant.EPOCH;
    private Instant periodSince = Instant.EPOCH;
    private int letters;
  }

  private final Map<Where, Trespass> all = new LinkedHashMap<>();

  /**
   * A record was refused.
   *
   * @param host whose doing it is, where that is proved
   * @param domain that it is about, where that was read
   * @return whether a dead letter is to be written of it: not of each, or whoever sends much would
   *     have much written
   */
  public synchronized boolean add(
      Optional<String> host, Optional<DomainId> domain, Kind kind, String reason, Instant now) {
    if (kind != Kind.UNTRUSTED && kind != Kind.EXCESS) {
      return true;
    }
    Where where = new Where(host.orElse(""), domain, kind);
    Trespass known = all.get(where);
    if (known == null) {
      if (all.size() >= MOST) {
        all.values().removeIf(each -> each.at.plus(SHOWN).isBefore(now));
      }
      if (all.size() >= MOST) {
        return false;
      }
      known = new Trespass();
      all.put(where, known);
    }
    known.records++;
    known.reason = reason;
    known.at = now;
    if (known.periodSince.plus(PERIOD).isBefore(now)) {
      known.periodSince = now;
      known.letters = 0;
    }
    known.letters++;
    return known.letters <= MOST_LETTERS;
  }

  /**
   * What is told of a domain: of hosts that spoke of it, and of those of whom nothing was read.
   *
   * @return at most one
   */
  synchronized List<Findings> of(DomainId domain, Instant now) {
    List<Finding> found = new ArrayList<>();
    all.forEach(
        (where, trespass) -> {
          boolean isRecent = now.isBefore(trespass.at.plus(SHOWN));
          if (isRecent && where.domain().map(domain::equals).orElse(true)) {
            found.add(finding(where, trespass));
          }
        });
    return found.isEmpty() ? List.of() : List.of(findings(domain, found, now));
  }

  private static Findings findings(DomainId domain, Collection<Finding> found, Instant now) {
    return new Findings(
        domain,
        new AdapterId(FINDER),
        new SessionId(FINDER),
        now,
        found.size(),
        0,
        found.size(),
        found.stream().limit(Findings.MOST).toList());
  }

  private static Finding finding(Where where, Trespass trespass) {
    String who = where.host().isEmpty() ? "somebody without a token" : "host " + where.host();
    String cause = "refused %d records of %s: %s".formatted(trespass.records, who, trespass.reason);
    return new Finding(
        Optional.empty(),
        new Finding.Where(FINDER, who, "", ""),
        Finding.Figures.NONE,
        Finding.Verdict.CONFLICT,
        cause,
        where.kind() == Kind.EXCESS
            ? "find out what says so much there; of records, --host-records says how many"
            : "find out who runs there; give it a token of its own, or a new one; where old words"
                + " are refused, look at its clock first");
  }
}
