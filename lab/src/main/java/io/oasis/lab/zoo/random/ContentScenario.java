package io.oasis.lab.zoo.random;

import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.sim.Chance;
import io.oasis.lab.zoo.judge.Reference;
import io.oasis.lab.zoo.scenario.ApplicationSpec;
import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.ApplicationSpec.StageSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.Scenario.LunSpec;
import io.oasis.lab.zoo.scenario.Scenario.NetworkSpec;
import io.oasis.lab.zoo.scenario.Scenario.Trial;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;

/**
 * Draws a device and two to six applications that all have what they want there: open loops,
 * thinkers, and on parallel devices closed loops that leave servers to the others, which together
 * use up to 0.85 of the device. Where that is not so after all, as the device is slower at times,
 * it is drawn again. The same seed draws the same.
 */
public final class ContentScenario {
  private static final double SECONDS = 200;
  private static final double JUDGED_FROM = 50;
  private static final double FOR_EVER = Double.POSITIVE_INFINITY;

  /** The most of the device that all use, as a part. */
  private static final double MOST_USED = 0.85;

  /** Tries before a seed is given up. */
  private static final int MOST_DRAWS = 100;

  private final Chance chance;
  private final long seed;

  private ContentScenario(long seed, int draw) {
    this.seed = seed;
    this.chance = new Chance(seed, "content scenario " + draw);
  }

  /** The first that is content of all that this seed draws. */
  public static Scenario of(long seed) {
    for (int draw = 0; draw < MOST_DRAWS; draw++) {
      Scenario scenario = new ContentScenario(seed, draw).draw();
      if (Reference.of(scenario, seed).isContent()) {
        return scenario;
      }
    }
    throw new IllegalStateException("seed " + seed + " draws nobody who is content");
  }

  private Scenario draw() {
    DeviceSpec device = new RandomDevice(chance).draw();
    LunSpec lun = new LunSpec("l1", "h1", "d");
    int count = 2 + (int) chance.below(5);
    double[] parts = new double[count];
    double sum = 0;
    for (int i = 0; i < count; i++) {
      parts[i] = chance.exponential(1);
      sum += parts[i];
    }
    double used = MOST_USED * StrictMath.sqrt(chance.even());
    List<ApplicationSpec> applications = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      applications.add(application("a" + (i + 1), lun, device, used * parts[i] / sum));
    }
    return new Scenario(
        "content-" + seed,
        "random",
        new Trial(SECONDS, JUDGED_FROM, List.of(Enforcement.values()), List.of(seed)),
        List.of(device),
        List.of(lun),
        applications,
        NetworkSpec.FAIR,
        new TreeMap<>());
  }

  /**
   * @param part of the device that it uses while it works
   */
  private ApplicationSpec application(String name, LunSpec lun, DeviceSpec device, double part) {
    int bytes = chance.happens(0.75) ? 4_096 : 4_096 << chance.below(6);
    double reads = chance.happens(0.65) ? 1 : StrictMath.rint(10 * chance.even()) / 10;
    double seconds =
        (reads * device.read().nanos(bytes) + (1 - reads) * device.write().nanos(bytes)) / 1e9;
    Load load = load(device.servers(), part, seconds);
    List<StageSpec> stages = new ArrayList<>();
    if (chance.happens(0.3)) {
      stages.add(new StageSpec(length(), load, bytes, reads, 0));
      stages.add(new StageSpec(length(), new Load.Idle(), 4_096, 1, 0));
    } else {
      stages.add(new StageSpec(FOR_EVER, load, bytes, reads, 0));
    }
    return new ApplicationSpec(name, lun.host(), lun.name(), 0, 1, stages, stages.size() > 1);
  }

  private Load load(int servers, double part, double seconds) {
    double busy = part * servers;
    double kind = chance.even();
    if (kind < 0.25 && busy >= 1) {
      return new Load.Closed((int) busy, 0);
    }
    if (kind < 0.5) {
      int depth = 1 + (int) StrictMath.floor(busy) + (int) chance.below(4);
      double think = StrictMath.rint(1e4 * seconds * (depth / busy - 1)) / 10;
      return new Load.Closed(depth, StrictMath.clamp(think, 0.1, 60_000));
    }
    return new Load.Open(StrictMath.max(1, StrictMath.rint(busy / seconds)), chance.happens(0.8));
  }

  /** From half a second to a minute, evenly on a scale of powers. */
  private double length() {
    return StrictMath.rint(5 * StrictMath.pow(120, chance.even())) / 10;
  }
}
