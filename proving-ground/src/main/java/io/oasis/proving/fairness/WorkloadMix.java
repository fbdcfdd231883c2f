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
 * @param leastSeconds measured at least
 */
record WorkloadMix(String name, List<Application> applications, int leastSeconds) {
  private static final int SMALL = 4 << 10;
  private static final int LARGE = 512 << 10;

  /** Threads of an open loop, each with one I/O at a time: so many can be outstanding. */
  private static final int OPEN_THREADS = 32;

  private static final int MILLIS = 1_000;

  /** Long enough to see a total that falls a little with every change. */
  private static final int THREE_MINUTES = 175;

  /**
   * One of them.
   *
   * @param duty the part of the time in which it does anything
   * @param period of working and pausing, in milliseconds; 0: it never pauses
   */
  record Application(String name, FioLoad load, List<String> options, double duty, int period) {
    /** Keeps so many I/Os outstanding. */
    static Application closed(String name, String pattern, int bytes, int depth) {
      return new Application(name, new FioLoad(pattern, bytes, depth), List.of(), 1, 0);
    }

    static Application reads(String name, int depth) {
      return closed(name, "randread", SMALL, depth);
    }

    /** Works and pauses for so many milliseconds each. */
    static Application inTurn(String name, int depth, int millis) {
      List<String> options =
          List.of("--thinktime=" + millis + "ms", "--thinktime_iotime=" + millis + "ms");
      FioLoad load = FioLoad.randomReads(depth);
      return new Application(name, load, options, 0.5, 2 * millis);
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

    boolean writes() {
      return load.pattern().contains("write") || load.pattern().endsWith("rw");
    }

    /** What its I/Os are like, but for how many there are. */
    private String kind() {
      return load.pattern() + load.blockBytes();
    }
  }

  WorkloadMix {
    applications = List.copyOf(applications);
  }

  private static WorkloadMix of(String name, Application... applications) {
    return new WorkloadMix(name, List.of(applications), 0);
  }

  /** Those that are run unless others are asked for. */
  static List<WorkloadMix> usual() {
    List<String> usual = List.of("32:1", "32:8on5", "8:8on3", "512k:4k", "r16:w4");
    return all().stream().filter(mix -> usual.contains(mix.name)).toList();
  }

  /** One I/O at a time on each device. */
  static WorkloadMix touchingAll(int applications) {
    List<Application> all = new ArrayList<>();
    for (int i = 0; i < applications; i++) {
      all.add(Application.reads("app" + i, 1));
    }
    return new WorkloadMix("touching", all, 0);
  }

  static List<WorkloadMix> all() {
    return List.of(
        of("32:1", Application.reads("a", 32), Application.reads("b", 1)),
        of("32:2", Application.reads("a", 32), Application.reads("b", 2)),
        of(
            "64/16/4",
            Application.reads("a", 64),
            Application.reads("b", 16),
            Application.reads("c", 4)),
        of("32:8on5", Application.reads("a", 32), Application.inTurn("b", 8, 5 * MILLIS)),
        of("8:8on3", Application.reads("a", 8), Application.inTurn("b", 8, 3 * MILLIS)),
        new WorkloadMix(
            "32:4on3.5",
            List.of(Application.reads("a", 32), Application.inTurn("b", 4, 3_500)),
            THREE_MINUTES),
        of("512k:4k", Application.closed("a", "read", LARGE, 8), Application.reads("b", 4)),
        of("r16:w4", Application.reads("a", 16), Application.closed("b", "randwrite", SMALL, 4)),
        of("open300:32", Application.open("a", 300), Application.reads("b", 32)),
        of("content", Application.open("a", 300), Application.open("b", 350)));
  }

  boolean writes() {
    return applications.stream().anyMatch(Application::writes);
  }

  /**
   * Whether an I/O of one may cost more than one of another, so that they cannot be added up: what
   * counts then is the part that each got of what it reaches alone.
   */
  boolean isUnlike() {
    return applications.stream().map(Application::kind).distinct().count() > 1;
  }

  /** Seconds to be measured, at least so many: whole periods of who pauses. */
  int seconds(int least) {
    int period = applications.stream().mapToInt(Application::period).max().orElse(0);
    int wanted = Math.max(least, leastSeconds) * MILLIS;
    return (period == 0 ? wanted : Math.ceilDiv(wanted, period) * period) / MILLIS;
  }

  /**
   * All that was done: I/Os per second, or the sum of parts of what each reaches alone where they
   * are unlike.
   */
  double work(Map<String, Double> iops, Map<String, Double> alone) {
    double sum = 0;
    for (Map.Entry<String, Double> rate : iops.entrySet()) {
      double reach = alone.getOrDefault(rate.getKey(), rate.getValue());
      sum += isUnlike() ? rate.getValue() / reach : rate.getValue();
    }
    return sum;
  }

  /**
   * The rates that are fair, I/Os per second: while they work together each has an equal part of
   * the device, or what it wants if that is less; pauses come independently of each other.
   *
   * @param capacity I/Os per second; where they are unlike, each reaches all of it alone
   * @param alone what each reached with the device for itself, pauses included
   */
  Map<String, Double> fair(double capacity, Map<String, Double> alone) {
    Map<String, Double> fair = new HashMap<>();
    if (isUnlike()) {
      int count = applications.size();
      alone.forEach((name, rate) -> fair.put(name, rate / count));
      return fair;
    }
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
