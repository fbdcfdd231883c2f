package io.oasis.lab.zoo.random;

import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.sim.Chance;
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
 * Draws a site: a device, one to three LUNs on one or two hosts, two to six applications, seldom a
 * bad network. Loads are drawn about what the device can carry, so that some are content, some near
 * the knee, and some far beyond it. The same seed draws the same.
 */
public final class RandomScenario {
  private static final double SECONDS = 300;
  private static final double JUDGED_FROM = 100;
  private static final double FOR_EVER = Double.POSITIVE_INFINITY;

  private final Chance chance;
  private final long seed;

  private RandomScenario(long seed) {
    this.seed = seed;
    this.chance = new Chance(seed, "random scenario");
  }

  public static Scenario of(long seed) {
    return new RandomScenario(seed).draw();
  }

  private Scenario draw() {
    RandomDevice device = new RandomDevice(chance);
    DeviceSpec spec = device.draw();
    List<LunSpec> luns = luns();
    List<ApplicationSpec> applications = new ArrayList<>();
    int count = 2 + (int) chance.below(5);
    for (int i = 0; i < count; i++) {
      LunSpec lun = luns.get(i < luns.size() ? i : (int) chance.below(luns.size()));
      applications.add(application("a" + (i + 1), lun, device.iops(), count));
    }
    boolean bad = chance.happens(0.1);
    NetworkSpec network =
        bad
            ? new NetworkSpec(
                0.1 * chance.even(), 0.05 * chance.even(), StrictMath.rint(400 * chance.even()))
            : NetworkSpec.FAIR;
    return new Scenario(
        "random-" + seed,
        "random",
        new Trial(SECONDS, JUDGED_FROM, List.of(Enforcement.values()), List.of(seed)),
        List.of(spec),
        luns,
        applications,
        network,
        new TreeMap<>());
  }

  private List<LunSpec> luns() {
    List<LunSpec> luns = new ArrayList<>();
    int count = chance.happens(0.6) ? 1 : 1 + (int) chance.below(3);
    for (int i = 0; i < count; i++) {
      String host = i > 0 && chance.happens(0.5) ? "h2" : "h1";
      luns.add(new LunSpec("l" + (i + 1), host, "d"));
    }
    return luns;
  }

  private ApplicationSpec application(String name, LunSpec lun, double iops, int count) {
    Form form = form();
    double from = chance.happens(0.1) ? StrictMath.rint(150 * chance.even()) : 0;
    double weight = chance.happens(0.1) ? 2 : 1;
    List<StageSpec> stages = new ArrayList<>();
    double kind = chance.even();
    if (kind < 0.5) {
      stages.add(form.stage(FOR_EVER, load(iops, count)));
    } else if (kind < 0.8) {
      stages.add(form.stage(length(), load(iops, count)));
      stages.add(form.stage(length(), new Load.Idle()));
    } else {
      stages.add(form.stage(length() * 4, load(iops, count)));
      stages.add(form.stage(length() * 4, load(iops, count)));
    }
    return new ApplicationSpec(
        name, lun.host(), lun.name(), from, weight, stages, stages.size() > 1);
  }

  /** What all I/Os of an application are like. */
  private record Form(int bytes, double reads, double sequential) {
    StageSpec stage(double seconds, Load load) {
      return new StageSpec(seconds, load, bytes, reads, sequential);
    }
  }

  private Form form() {
    int bytes = chance.happens(0.75) ? 4_096 : 4_096 << chance.below(6);
    double reads = 1;
    if (chance.happens(0.35)) {
      reads = chance.happens(0.5) ? 0 : StrictMath.rint(10 * chance.even()) / 10;
    }
    return new Form(bytes, reads, chance.happens(0.1) ? 1 : 0);
  }

  /** From half a second to a minute, evenly on a scale of powers. */
  private double length() {
    return StrictMath.rint(10 * 0.5 * StrictMath.pow(120, chance.even())) / 10;
  }

  private Load load(double iops, int count) {
    double kind = chance.even();
    if (kind < 0.45) {
      return new Load.Closed(1 << chance.below(7), 0);
    }
    if (kind < 0.6) {
      return new Load.Closed(1 << chance.below(5), 1 + chance.below(30));
    }
    double part = chance.happens(0.8) ? 1.2 * chance.even() / count : chance.even();
    return new Load.Open(StrictMath.max(1, StrictMath.rint(iops * part)), chance.happens(0.8));
  }
}
