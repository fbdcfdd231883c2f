package io.oasis.protocol;

import java.time.Instant;
import java.util.List;

/**
 * What an adapter measured of the queues of one LUN in an interval. A LUN with more than {@link
 * #MOST} queues sends several.
 */
public record UsageBatch(
    DomainId domain,
    LunId lun,
    AdapterId adapter,
    Instant at,
    long intervalMillis,
    List<Usage> queues)
    implements OfDomain {
  /** As many, with the longest names, stay below what the topic takes. */
  public static final int MOST = 100;

  public UsageBatch {
    Check.between("intervalMillis", intervalMillis, 1, LunInterval.MOST_MILLIS);
    queues = Check.list("queues", queues, MOST);
  }

  private UsageBatch with(List<Usage> others) {
    return new UsageBatch(domain, lun, adapter, at, intervalMillis, others);
  }

  /** As few batches as it takes, in the order in which their first usages come. */
  public static List<UsageBatch> joined(List<UsageBatch> batches) {
    return Batches.joined(
        batches, batch -> batch.with(List.of()), UsageBatch::queues, MOST, UsageBatch::with);
  }

  public QueueId queue(Usage usage) {
    return new QueueId(usage.application(), lun);
  }
}
