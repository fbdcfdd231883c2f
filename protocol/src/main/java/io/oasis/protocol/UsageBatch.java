package io.oasis.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What an adapter measured of the queues of one LUN in an interval: {@link Usage}, one record for
 * many queues. A LUN with more than {@link #MOST} queues sends several.
 */
public record UsageBatch(
    DomainId domain,
    LunId lun,
    AdapterId adapter,
    Instant at,
    long intervalMillis,
    List<QueueUsage> queues)
    implements Message {
  /** As many, with the longest names, stay below what the topic takes. */
  public static final int MOST = 100;

  /** What one of them got. */
  public record QueueUsage(ApplicationId application, Flow reads, Flow writes) {}

  private record Head(
      DomainId domain, LunId lun, AdapterId adapter, Instant at, long intervalMillis) {
    static Head of(Usage usage) {
      return new Head(
          usage.domain(), usage.queue().lun(), usage.adapter(), usage.at(), usage.intervalMillis());
    }
  }

  public UsageBatch {
    Check.between("intervalMillis", intervalMillis, 1, LunReport.MAX_INTERVAL_MILLIS);
    queues = Check.list("queues", queues, MOST);
  }

  /** As few batches as it takes, in the order in which their first usages come. */
  public static List<UsageBatch> of(List<Usage> usages) {
    Map<Head, List<QueueUsage>> together = new LinkedHashMap<>();
    for (Usage usage : usages) {
      together
          .computeIfAbsent(Head.of(usage), _ -> new ArrayList<>())
          .add(new QueueUsage(usage.queue().application(), usage.reads(), usage.writes()));
    }
    List<UsageBatch> batches = new ArrayList<>();
    together.forEach(
        (head, queues) -> {
          for (int from = 0; from < queues.size(); from += MOST) {
            int to = Math.min(from + MOST, queues.size());
            batches.add(
                new UsageBatch(
                    head.domain(),
                    head.lun(),
                    head.adapter(),
                    head.at(),
                    head.intervalMillis(),
                    queues.subList(from, to)));
          }
        });
    return batches;
  }

  public QueueId queue(QueueUsage usage) {
    return new QueueId(usage.application(), lun);
  }
}
