package io.oasis.adapter.plan;

import io.oasis.adapter.targets.Throttle;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.BytesPerSecond;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Grain;
import io.oasis.protocol.Iops;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Setting;
import io.oasis.protocol.Software;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** Words the adapter's messages. */
final class Reports {
  /** Half of what a text of a message may have; chosen: a cause is read, not searched. */
  private static final int MAX_CAUSE_CHARS = 1_000;

  /** The usual size of a small I/O. */
  private static final double PAGE_BYTES = 4_096;

  private static final Optional<Software> SOFTWARE = Optional.of(Software.reading(Topic.SETTINGS));

  private final AdapterConfig config;
  private final Fence fence;
  private Optional<Duration> statusAt = Optional.empty();

  Reports(AdapterConfig config, Fence fence) {
    this.config = config;
    this.fence = fence;
  }

  Effect outcome(
      DomainId domain,
      Setting setting,
      Outcome.State state,
      Optional<RateBound> applied,
      String cause,
      Now now) {
    return new Effect.Tell(
        new OutcomeBatch(
            domain,
            config.adapter(),
            fence.session(),
            now.wall(),
            List.of(
                new Outcome(setting.queue(), setting.version(), state, applied, cause(cause)))));
  }

  /** Not longer than a message bears. */
  static String cause(String cause) {
    return cause.length() <= MAX_CAUSE_CHARS ? cause : cause.substring(0, MAX_CAUSE_CHARS);
  }

  /**
   * What a throttle allows over both directions.
   *
   * @param limit it was made of: what one direction is lent does not count
   */
  static Optional<RateBound> bound(Throttle inForce, Optional<RateBound> limit) {
    double iops =
        inForce.get(Throttle.Part.READ_IOPS)
            + inForce.get(Throttle.Part.WRITE_IOPS)
            + inForce.get(Throttle.Part.IOPS)
            + inForce.get(Throttle.Part.WEIGHT) * Split.IOPS_PER_WEIGHT;
    double bytes =
        inForce.get(Throttle.Part.READ_BYTES)
            + inForce.get(Throttle.Part.WRITE_BYTES)
            + inForce.get(Throttle.Part.BYTES);
    double mostIops = limit.flatMap(RateBound::iops).map(Iops::perSecond).orElse(Double.MAX_VALUE);
    double mostBytes =
        limit
            .flatMap(RateBound::bytesPerSecond)
            .map(BytesPerSecond::perSecond)
            .orElse(Double.MAX_VALUE);
    return iops == 0 && bytes == 0
        ? Optional.empty()
        : Optional.of(
            new RateBound(
                iops == 0 ? Optional.empty() : Optional.of(new Iops(Math.min(iops, mostIops))),
                bytes == 0
                    ? Optional.empty()
                    : Optional.of(new BytesPerSecond(Math.min(bytes, mostBytes)))));
  }

  /** For somebody who asks in operations and knows of no size: those of a page, as most are. */
  private static double leastIops(Grain grain) {
    return grain.operationsByBytes()
        ? Math.min(grain.leastIops(), grain.leastBytes() / PAGE_BYTES)
        : grain.leastIops();
  }

  /** A heartbeat for each domain, when it is time. */
  List<Effect> statuses(Inventory inventory, Collection<LimitState> holds, Now now) {
    if (statusAt.isPresent()
        && now.monotonic().minus(statusAt.get()).compareTo(AdapterConfig.STATUS) < 0) {
      return List.of();
    }
    statusAt = Optional.of(now.monotonic());
    Map<DomainId, Integer> limits = new TreeMap<>();
    inventory.luns().values().forEach(lun -> limits.putIfAbsent(lun.domain(), 0));
    holds.forEach(
        hold -> limits.merge(hold.domain(), hold.inForce().isNone() ? 0 : 1, Integer::sum));
    AdapterStatus.Target target =
        new AdapterStatus.Target(
            config.target(),
            leastIops(config.form().grain()),
            Optional.of(config.placement()),
            Optional.of(config.form().grain()));
    List<Effect> beats = new ArrayList<>();
    limits.forEach(
        (domain, count) ->
            beats.add(
                new Effect.Tell(
                    new AdapterStatus(
                        config.adapter(),
                        fence.session(),
                        domain,
                        now.wall(),
                        fence.highest(domain),
                        count,
                        target,
                        SOFTWARE))));
    return beats;
  }
}
