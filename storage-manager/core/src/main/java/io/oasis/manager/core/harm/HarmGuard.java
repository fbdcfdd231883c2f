package io.oasis.manager.core.harm;

import io.oasis.protocol.HarmRail;
import java.util.Collection;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Sees to it that enforcing does no harm in one domain; the package says by which law. */
public final class HarmGuard {
  /** Intervals that are judged together. */
  static final int WINDOW = 30;

  /** So many windows in a row must be worse. */
  private static final int BAD_WINDOWS = 2;

  /** Whoever was cleared is left in peace for so many intervals, and twice as long each time. */
  private static final int FIRST_PEACE = 600;

  /** In intervals: four doublings; chosen: trials become rare and do not end. */
  private static final int LONGEST_PEACE = 16 * FIRST_PEACE;

  /** Latencies that differ by less are not worth a trial. */
  private static final double LEAST_MICROS = 500;

  private static final Suspicion NOTHING = new Suspicion(Optional.empty(), Optional.empty());

  private Phase phase = Phase.LEARNING;
  private int intervals;
  private int badWindows;
  private int peace;
  private int peaceLeft;
  private @Nullable Trial trial;
  private String last = "";

  public Phase phase() {
    return phase;
  }

  /** What it found last; empty while it never suspected anything. */
  public String last() {
    return last;
  }

  /**
   * Judges an interval, in O(tenants).
   *
   * @param enforced whether the mode is to enforce
   * @param limited whether any limit is in force
   */
  public Advice interval(
      boolean enforced, boolean limited, Collection<Tenant> tenants, HarmRail rail) {
    if (!enforced) {
      trial = null;
      phase = Phase.LEARNING;
      tenants.forEach(Tenant::learn);
      return new Advice.GoOn();
    }
    if (phase == Phase.LEARNING) {
      watchAfresh(tenants);
    }
    Trial running = trial;
    return running == null ? watching(limited, tenants, rail) : onTrial(running, tenants);
  }

  /** For a while nothing is seen: a trial is over without a result. */
  public void interrupt(Collection<Tenant> tenants) {
    if (trial != null) {
      watchAfresh(tenants);
    }
  }

  /** Limits are on their way: what is seen until they are in force does not count. */
  private void watchAfresh(Collection<Tenant> tenants) {
    phase = Phase.WATCHING;
    trial = null;
    intervals = -WINDOW;
    badWindows = 0;
    tenants.forEach(Tenant::clearWindow);
  }

  private Advice watching(boolean limited, Collection<Tenant> tenants, HarmRail rail) {
    peaceLeft = StrictMath.max(0, peaceLeft - 1);
    intervals++;
    if (intervals > 0) {
      tenants.forEach(Tenant::watch);
    }
    if (intervals < WINDOW) {
      return new Advice.GoOn();
    }
    Suspicion worse = limited && peaceLeft == 0 ? suspect(tenants, rail) : NOTHING;
    badWindows = worse.isNone() ? 0 : badWindows + 1;
    intervals = 0;
    tenants.forEach(Tenant::clearWindow);
    if (badWindows < BAD_WINDOWS) {
      return new Advice.GoOn();
    }
    trial = new Trial(worse, rail);
    phase = Phase.TRIAL_WITHOUT_LIMITS;
    last = worse.words() + ": on trial";
    return new Advice.LetGo(
        worse.words() + "; limits are let go for a moment to see whether they are the cause");
  }

  /** The throughput of all, and the tenant whose p99 has grown most. */
  private static Suspicion suspect(Collection<Tenant> tenants, HarmRail rail) {
    double usual = 0;
    double now = 0;
    boolean comparable = true;
    Optional<Suspicion.Tail> slowest = Optional.empty();
    double most = 1 + rail.mostP99Growth();
    for (Tenant tenant : tenants) {
      now += tenant.windowCost();
      if (!tenant.isKnown() || !tenant.wasActive()) {
        continue;
      }
      usual += tenant.usualCost();
      comparable &= !tenant.isOtherKind();
      double growth = tenant.isComparable() ? tenant.windowP99() / tenant.usualP99() : 0;
      if (growth > most && tenant.windowP99() - tenant.usualP99() > LEAST_MICROS) {
        most = growth;
        slowest = Optional.of(new Suspicion.Tail(tenant, tenant.usualP99(), tenant.windowP99()));
      }
    }
    boolean isLess = comparable && now < (1 - rail.mostThroughputLoss()) * usual;
    return new Suspicion(
        isLess ? Optional.of(new Suspicion.Throughput(usual, now)) : Optional.empty(), slowest);
  }

  private Advice onTrial(Trial running, Collection<Tenant> tenants) {
    boolean wasLimited = running.isLimited();
    return switch (running.interval(tenants)) {
      case GOES_ON -> new Advice.GoOn();
      case PHASE_OVER -> {
        last = running.words() + ": on trial";
        phase = running.isLimited() ? Phase.TRIAL_WITH_LIMITS : Phase.TRIAL_WITHOUT_LIMITS;
        if (running.isLimited() == wasLimited) {
          yield new Advice.GoOn();
        }
        yield running.isLimited()
            ? new Advice.PutBack("trial: limits are put back")
            : new Advice.LetGo("trial: limits are let go again");
      }
      case CAUSE -> {
        last = running.words() + ": limits were the cause";
        trial = null;
        yield new Advice.Demote("enforcement did harm: " + running.words());
      }
      case NOT_THE_CAUSE -> {
        last = running.words() + ": limits are not the cause";
        if (!wasLimited) {
          tenants.forEach(Tenant::rebase);
        }
        peace = peace == 0 ? FIRST_PEACE : StrictMath.min(2 * peace, LONGEST_PEACE);
        peaceLeft = peace;
        watchAfresh(tenants);
        yield new Advice.PutBack(last);
      }
    };
  }
}
