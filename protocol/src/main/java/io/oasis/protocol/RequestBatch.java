package io.oasis.protocol;

import java.time.Instant;
import java.util.List;

/**
 * What an agent says of the queues of one LUN in an interval. One record for many queues: what a
 * record costs, on the way and at both ends, is paid once. A LUN with more than {@link #MOST}
 * queues sends several.
 *
 * @param domain the domain the agent proposes, or the one the manager last told it
 * @param sequence grows by one with each interval of the agent
 */
public record RequestBatch(
    DomainId domain,
    LunId lun,
    HostId host,
    long sequence,
    Instant at,
    long intervalMillis,
    List<Request> requests)
    implements OfDomain {
  /** As many, with the longest names, stay below what the topic takes. */
  public static final int MOST = 100;

  public RequestBatch {
    Check.notNegative("sequence", sequence);
    Check.between("intervalMillis", intervalMillis, 1, LunReport.MAX_INTERVAL_MILLIS);
    requests = Check.list("requests", requests, MOST);
  }

  /** As many batches as it takes; none for no requests. */
  public static List<RequestBatch> of(
      DomainId domain,
      LunId lun,
      HostId host,
      long sequence,
      Instant at,
      long intervalMillis,
      List<Request> requests) {
    return Batches.parts(requests, MOST).stream()
        .map(part -> new RequestBatch(domain, lun, host, sequence, at, intervalMillis, part))
        .toList();
  }

  /** The same, sent to another domain. */
  public RequestBatch in(DomainId other) {
    return new RequestBatch(other, lun, host, sequence, at, intervalMillis, requests);
  }

  public QueueId queue(Request request) {
    return new QueueId(request.application(), lun);
  }
}
