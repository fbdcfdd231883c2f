package io.oasis.protocol;

import java.time.Instant;
import java.util.List;

/**
 * What an adapter found about its limits in a domain: every few seconds while there are any, and
 * once more when there are none. The newest is the whole truth.
 *
 * @param limits how many there are
 * @param verified how many of them were seen to hold
 * @param wrong with how many of them something is
 * @param findings one for each limit, those with something wrong first; not more than {@link
 *     #MOST}, so that it fits into a record
 */
public record Findings(
    DomainId domain,
    AdapterId adapter,
    SessionId session,
    Instant at,
    int limits,
    int verified,
    int wrong,
    List<Finding> findings)
    implements OfDomain {
  /** Findings of one record; chosen: with usual texts they are well within its size. */
  public static final int MOST = 100;

  public Findings {
    Check.between("limits", limits, 0, 10_000_000);
    Check.between("verified", verified, 0, limits);
    Check.between("wrong", wrong, 0, limits);
    findings = Check.list("findings", findings, MOST);
  }
}
