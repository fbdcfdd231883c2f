package io.oasis.agent.sample;

import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.LunId;
import java.util.List;

/**
 * What a LUN and its queues did in an interval.
 *
 * @param seconds length of the interval
 * @param reads and {@code writes}: without what stacked devices passed down
 * @param queues those with I/O, by id
 */
public record LunSample(
    LunId lun,
    DomainId domain,
    double seconds,
    Flow reads,
    Flow writes,
    Device device,
    List<QueueActivity> queues) {
  /**
   * What its device did, passed down or not.
   *
   * @param iops completions per second
   * @param outstanding mean number of I/Os in flight
   * @param utilisation part of the interval with I/O in flight; never more than {@code
   *     outstanding}, because the kernel's own figure counts whole ticks
   * @param unserved I/Os that it does not get to, as it does others first
   */
  public record Device(
      double iops, double bytesPerSecond, double outstanding, double utilisation, double unserved) {
    public double meanBytes() {
      return iops == 0 ? 0 : bytesPerSecond / iops;
    }
  }

  public LunSample {
    queues = List.copyOf(queues);
  }
}
