package io.oasis.protocol;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What the manager gives queues of a domain.
 *
 * @param grants in the order in which they were given; a queue may be in it more than once
 * @param intervalMillis how often all agents are to measure the domain's LUNs for the time being;
 *     absent: as often as they do by themselves. It is repeated while it holds.
 * @param space answers to those who ask for space; absent: not in this batch
 */
public record GrantBatch(
    DomainId domain,
    Instant at,
    List<Grant> grants,
    Optional<Long> intervalMillis,
    Optional<List<SpaceGrant>> space)
    implements OfDomain {
  /** As many, with the longest names and reasons, stay below what the topic takes. */
  public static final int MOST = 25;

  /** As many answers in a batch without grants, as long as they may be. */
  public static final int MOST_SPACE = 10;

  /** No agent measures more often than that, in ms. */
  private static final long LEAST_MILLIS = 100;

  /** Nor less often, in ms. */
  private static final long MOST_MILLIS = 60_000;

  public GrantBatch {
    grants = Check.list("grants", grants, MOST);
    intervalMillis.ifPresent(
        millis -> Check.between("intervalMillis", millis, LEAST_MILLIS, MOST_MILLIS));
    space = space.map(answers -> Check.list("space", answers, MOST_SPACE));
  }

  public GrantBatch(
      DomainId domain, Instant at, List<Grant> grants, Optional<Long> intervalMillis) {
    this(domain, at, grants, intervalMillis, Optional.empty());
  }

  public GrantBatch(DomainId domain, Instant at, List<Grant> grants) {
    this(domain, at, grants, Optional.empty());
  }

  private GrantBatch with(List<Grant> others) {
    return new GrantBatch(domain, at, others, intervalMillis, space);
  }

  /** Answers in batches of their own, which change nothing that this one says. */
  public List<GrantBatch> answering(List<SpaceGrant> answers) {
    return Batches.parts(answers, MOST_SPACE).stream()
        .map(part -> new GrantBatch(domain, at, List.of(), intervalMillis, Optional.of(part)))
        .toList();
  }

  /** As few batches as it takes; what is said of a queue stays in order. */
  public static List<GrantBatch> joined(List<GrantBatch> batches) {
    return Batches.joined(
        batches, batch -> batch.with(List.of()), GrantBatch::grants, MOST, GrantBatch::with);
  }
}
