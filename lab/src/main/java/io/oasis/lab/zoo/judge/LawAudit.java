package io.oasis.lab.zoo.judge;

import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.lab.zoo.site.Epochs;
import io.oasis.lab.zoo.site.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/**
 * Which laws of control a run broke, as far as that can be seen from outside, second by second.
 *
 * <ul>
 *   <li>law 1: in half a minute I/O waits behind limits most of the time, and the device does less
 *       than half of what it does without them: they have taught a capacity
 *   <li>law 2: for ten seconds who waits behind its own limit has less than 0.8 of its fair share
 *       of what the device does
 *   <li>law 3: for five seconds somebody waits behind a limit although all have room for all they
 *       want
 *   <li>law 4: for five seconds somebody waits behind a limit while 0.15 of what the device works
 *       without limits lie idle; or who comes back after a pause waits in the second second behind
 *       a limit from before it
 *   <li>law 5: who has less than half of its fair share is {@linkplain Unseen not seen to}
 * </ul>
 *
 * <p>For laws 2 to 4 only seconds count in which everybody stays in its stage, and did in the
 * second before.
 */
final class LawAudit {
  private static final int RATCHET_SECONDS = 30;
  private static final int BELOW_SHARE_SECONDS = 10;
  private static final int NEEDLESS_SECONDS = 5;

  /** Who paused for less than this was not away, in seconds. */
  private static final double PAUSE_SECONDS = 1;

  private static final double RATCHET_PART = 0.5;
  private static final double IDLE_PART = 0.85;
  private static final double BELOW_SHARE_PART = 0.8;
  private static final double CONTENT_PART = 0.98;
  private static final double AT_LIMIT = 0.98;
  private static final int MOST = 50;

  private final Reference reference;
  private final Run run;
  private final int seconds;
  private final double[][] limits;
  private final List<String> violations = new ArrayList<>();

  private LawAudit(Reference reference, Run run) {
    this.reference = reference;
    this.run = run;
    seconds = run.counted().bySecond().intervals();
    limits = new double[reference.scenario().applications().size()][];
    Arrays.setAll(limits, i -> new Limits(run, i).bySecond(seconds + 1));
  }

  static List<String> violations(Reference reference, Run run) {
    LawAudit audit = new LawAudit(reference, run);
    if (!run.moves().isEmpty()) {
      reference.scenario().devices().forEach(device -> audit.judge(device));
    }
    run.faults().forEach(fault -> audit.violations.add("loop: " + fault));
    return List.copyOf(audit.violations);
  }

  private void judge(DeviceSpec device) {
    List<Integer> here = reference.on(device.name());
    Runs belowShare =
        new Runs(2, BELOW_SHARE_SECONDS, "waits behind its limit with %.2f of its fair share");
    Runs needless =
        new Runs(3, NEEDLESS_SECONDS, "waits behind its limit although there is room for all");
    Runs idle =
        new Runs(
            4,
            NEEDLESS_SECONDS,
            "waits behind its limit while the device works %.2f of the time that it could");
    for (int second = 1; second <= seconds; second++) {
      int epoch = reference.epochs().at(second - 0.5);
      if (!stays(epoch, second)) {
        continue;
      }
      double part = busy(here, epoch, second);
      double slowness = StrictMath.clamp(done(here, epoch, second), 1e-3, 1);
      boolean content = allContent(here, epoch);
      for (int i : here) {
        boolean waits = waits(i, second);
        double share = delivered(i, second) / fair(i, epoch) / slowness;
        belowShare.step(i, second, waits && share < BELOW_SHARE_PART, share);
        needless.step(i, second, waits && content, 0);
        idle.step(i, second, waits && part < IDLE_PART, part);
      }
    }
    ratchet(here);
    comingBack(here);
    unseen(here);
  }

  /** Who begins again after a pause, and stays for two seconds at least. */
  private void comingBack(List<Integer> here) {
    for (int i : here) {
      double pausedAt = Double.NaN;
      for (int epoch = 1; epoch < reference.epochs().count(); epoch++) {
        double begin = reference.epochs().begin(epoch);
        boolean works = works(i, epoch);
        if (!works) {
          boolean didBefore = works(i, epoch - 1);
          pausedAt = didBefore ? begin : pausedAt;
        } else if (begin - pausedAt >= PAUSE_SECONDS) {
          int second = (int) StrictMath.ceil(begin) + 2;
          if (second <= seconds && stays(epoch, second) && isHeldSince(i, begin, second)) {
            String who = reference.scenario().applications().get(i).name();
            add("law 4: %s comes back at %.1f s and waits behind a limit from before", who, begin);
            break;
          }
        }
        pausedAt = works ? Double.NaN : pausedAt;
      }
    }
  }

