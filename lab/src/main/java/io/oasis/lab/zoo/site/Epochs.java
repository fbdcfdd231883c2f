package io.oasis.lab.zoo.site;

import io.oasis.lab.zoo.scenario.ApplicationSpec;
import io.oasis.lab.zoo.scenario.ApplicationSpec.StageSpec;
import io.oasis.lab.zoo.scenario.Scenario;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/** The times between which every application of a scenario stays in its stage. */
public final class Epochs {
  /** Applications with more changes than that are looked at as if they stayed as they are then. */
  private static final int MOST = 20_000;

  /** Before its first stage, and after its last one. */
  public static final int NO_STAGE = -1;

  private final double[] bounds;
  private final int[][] stages;

  private Epochs(double[] bounds, int[][] stages) {
    this.bounds = bounds;
    this.stages = stages;
  }

  public static Epochs of(Scenario scenario) {
    TreeSet<Double> times = new TreeSet<>(List.of(0.0, scenario.judgedFrom()));
    for (ApplicationSpec application : scenario.applications()) {
      changes(application, scenario.seconds(), times);
    }
    times.removeIf(time -> time >= scenario.seconds());
    times.add(scenario.seconds());
    double[] bounds = times.stream().mapToDouble(Double::doubleValue).toArray();
    int[][] stages = new int[scenario.applications().size()][bounds.length - 1];
    for (int i = 0; i < stages.length; i++) {
      for (int epoch = 0; epoch < bounds.length - 1; epoch++) {
        double middle = (bounds[epoch] + bounds[epoch + 1]) / 2;
        stages[i][epoch] = stageAt(scenario.applications().get(i), middle);
      }
    }
    return new Epochs(bounds, stages);
  }

  private static void changes(ApplicationSpec application, double until, TreeSet<Double> times) {
    double at = application.fromSeconds();
    times.add(at);
    do {
      for (StageSpec stage : application.stages()) {
        at += stage.seconds();
        times.add(at);
      }
    } while (application.repeat() && at < until && times.size() < MOST);
  }

  private static int stageAt(ApplicationSpec application, double second) {
    double since = second - application.fromSeconds();
    if (since < 0) {
      return NO_STAGE;
    }
    double round = application.stages().stream().mapToDouble(StageSpec::seconds).sum();
    if (application.repeat() && round < Double.POSITIVE_INFINITY) {
      since %= round;
    }
    for (int i = 0; i < application.stages().size(); i++) {
      since -= application.stages().get(i).seconds();
      if (since < 0) {
        return i;
      }
    }
    return NO_STAGE;
  }

  public int count() {
    return bounds.length - 1;
  }

  /** Where they begin, and where the last one ends, in seconds. */
  public double[] bounds() {
    return bounds.clone();
  }

  public double begin(int epoch) {
    return bounds[epoch];
  }

  public double seconds(int epoch) {
    return bounds[epoch + 1] - bounds[epoch];
  }

  /** The epoch of a time. */
  public int at(double second) {
    int found = Arrays.binarySearch(bounds, second);
    int epoch = found >= 0 ? found : -found - 2;
    return StrictMath.clamp(epoch, 0, count() - 1);
  }

  /** The stage of an application; {@link #NO_STAGE} when it is in none. */
  public int stage(int application, int epoch) {
    return stages[application][epoch];
  }
}
