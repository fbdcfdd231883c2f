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
 * @param deviceIops completions of the device, passed down or not
 * @param deviceBytesPerSecond likewise
 * @param outstanding mean number of I/Os in flight at the device
 * @param utilisation part of the interval with I/O in flight; never more than {@code outstanding},
 *     because the kernel's own figure counts whole ticks
 * @param queues those with I/O, by id
 */
public record LunSample(
    LunId lun,
    DomainId domain,
    double seconds,
    Flow reads,
    Flow writes,
    double deviceIops,
    double deviceBytesPerSecond,
    double outstanding,
    double utilisation,
    List<QueueActivity> queues) {
  public LunSample {
    queues = List.copyOf(queues);
  }

  /** Mean time from arrival to completion at the device; 0 when nothing completed. */
  public double latencyMicros() {
    return deviceIops == 0 ? 0 : outstanding / deviceIops * 1e6;
  }

  public double meanBytes() {
    return deviceIops == 0 ? 0 : deviceBytesPerSecond / deviceIops;
  }
}
