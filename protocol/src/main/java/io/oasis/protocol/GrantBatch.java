package io.oasis.protocol;

import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the manager gives several queues of a domain: {@link Grant}, one record for many queues. */
public record GrantBatch(DomainId domain, Instant at, List<QueueGrant> grants) implements Message {
  /** As many, with the longest names and reasons, stay below what the topic takes. */
  public static final int MOST = 25;

  /** What one of them is given; its components are those of {@link Grant}. */
  public record QueueGrant(
      QueueId queue, Version version, Optional<RateBound> bound, boolean enforced, String reason) {
    public QueueGrant {
      Check.text("reason", reason);
    }
  }

  private record Head(DomainId domain, Instant at) {}

  public GrantBatch {
    grants = Check.list("grants", grants, MOST);
  }

  /** As few batches as it takes; what is said of a queue stays in order. */
  public static List<GrantBatch> of(List<Grant> grants) {
    Map<Head, List<QueueGrant>> together = new LinkedHashMap<>();
    for (Grant grant : grants) {
      together
          .computeIfAbsent(new Head(grant.domain(), grant.at()), _ -> new ArrayList<>())
          .add(
              new QueueGrant(
                  grant.queue(), grant.version(), grant.bound(), grant.enforced(), grant.reason()));
    }
    List<GrantBatch> batches = new ArrayList<>();
    together.forEach(
        (head, all) -> {
          for (int from = 0; from < all.size(); from += MOST) {
            List<QueueGrant> part = all.subList(from, Math.min(from + MOST, all.size()));
            batches.add(new GrantBatch(head.domain(), head.at(), part));
          }
        });
    return batches;
  }

  @Override
  public List<Grant> apart() {
    List<Grant> apart = new ArrayList<>(grants.size());
    for (QueueGrant grant : grants) {
      apart.add(
          new Grant(
              grant.queue(),
              domain,
              grant.version(),
              at,
              grant.bound(),
              grant.enforced(),
              grant.reason()));
    }
    return apart;
  }
}
