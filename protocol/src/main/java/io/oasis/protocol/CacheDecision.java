package io.oasis.protocol;

import java.util.List;
import java.util.Optional;

/**
 * How the manager divided a cache and why.
 *
 * @param gap how far the division may be from the policy's best, as a part of it; absent when the
 *     policy has no best
 */
public record CacheDecision(
    DecisionHeader header,
    String cache,
    double totalBytes,
    Optional<Double> gap,
    List<PartitionDecision> partitions)
    implements OfDomain {
  /**
   * @param beforeBytes what it had; 0 when it is new
   * @param wantedBytes what its request for lower latency amounts to, when it made one
   * @param targetBytes what the policy wants it to have
   * @param afterBytes what it is to have now
   * @param expectedHitRatio at that size, as far as its curve is known
   */
  public record PartitionDecision(
      QueueId queue,
      double weight,
      double beforeBytes,
      Optional<Double> wantedBytes,
      double targetBytes,
      double afterBytes,
      double expectedHitRatio,
      String reason) {
    public PartitionDecision {
      Check.positive("weight", weight);
      Check.notNegative("beforeBytes", beforeBytes);
      Check.notNegative("targetBytes", targetBytes);
      Check.notNegative("afterBytes", afterBytes);
      Check.fraction("expectedHitRatio", expectedHitRatio);
      reason = Check.text("reason", reason);
      if (reason.isBlank()) {
        throw Check.invalid("reason", "''", "must not be empty");
      }
    }
  }

  public CacheDecision {
    Check.id("cache", cache);
    Check.positive("totalBytes", totalBytes);
    partitions = Check.list("partitions", partitions, CacheReport.MOST_PARTITIONS);
  }

  @Override
  public DomainId domain() {
    return header.domain();
  }
}
