package io.oasis.manager.core.hear;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.protocol.LunReport;
import java.time.Instant;
import java.util.Collection;

/**
 * What is known of one LUN of a domain.
 *
 * @param reportedAt in the time in which something was heard
 * @param fresh whether it has reported since the last decision
 */
public record LunState(LunReport report, Instant reportedAt, boolean fresh) {
  /** What is less than so many times the short interval is one that came a little late. */
  private static final double NEARLY_SHORT = 1.5;

  /** Whether all of them are measured at the short interval. */
  static boolean areShort(Collection<LunState> luns) {
    double most = NEARLY_SHORT * ControllerConfig.SHORT.toMillis();
    return !luns.isEmpty() && luns.stream().allMatch(lun -> lun.report.interval().millis() < most);
  }

  LunState decided() {
    return new LunState(report, reportedAt, false);
  }

  /** I/Os per second that came back. */
  public double completions() {
    return report.reads().completionsPerSecond() + report.writes().completionsPerSecond();
  }
}