  private boolean works(int application, int epoch) {
    int stage = reference.epochs().stage(application, epoch);
    return stage != Epochs.NO_STAGE
        && !(reference.scenario().applications().get(application).stages().get(stage).load()
            instanceof Load.Idle);
  }

  private boolean isHeldSince(int application, double from, int second) {
    boolean hasMoved =
        run.moves().stream()
            .anyMatch(
                move ->
                    move.application() == application
                        && move.second() >= from
                        && move.second() <= second);
    return waits(application, second) && !hasMoved;
  }

  /** The starved whom nobody asks about. */
  private void unseen(List<Integer> here) {
    new Unseen(reference, run, limits, here)
        .find(
            (application, unseen, second) ->
                add(
                    "law 5: %s, for %d s at %d s, has less than half of its share, and nobody who"
                        + " has more is cut",
                    reference.scenario().applications().get(application).name(), unseen, second));
  }

  /** Looks at half minutes, whatever begins and ends in them. */
  private void ratchet(List<Integer> here) {
    for (int end = RATCHET_SECONDS; end <= seconds; end += RATCHET_SECONDS) {
      double work = 0;
      double usual = 0;
      int waiting = 0;
      for (int second = end - RATCHET_SECONDS + 1; second <= end; second++) {
        int epoch = reference.epochs().at(second - 0.5);
        boolean anybody = false;
        for (int i : here) {
          double cost = reference.cost(i, epoch);
          work += delivered(i, second) * cost;
          usual += reference.together().counted().bySecond().ios(i, second - 1) * cost;
          anybody |= waits(i, second);
        }
        waiting += anybody ? 1 : 0;
      }
      if (work < RATCHET_PART * usual && 2 * waiting > RATCHET_SECONDS) {
        add(
            "law 1: limits hold I/O for most of %d s at %d s, the device does %.2f of what it does"
                + " without them",
            RATCHET_SECONDS, end, work / usual);
        return;
      }
    }
  }

  /** Whether this second and the one before it lie in this epoch. */
  private boolean stays(int epoch, int second) {
    double begin = reference.epochs().begin(epoch);
    return second - 2 >= begin && second <= begin + reference.epochs().seconds(epoch);
  }

  /** Whether its limit holds something now, or let through in this second all that it may. */
  private boolean waits(int application, int second) {
    double limit = limits[application][second];
    return limit < Double.POSITIVE_INFINITY
        && limits[application][second - 1] < Double.POSITIVE_INFINITY
        && (run.counted().held()[second][application] > 0
            || delivered(application, second) >= AT_LIMIT * limit);
  }

  private long delivered(int application, int second) {
    return run.counted().bySecond().ios(application, second - 1);
  }

  private double fair(int application, int epoch) {
    return reference.fairPerSecond(application, epoch);
  }

  /** What the device did in this second, by what it does in this epoch when nobody is limited. */
  private double done(List<Integer> here, int epoch, int second) {
    double work = 0;
    for (int i : here) {
      work += delivered(i, second) * reference.cost(i, epoch);
    }
    double usual = reference.work(here, epoch) / reference.epochs().seconds(epoch);
    return usual > 0 ? work / usual : 1;
  }

  /** How long the device worked in this second, by how long it does when nobody is limited. */
  private double busy(List<Integer> here, int epoch, int second) {
    double worked = 0;
    double usual = 0;
    for (int i : here) {
      worked += run.counted().bySecond().served(i, second - 1);
      usual += reference.together().counted().byEpoch().served(i, epoch);
    }
    return usual > 0 ? worked * reference.epochs().seconds(epoch) / usual : 1;
  }

  private boolean allContent(List<Integer> here, int epoch) {
    return here.stream()
        .allMatch(i -> reference.fairIos(i, epoch) >= CONTENT_PART * reference.aloneIos(i, epoch));
  }

  /** For how many seconds on end each application has something that a law forbids. */
  private final class Runs {
    private final int law;
    private final int most;
    private final String words;
    private final int[] counts = new int[limits.length];

    Runs(int law, int most, String words) {
      this.law = law;
      this.most = most;
      this.words = words;
    }

    void step(int application, int second, boolean holds, double figure) {
      counts[application] = holds ? counts[application] + 1 : 0;
      if (counts[application] == most) {
        String who = reference.scenario().applications().get(application).name();
        add("law %d: %s, for %d s at %d s, " + words, law, who, most, second, figure);
      }
    }
  }

  private void add(String format, Object... values) {
    if (violations.size() < MOST) {
      violations.add(String.format(Locale.ROOT, format, values));
    }
  }
}
