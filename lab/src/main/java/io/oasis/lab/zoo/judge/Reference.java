package io.oasis.lab.zoo.judge;

import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.zoo.scenario.ApplicationSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.site.Control;
import io.oasis.lab.zoo.site.Epochs;
import io.oasis.lab.zoo.site.Run;
import java.util.ArrayList;
import java.util.List;

/**
 * What a scenario is without control, with one seed: all together, each alone, and the fair shares
 * that follow.
 *
 * <p>Law: an application's cost in a stage is the mean time that the device works for one of its
 * I/Os there, when all are there. In every epoch (a time in which all stay in their stages) the
 * device's time is what it works in all when nobody is limited; each application wants what it does
 * alone; the fair share is the split of that time that maximises the sum of w log x. Where nobody
 * wants more than there is, everybody has what it wants.
 */
public final class Reference {
  /** Fewer I/Os do not tell a cost. */
  private static final long ENOUGH = 20;

  /** Who has this part of what it does alone has what it wants. */
  private static final double CONTENT_PART = 0.98;

  private final Scenario scenario;
  private final long seed;
  private final Run together;
  private final List<Run> alone;
  private final double[][] costs;
  private final double[][] fair;

  private Reference(Scenario scenario, long seed, Run together, List<Run> alone) {
    this.scenario = scenario;
    this.seed = seed;
    this.together = together;
    this.alone = alone;
    this.costs = costs();
    this.fair = new double[scenario.applications().size()][together.epochs().count()];
    for (DeviceSpec device : scenario.devices()) {
      share(device.name());
    }
  }

  public static Reference of(Scenario scenario, long seed) {
    Run together = Run.of(scenario, Enforcement.ARRAY, seed, Control.NONE);
    List<Run> alone = new ArrayList<>();
    for (ApplicationSpec application : scenario.applications()) {
      alone.add(
          scenario.applications().size() == 1
              ? together
              : Run.of(
                  scenario.with(List.of(application)),
                  together.epochs(),
                  Enforcement.ARRAY,
                  seed,
                  Control.NONE));
    }
    return new Reference(scenario, seed, together, alone);
  }

  /** The same under somebody's control. */
  public Run under(Enforcement enforcement, Control control) {
    return Run.of(scenario, epochs(), enforcement, seed, control);
  }

  private double[][] costs() {
    double[][] found = new double[scenario.applications().size()][];
    for (int i = 0; i < found.length; i++) {
      found[i] = new double[scenario.applications().get(i).stages().size() + 1];
      for (int stage = Epochs.NO_STAGE; stage < found[i].length - 1; stage++) {
        double inCompany = cost(together, i, i, stage);
        found[i][stage + 1] = Double.isNaN(inCompany) ? cost(alone.get(i), 0, i, stage) : inCompany;
      }
    }
    return found;
  }

  private double cost(Run run, int number, int application, int stage) {
    double served = 0;
    long ios = 0;
    for (int epoch = 0; epoch < epochs().count(); epoch++) {
      if (epochs().stage(application, epoch) == stage) {
        served += run.counted().byEpoch().served(number, epoch);
        ios += run.counted().byEpoch().ios(number, epoch);
      }
    }
    return ios < ENOUGH ? Double.NaN : served / ios;
  }

  private void share(String device) {
    List<Integer> here = on(device);
    double[] wanted = new double[here.size()];
    double[] weights = new double[here.size()];
    for (int epoch = 0; epoch < epochs().count(); epoch++) {
      double time = 0;
      for (int i = 0; i < wanted.length; i++) {
        int application = here.get(i);
        double cost = costIn(application, epoch);
        time += together.counted().byEpoch().ios(application, epoch) * cost;
        wanted[i] = aloneIos(application, epoch) * cost;
        weights[i] = scenario.applications().get(application).weight();
      }
      double[] shares = Filling.shares(time, wanted, weights);
      for (int i = 0; i < wanted.length; i++) {
        double cost = costIn(here.get(i), epoch);
        fair[here.get(i)][epoch] = cost > 0 ? shares[i] / cost : 0;
      }
    }
  }

  /** The applications on a device. */
  List<Integer> on(String device) {
    List<Integer> here = new ArrayList<>();
    for (int i = 0; i < scenario.applications().size(); i++) {
      if (scenario.lunOf(scenario.applications().get(i)).device().equals(device)) {
        here.add(i);
      }
    }
    return here;
  }

