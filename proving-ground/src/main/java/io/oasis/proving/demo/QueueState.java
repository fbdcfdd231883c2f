package io.oasis.proving.demo;

import io.oasis.proving.LunWatch;
import java.util.Optional;

/**
 * What the manager said of an application.
 *
 * @param limit pushed to the scheduler, IOPS
 * @param granted IOPS
 */
record QueueState(Optional<Double> limit, Optional<Double> granted, String state, String why) {
  static final QueueState UNKNOWN = new QueueState(Optional.empty(), Optional.empty(), "", "");

  /** Of the application whose id ends in {@code path}. */
  static QueueState of(LunWatch.Seen seen, String path) {
    String end = ":" + path;
    return seen.queue(end)
        .map(
            queue ->
                new QueueState(
                    seen.number(end, "limitIops"),
                    seen.number(end, "grantedIops"),
                    queue.path("state").asString(""),
                    queue.path("reason").asString("")))
        .orElse(UNKNOWN);
  }
}
