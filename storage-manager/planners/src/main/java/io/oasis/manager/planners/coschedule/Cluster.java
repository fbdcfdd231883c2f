package io.oasis.manager.planners.coschedule;

import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Like servers with one disk each, and the workloads to be placed on them.
 *
 * @param servers how many, 1 to {@value #MOST_SERVERS}
 * @param workloads 1 to {@value #MOST_WORKLOADS}, each with a name of its own
 */
public record Cluster(int servers, List<Workload> workloads) {
  /** Chosen: a mistyped number is refused, not computed with. */
  static final int MOST_SERVERS = 1_000;

  /** Chosen, five times what planning was timed with (docs/coscheduling.md). */
  static final int MOST_WORKLOADS = 1_000;

  /** Ticks that shares may need; decimals of four digits together with thirds need 30,000. */
  private static final int MOST_UNIT_TICKS = 1_000_000;

  public Cluster {
    workloads = List.copyOf(workloads);
    if (servers < 1 || servers > MOST_SERVERS) {
      throw new IllegalArgumentException(
          "servers = " + servers + ": must be between 1 and " + MOST_SERVERS);
    }
    if (workloads.isEmpty() || workloads.size() > MOST_WORKLOADS) {
      throw new IllegalArgumentException(
          "workloads = " + workloads.size() + ": must be between 1 and " + MOST_WORKLOADS);
    }
    Set<String> names = new HashSet<>();
    for (Workload workload : workloads) {
      if (!names.add(workload.name())) {
        throw new IllegalArgumentException(
            "workloads = " + workload.name() + ": each must have a name of its own");
      }
    }
    unitTicks(workloads);
  }

  /** Ticks in which every share is a whole number: the least common denominator. */
  public int unitTicks() {
    return unitTicks(workloads);
  }

  private static int unitTicks(List<Workload> workloads) {
    long unit = 1;
    for (Workload workload : workloads) {
      int denominator = workload.share().denominator();
      unit *= denominator / gcd(unit, denominator);
      if (unit > MOST_UNIT_TICKS) {
        throw new IllegalArgumentException(
            "share = "
                + workload.share()
                + ": has no common denominator up to "
                + MOST_UNIT_TICKS
                + " with the shares before; round them up to four decimals");
      }
    }
    return (int) unit;
  }

  private static long gcd(long a, long b) {
    return b == 0 ? a : gcd(b, a % b);
  }
}