  private double costIn(int application, int epoch) {
    double cost = costs[application][epochs().stage(application, epoch) + 1];
    return Double.isNaN(cost) ? 0 : cost;
  }

  public Scenario scenario() {
    return scenario;
  }

  public long seed() {
    return seed;
  }

  public Run together() {
    return together;
  }

  public Epochs epochs() {
    return together.epochs();
  }

  /** Device seconds for one of its I/Os in this epoch; 0 where it has none. */
  public double cost(int application, int epoch) {
    return costIn(application, epoch);
  }

  /** Its fair number of I/Os in an epoch. */
  public double fairIos(int application, int epoch) {
    return fair[application][epoch];
  }

  /** The same per second, and never nothing. */
  double fairPerSecond(int application, int epoch) {
    return StrictMath.max(1e-9, fairIos(application, epoch) / epochs().seconds(epoch));
  }

  /** Its fair number of I/Os between two seconds. */
  double fairIos(int application, double from, double to) {
    double ios = 0;
    for (int epoch = epochs().at(from); epoch <= epochs().at(to); epoch++) {
      double begin = StrictMath.max(from, epochs().begin(epoch));
      double end = StrictMath.min(to, epochs().begin(epoch) + epochs().seconds(epoch));
      ios += fair[application][epoch] * StrictMath.max(0, end - begin) / epochs().seconds(epoch);
    }
    return ios;
  }

  /** What it does alone in an epoch. */
  public long aloneIos(int application, int epoch) {
    return alone.get(application).counted().byEpoch().ios(0, epoch);
  }

  public double aloneP99Millis(int application) {
    return alone.get(application).counted().p99Millis()[0];
  }

  /** Device seconds for one of its I/Os, over all that is judged; 0 when it has none. */
  double meanCost(int application) {
    double work = 0;
    double ios = 0;
    for (int epoch = firstJudged(); epoch < epochs().count(); epoch++) {
      work += fair[application][epoch] * costIn(application, epoch);
      ios += fair[application][epoch];
    }
    return ios == 0 ? 0 : work / ios;
  }

  private int firstJudged() {
    return epochs().at(scenario.judgedFrom());
  }

  /** Whether everybody has all it wants, over the time that is judged. */
  public boolean isContent() {
    for (int i = 0; i < fair.length; i++) {
      double has = 0;
      double wants = 0;
      for (int epoch = firstJudged(); epoch < epochs().count(); epoch++) {
        has += StrictMath.min(fair[i][epoch], together.counted().byEpoch().ios(i, epoch));
        wants += aloneIos(i, epoch);
      }
      if (has < CONTENT_PART * wants) {
        return false;
      }
    }
    return true;
  }

  /**
   * The mean, over the judged time in which not everybody on a device has what it wants, of the
   * most that anybody has there for its weight: device seconds per second.
   */
  double level(List<Integer> here) {
    double sum = 0;
    double seconds = 0;
    for (int epoch = firstJudged(); epoch < epochs().count(); epoch++) {
      double most = 0;
      boolean contended = false;
      for (int i : here) {
        double cost = costIn(i, epoch);
        double work = fair[i][epoch] * cost;
        most = StrictMath.max(most, work / scenario.applications().get(i).weight());
        contended |= aloneIos(i, epoch) * cost > work * 1.01;
      }
      if (contended) {
        sum += most;
        seconds += epochs().seconds(epoch);
      }
    }
    return seconds == 0 ? 0 : sum / seconds;
  }

  /** The most that applications make the device work in a second, over epochs that last for one. */
  double mostWork(List<Integer> here) {
    double most = 0;
    for (int epoch = firstJudged(); epoch < epochs().count(); epoch++) {
      if (epochs().seconds(epoch) >= 1) {
        most = StrictMath.max(most, work(here, epoch) / epochs().seconds(epoch));
      }
    }
    return most > 0 ? most : workPerSecond(here);
  }

  private double workPerSecond(List<Integer> here) {
    double work = 0;
    for (int epoch = firstJudged(); epoch < epochs().count(); epoch++) {
      work += work(here, epoch);
    }
    return work / (scenario.seconds() - scenario.judgedFrom());
  }

  /** What they make the device work in an epoch when nobody is limited, in seconds. */
  double work(List<Integer> here, int epoch) {
    double work = 0;
    for (int i : here) {
      work += together.counted().byEpoch().ios(i, epoch) * costIn(i, epoch);
    }
    return work;
  }
}
