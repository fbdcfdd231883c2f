package io.oasis.lab.zoo.judge;

import io.oasis.adapter.targets.Throttle;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.scenario.ApplicationSpec;
import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.ApplicationSpec.StageSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.site.StaticLimits;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Static limits found with full knowledge: those with the best least share that keep nine tenths of
 * the total; and, where these cost more than a twentieth, those that do not.
 *
 * <p>One water level of device time for all is searched first, coarsely and then finely; then each
 * application's own limit is tried a step up, a step down, and lifted. What is found is a lower
 * bound of what can be reached.
 */
public final class StaticSearch {
  /** Of the total that is to be kept, as a part of what there is without limits. */
  public static final double LEAST_TOTAL = 0.9;

  /** The same where harm is not to be done. */
  public static final double HARMLESS_TOTAL = 0.95;

  /** A least share that needs no search. */
  private static final double GOOD = 0.985;

  private static final double[] COARSE = {1.0, 1.25, 0.85, 1.6, 0.7, 2.2, 0.5};
  private static final double[] FINE = {1.1, 0.93};
  private static final double[] STEPS = {1.2, 0.85, Double.POSITIVE_INFINITY};

  /** More applications are not tried one by one. */
  private static final int MOST_BY_THEMSELVES = 4;

  /** Steady loads show what static limits do in this time. */
  private static final double SHORT_SECONDS = 90;

  private static final double SHORT_FROM = 20;

  /**
   * The best limits, and what they come to.
   *
   * @param frontier of all that were tried
   */
  public record Found(StaticLimits limits, double leastShare, double total, Frontier frontier) {}

  /** Limits, the level that they were made of, and what they come to. */
  private record Tried(StaticLimits limits, double level, double leastShare, double total) {}

  private final Scenario scenario;
  private final Reference reference;
  private final Enforcement enforcement;
  private final List<Tried> tried = new ArrayList<>();
  private double leastTotal = LEAST_TOTAL;

  private StaticSearch(Reference reference, Enforcement enforcement) {
    this.scenario = reference.scenario();
    this.reference = reference;
    this.enforcement = enforcement;
    Shares unmanaged = Shares.of(reference, reference.together());
    tried.add(new Tried(unlimited(), 1, unmanaged.least(), 1));
  }

  private StaticLimits unlimited() {
    return new StaticLimits(Collections.nCopies(scenario.applications().size(), Throttle.NONE));
  }

  public static Found best(Scenario whole, Reference wholeReference, Enforcement enforcement) {
    Scenario scenario = shortened(whole);
    Reference reference =
        scenario.equals(whole) ? wholeReference : Reference.of(scenario, wholeReference.seed());
    return new StaticSearch(reference, enforcement).search();
  }

  /** The same for a shorter time where that shows the same. */
  private static Scenario shortened(Scenario whole) {
    boolean steady =
        whole.seconds() > 2 * SHORT_SECONDS
            && whole.applications().stream().allMatch(ApplicationSpec::isSteady)
            && whole.devices().stream().noneMatch(DeviceSpec::changesWithTime);
    return steady ? whole.lasting(SHORT_SECONDS, SHORT_FROM) : whole;
  }

  private Found search() {
    for (double level : COARSE) {
      if (best().leastShare < GOOD) {
        tryOut(atLevel(level), level);
      }
    }
    refine();
    Tried best = best();
    if (best.total < HARMLESS_TOTAL) {
      leastTotal = HARMLESS_TOTAL;
      refine();
    }
    return new Found(
        best.limits,
        best.leastShare,
        best.total,
        new Frontier(
            tried.stream().map(one -> new Frontier.Point(one.total, one.leastShare)).toList()));
  }

  /** The fairest of those that keep enough of the total. */
  private Tried best() {
    Tried best = tried.getFirst();
    for (Tried one : tried) {
      best = one.total >= leastTotal && one.leastShare > best.leastShare ? one : best;
    }
    return best;
  }

