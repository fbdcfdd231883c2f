package io.oasis.manager.core.hear;

import io.oasis.protocol.LunReport;
import java.time.Instant;

/**
 * What is known of one LUN of a domain.
 *
 * @param reportedAt in the time in which something was heard
 * @param fresh whether it has reported since the last decision
 */
public record LunState(LunReport report, Instant reportedAt, boolean fresh) {
  LunState decided() {
    return new LunState(report, reportedAt, false);
  }

  /** I/Os per second that came back. */
  public double completions() {
    return report.reads().completionsPerSecond() + report.writes().completionsPerSecond();
  }
}
