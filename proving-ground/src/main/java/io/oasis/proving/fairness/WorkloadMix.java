package io.oasis.proving.fairness;

import io.oasis.proving.FairShare;
import io.oasis.proving.rig.FioLoad;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Applications that run beside each other.
 *
 * @param name such as {@code 32:1}
 */
record WorkloadMix(String name, List<Application> applications) {
  private static final int SMALL = 4 << 10;
  private static final int LARGE = 512 << 10;

  /** Threads of an open loop, each with one I/O at a time: so many can be outstanding. */
  private static final int OPEN_THREADS = 32;

  /**
   * One of them.
   *
   * @param duty the part of the time in which it does anything
   * @param period of working and pausing, in seconds; 0: it never pauses
   */
  record Application(String name, FioLoad load, List<String> options, double duty, int period) {
    /** Keeps so many I/Os outstanding. */
    static Application closed(String name, String pattern, int bytes, int depth) {
      return new Application(name, new FioLoad(pattern, bytes, depth), List.of(), 1, 0);
    }

    static Application reads(String name, int depth) {
      return closed(name, "randread", SMALL, depth);
    }

    /** Works and pauses for so many seconds each. */
    static Application inTurn(String name, int depth, int seconds) {
      List<String> options =
          List.of("--thinktime=" + seconds + "s", "--thinktime_iotime=" + seconds + "s");
      FioLoad load = FioLoad.randomReads(depth);
      return new Application(name, load, options, 0.5, 2 * seconds);
    }

    /**
     * Sends so many a second at random, whatever becomes of them. One thread would wait for its
     * I/Os before it pauses: these are many, with a part of the rate each.
     */
    static Application open(String name, int perSecond) {
      List<String> options =
          List.of(
              "--numjobs=" + OPEN_THREADS,
              "--thread",
              "--rate_iops=" + Math.max(1, Math.round((double) perSecond / OPEN_THREADS)),
              "--rate_process=poisson");
      return new Application(name, FioLoad.randomReads(1), options, 1, 0);
    }
  }

  WorkloadMix {
    applications = List.copyOf(applications);
  }

  /** Those that are run unless others are asked for. */
  static List<WorkloadMix> all() {
    return List.of(
        new WorkloadMix("32:1", List.of(Application.reads("a", 32), Application.reads("b", 1))),
        new WorkloadMix(
            "64/16/4",
            List.of(
                Application.reads("a", 64), Application.reads("b", 16), Application.reads("c", 4))),
        new WorkloadMix(
            "32:8on5", List.of(Application.reads("a", 32), Application.inTurn("b", 8, 5))),
        new WorkloadMix(
            "8:8on3", List.of(Application.reads("a", 8), Application.inTurn("b", 8, 3))),
        new WorkloadMix(
            "512k:4k",
            List.of(Application.closed("a", "read", LARGE, 8), Application.reads("b", 4))),
        new WorkloadMix(
            "r16:w4",
            List.of(Application.reads("a", 16), Application.closed("b", "randwrite", SMALL, 4))),
        new WorkloadMix(
            "open300:32", List.of(Application.open("a", 300), Application.reads("b", 32))),
        new WorkloadMix(
            "content", List.of(Application.open("a", 300), Application.open("b", 350))));
  }

  /** Seconds to be measured, at least so many: whole periods of who pauses. */
  int seconds(int least) {
    int period = applications.stream().mapToInt(Application::period).max().orElse(0);
    return period == 0 ? least : Math.ceilDiv(least, period) * period;
  }

  /**
   * The rates that are fair, I/Os per second: while they work together each has an equal part of
   * the device, or what it wants if that is less; pauses come independently of each other.
   *
   * @param alone what each reached with the device for itself, pauses included
   */
  Map<String, Double> fair(double capacity, Map<String, Double> alone) {
    Map<String, Double> fair = new HashMap<>();
    List<Application> turns = applications.stream().filter(each -> each.duty() < 1).toList();
    for (int set = 0; set < 1 << turns.size(); set++) {
      List<Application> pausing = new ArrayList<>();
      double part = 1;
      for (int i = 0; i < turns.size(); i++) {
        boolean works = (set >> i & 1) == 1;
        part *= works ? turns.get(i).duty() : 1 - turns.get(i).duty();
        if (!works) {
          pausing.add(turns.get(i));
        }
      }
      Map<String, Double> reachable = new HashMap<>();
      for (Application each : applications) {
        if (!pausing.contains(each)) {
          reachable.put(each.name(), alone.getOrDefault(each.name(), 0.0) / each.duty());
        }
      }
      double time = part;
      FairShare.of(capacity, reachable)
          .forEach((name, rate) -> fair.merge(name, time * rate, Double::sum));
    }
    return fair;
  }
}
