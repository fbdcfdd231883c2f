package io.oasis.protocol;

import java.time.Instant;
import java.util.List;

/**
 * What the manager gives queues of a domain.
 *
 * @param grants in the order in which they were given; a queue may be in it more than once
 */
public record GrantBatch(DomainId domain, Instant at, List<Grant> grants) implements OfDomain {
  /** As many, with the longest names and reasons, stay below what the topic takes. */
  public static final int MOST = 25;

  public GrantBatch {
    grants = Check.list("grants", grants, MOST);
  }

  private GrantBatch with(List<Grant> others) {
    return new GrantBatch(domain, at, others);
  }

  /** As few batches as it takes; what is said of a queue stays in order. */
  public static List<GrantBatch> joined(List<GrantBatch> batches) {
    return Batches.joined(
        batches, batch -> batch.with(List.of()), GrantBatch::grants, MOST, GrantBatch::with);
  }
}
