package io.oasis.proving.demo;

import io.oasis.distribution.Range;
import io.oasis.proving.rig.FioLoad;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What a demo does.
 *
 * @param on what the applications work on
 * @param applications in the order they are started
 * @param capacityIops of the device; nothing of Oasis is told
 * @param sizeMiB of the device
 * @param seconds each phase is measured for
 * @param alone whether the shallowest application is measured alone first
 * @param directory where the private directory is made
 * @param cgroup the parent of the applications' cgroups
 */
record DemoPlan(
    DemoResult.On on,
    List<Application> applications,
    double capacityIops,
    int sizeMiB,
    int seconds,
    boolean alone,
    Path directory,
    String cgroup) {
  /** Convergence is promised within so many intervals; the managed phase waits as long first. */
  static final int SETTLE_INTERVALS = 20;

  /** The sampling interval, seconds. */
  static final int INTERVAL_SECONDS = 1;

  /**
   * One application.
   *
   * @param startAfter seconds after the management was switched on; 0: from the beginning
   * @param stopAfter seconds after the management was switched on; 0: at the end
   */
  record Application(String name, FioLoad load, int startAfter, int stopAfter) {
    Application {
      if (!name.matches("[A-Za-z0-9][A-Za-z0-9_.-]{0,40}")) {
        throw new IllegalArgumentException(
            "--names = " + name + ": must be letters, digits, '_', '.' or '-', at most 41");
      }
      if (startAfter < 0) {
        throw new IllegalArgumentException("--start-after = " + startAfter + ": must be positive");
      }
      if (stopAfter < 0 || (stopAfter > 0 && stopAfter <= startAfter)) {
        throw new IllegalArgumentException(
            "--stop-after = " + stopAfter + ": must be later than the application's start");
      }
    }

    boolean fromTheBeginning() {
      return startAfter == 0;
    }
  }

  DemoPlan {
    applications = List.copyOf(applications);
    Range.check("--depths", applications.size(), 1, 16);
    Range.check("--seconds", seconds, 5, 3_600);
    Range.check("--size-mib", sizeMiB, 16, 65_536);
    if (!(capacityIops >= 100 && capacityIops <= 20_000)) {
      throw new IllegalArgumentException(
          "--capacity-iops = " + capacityIops + ": must be from 100 to 20000");
    }
    if (!cgroup.matches("[A-Za-z0-9][A-Za-z0-9_.-]*")) {
      throw new IllegalArgumentException("--cgroup = " + cgroup + ": must be one plain name");
    }
    Set<String> names = new HashSet<>();
    for (Application application : applications) {
      if (!names.add(application.name())) {
        throw new IllegalArgumentException("--names = " + application.name() + ": is given twice");
      }
    }
    if (applications.stream().noneMatch(Application::fromTheBeginning)) {
      throw new IllegalArgumentException("--start-after: one application must run from the start");
    }
  }

  /** Seconds from the switch to the last application that starts or stops. */
  int lastEventSeconds() {
    return applications.stream()
        .mapToInt(application -> Math.max(application.startAfter(), application.stopAfter()))
        .max()
        .orElse(0);
  }

  /** Seconds from the switch to where the managed measurement starts. */
  int settledSeconds() {
    return lastEventSeconds() + SETTLE_INTERVALS * INTERVAL_SECONDS;
  }
}
