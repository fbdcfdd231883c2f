package io.oasis.protocol;

import java.util.List;

/**
 * What an agent says of the queues of one LUN in an interval. One record for many queues: what a
 * record costs, on the way and at both ends, is paid once. A LUN with more than {@link #MOST}
 * queues sends several.
 */
public record RequestBatch(LunInterval interval, List<Request> requests) implements OfDomain {
  /** As many, with the longest names, stay below what the topic takes. */
  public static final int MOST = 100;

  public RequestBatch {
    requests = Check.list("requests", requests, MOST);
  }

  /** As many batches as it takes; none for no requests. */
  public static List<RequestBatch> of(LunInterval interval, List<Request> requests) {
    return Batches.parts(requests, MOST).stream()
        .map(part -> new RequestBatch(interval, part))
        .toList();
  }

  /** The same, sent to another domain. */
  public RequestBatch in(DomainId other) {
    return new RequestBatch(interval.in(other), requests);
  }

  @Override
  public DomainId domain() {
    return interval.domain();
  }

  public QueueId queue(Request request) {
    return new QueueId(request.application(), interval.lun());
  }
}
