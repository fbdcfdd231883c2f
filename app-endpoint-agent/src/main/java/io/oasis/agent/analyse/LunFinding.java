package io.oasis.agent.analyse;

import io.oasis.agent.sample.LunSample;
import io.oasis.protocol.LunReport.Pressure;
import java.util.List;

/** What is known of a LUN and its queues after an interval; the queues by id. */
public record LunFinding(
    LunSample sample, Pressure pressure, double baseLatencyMicros, List<QueueFinding> queues) {
  public LunFinding {
    queues = List.copyOf(queues);
  }
}
