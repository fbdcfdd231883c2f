package io.oasis.manager.core.hear;

import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.protocol.LunReport;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;

/**
 * What is known of one LUN of a domain. Times are those in which something was heard.
 *
 * @param before what it said a while ago, which is taken when its host makes up what it says
 * @param fresh whether it has reported since the last decision
 */
public record LunState(
    LunReport report, Before before, Instant cameAt, Instant reportedAt, boolean fresh) {
  /** What is less than so many times the short interval is one that came a little late. */
  private static final double NEARLY_SHORT = 1.5;

  /**
   * An old report and the one that is next to replace it.
   *
   * @param nextAt when {@code next} came
   */
  record Before(LunReport report, LunReport next, Instant nextAt) {
    Before after(LunReport newest, Instant heard) {
      boolean isOld = Duration.between(nextAt, heard).compareTo(Hosts.PROBATION) >= 0;
      return isOld ? new Before(next, newest, heard) : this;
    }
  }

  static LunState of(LunReport first, Instant heard) {
    return new LunState(first, new Before(first, first, heard), heard, heard, true);
  }

  /** Whether all of them are measured at the short interval. */
  static boolean areShort(Collection<LunState> luns) {
    double most = NEARLY_SHORT * ControllerConfig.SHORT.toMillis();
    for (LunState lun : luns) {
      if (lun.report.interval().millis() >= most) {
        return false;
      }
    }
    return !luns.isEmpty();
  }

  LunState decided() {
    return new LunState(report, before, cameAt, reportedAt, false);
  }

  /** It is reported again, so. */
  LunState next(LunReport newest, Instant heard) {
    return new LunState(newest, before, cameAt, heard, true);
  }

  /** A decision is made about it. */
  LunState looked(boolean isDoubted, Instant heard) {
    return isDoubted
        ? new LunState(before.report(), before, cameAt, reportedAt, fresh)
        : new LunState(report, before.after(report, heard), cameAt, reportedAt, fresh);
  }

  String host() {
    return report.interval().host().value();
  }

  /** I/Os per second that came back. */
  public double completions() {
    return report.reads().completionsPerSecond() + report.writes().completionsPerSecond();
  }
}
