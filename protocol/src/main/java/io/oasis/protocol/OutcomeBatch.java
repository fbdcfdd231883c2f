package io.oasis.protocol;

import java.time.Instant;
import java.util.List;

/**
 * What became of settings of a domain.
 *
 * @param at when it was sent
 * @param outcomes in the order in which they came to be; a queue may be in it more than once
 */
public record OutcomeBatch(
    DomainId domain, AdapterId adapter, SessionId session, Instant at, List<Outcome> outcomes)
    implements OfDomain {
  /** As many, with the longest names and causes, stay below what the topic takes. */
  public static final int MOST = 25;

  public OutcomeBatch {
    outcomes = Check.list("outcomes", outcomes, MOST);
  }

  private OutcomeBatch with(List<Outcome> others) {
    return new OutcomeBatch(domain, adapter, session, at, others);
  }

  private OutcomeBatch head() {
    return new OutcomeBatch(domain, adapter, session, Instant.EPOCH, List.of());
  }

  /** As few batches as it takes, sent when the last was; what is said of a queue stays in order. */
  public static List<OutcomeBatch> joined(List<OutcomeBatch> batches) {
    return Batches.joined(
        batches, OutcomeBatch::head, OutcomeBatch::outcomes, MOST, OutcomeBatch::with);
  }
}
