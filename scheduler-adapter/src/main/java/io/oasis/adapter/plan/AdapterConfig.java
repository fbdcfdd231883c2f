package io.oasis.adapter.plan;

import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus.Placement;
import java.time.Duration;

/**
 * How an adapter's core works.
 *
 * @param target the kind of scheduler it drives
 * @param placement where what it holds back waits
 * @param form what it holds for a limit
 * @param lease the longest a limit stays without word from the manager
 * @param reach what it may touch
 */
public record AdapterConfig(
    AdapterId adapter, String target, Placement placement, Form form, Duration lease, Reach reach) {
  /** How often an outcome in force is told again, and its limit examined. */
  static final Duration REPEAT = Duration.ofSeconds(5);

  /** How often each domain's heartbeat is sent. */
  static final Duration STATUS = Duration.ofSeconds(1);

  /** It may touch everything. */
  public AdapterConfig(
      AdapterId adapter, String target, Placement placement, Form form, Duration lease) {
    this(adapter, target, placement, form, lease, Reach.ALL);
  }
}