  private void refine() {
    double level = best().level;
    for (double part : FINE) {
      if (best().leastShare < GOOD) {
        tryOut(atLevel(level * part), level * part);
      }
    }
    if (scenario.applications().size() <= MOST_BY_THEMSELVES) {
      oneByOne();
    }
  }

  private void oneByOne() {
    for (int i = 0; i < scenario.applications().size(); i++) {
      for (double step : STEPS) {
        Tried best = best();
        Throttle now = best.limits.throttles().get(i);
        if (best.leastShare < GOOD && !now.isNone()) {
          tryOut(best.limits.with(i, scaled(now, step)), best.level);
        }
      }
    }
  }

  private static Throttle scaled(Throttle throttle, double factor) {
    if (factor == Double.POSITIVE_INFINITY) {
      return Throttle.NONE;
    }
    Throttle scaled = throttle;
    for (Throttle.Part part : Throttle.Part.OF_DIRECTIONS) {
      scaled = scaled.with(part, StrictMath.round(throttle.get(part) * factor));
    }
    return scaled;
  }

  private void tryOut(StaticLimits limits, double level) {
    if (tried.stream().noneMatch(one -> one.limits.equals(limits))) {
      Shares shares = Shares.of(reference, reference.under(enforcement, limits));
      tried.add(new Tried(limits, level, shares.least(), shares.total()));
    }
  }

  /** Everybody at this multiple of the level of fair shares in the time that is judged. */
  private StaticLimits atLevel(double multiple) {
    List<Throttle> throttles = new ArrayList<>(unlimited().throttles());
    for (DeviceSpec device : scenario.devices()) {
      List<Integer> here = reference.on(device.name());
      double level = reference.level(here) * multiple;
      for (int i : here) {
        ApplicationSpec application = scenario.applications().get(i);
        double cost = reference.meanCost(i);
        if (cost > 0 && level > 0) {
          throttles.set(i, limit(application, level * application.weight() / cost));
        }
      }
    }
    return new StaticLimits(throttles);
  }

  /** What each has when all limits are parts of the device of one size. */
  public static StaticLimits even(Reference reference) {
    Scenario scenario = reference.scenario();
    List<Throttle> throttles =
        new ArrayList<>(Collections.nCopies(scenario.applications().size(), Throttle.NONE));
    for (DeviceSpec device : scenario.devices()) {
      List<Integer> here = reference.on(device.name());
      double weights =
          here.stream().mapToDouble(i -> scenario.applications().get(i).weight()).sum();
      for (int i : here) {
        ApplicationSpec application = scenario.applications().get(i);
        double cost = reference.meanCost(i);
        if (cost > 0) {
          double work = reference.mostWork(here) * application.weight() / weights;
          throttles.set(i, limit(application, work / cost));
        }
      }
    }
    return new StaticLimits(throttles);
  }

  /**
   * So many I/Os a second, by direction as the application makes them; in bytes where all of its
   * I/Os are of one size, for a kernel's slices lose parts of operations and no bytes.
   */
  static Throttle limit(ApplicationSpec application, double iops) {
    double reads = 0;
    double seconds = 0;
    int bytes = 0;
    boolean oneSize = true;
    for (StageSpec stage : application.stages()) {
      if (stage.load() instanceof Load.Idle) {
        continue;
      }
      double lasts = StrictMath.min(stage.seconds(), 86_400);
      reads += stage.reads() * lasts;
      seconds += lasts;
      oneSize &= bytes == 0 || bytes == stage.bytes();
      bytes = stage.bytes();
    }
    double part = seconds == 0 ? 1 : reads / seconds;
    int size = oneSize ? bytes : 0;
    long read = whole(iops * part, size);
    long write = whole(iops * (1 - part), size);
    return size > 0 ? Throttle.ofEach(0, 0, read, write) : Throttle.ofEach(read, write, 0, 0);
  }

  private static long whole(double iops, int bytes) {
    return iops <= 0 ? 0 : StrictMath.max(1, StrictMath.round(iops * (bytes > 0 ? bytes : 1)));
  }
}
