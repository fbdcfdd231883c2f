package io.oasis.lab.zoo.random;

import io.oasis.lab.zoo.scenario.ApplicationSpec;
import io.oasis.lab.zoo.scenario.ApplicationSpec.Load;
import io.oasis.lab.zoo.scenario.ApplicationSpec.StageSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec.Order;
import io.oasis.lab.zoo.scenario.DeviceSpec.Peculiarities;
import io.oasis.lab.zoo.scenario.DeviceSpec.Service;
import io.oasis.lab.zoo.scenario.DeviceSpec.Spread;
import io.oasis.lab.zoo.scenario.Scenario;
import io.oasis.lab.zoo.scenario.Scenario.LunSpec;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Makes a failing scenario small: leaves out applications, stages, LUNs, peculiarities of the
 * device and of I/Os, one at a time, as long as it fails; begins anew after each success.
 */
public final class Shrinker {
  private static final int MOST_TRIES = 200;

  private final Predicate<Scenario> fails;
  private int tries;

  /**
   * @param fails whether a scenario still fails
   */
  public Shrinker(Predicate<Scenario> fails) {
    this.fails = fails;
  }

  /** The smallest that was found. */
  public Scenario smallest(Scenario failing) {
    Scenario smallest = failing;
    boolean found = true;
    while (found) {
      found = false;
      for (Scenario smaller : smaller(smallest)) {
        if (!smaller.equals(smallest) && tries++ < MOST_TRIES && fails.test(smaller)) {
          smallest = smaller;
          found = true;
          break;
        }
      }
    }
    return smallest;
  }

  /** All that are one step simpler, the boldest first. */
  static List<Scenario> smaller(Scenario scenario) {
    List<Scenario> smaller = new ArrayList<>();
    List<ApplicationSpec> applications = scenario.applications();
    for (int i = 0; i < applications.size() && applications.size() > 1; i++) {
      List<ApplicationSpec> fewer = new ArrayList<>(applications);
      fewer.remove(i);
      smaller.add(scenario.with(fewer));
    }
    smaller.add(scenario.inFairWeather());
    smaller.add(onOneLun(scenario));
    DeviceSpec device = scenario.devices().getFirst();
    if (scenario.devices().size() == 1) {
      simpler(device).forEach(one -> smaller.add(scenario.on(List.of(one))));
    }
    for (int i = 0; i < applications.size(); i++) {
      for (ApplicationSpec one : simpler(applications.get(i))) {
        List<ApplicationSpec> others = new ArrayList<>(applications);
        others.set(i, one);
        smaller.add(scenario.with(others));
      }
    }
    return smaller;
  }

  private static Scenario onOneLun(Scenario scenario) {
    LunSpec first = scenario.luns().getFirst();
    return scenario
        .inFairWeather()
        .onLuns(
            List.of(first),
            scenario.applications().stream()
                .map(application -> application.on(first.host(), first.name()))
                .toList());
  }

  private static List<DeviceSpec> simpler(DeviceSpec device) {
    Service read = new Service(device.read().micros(), device.read().bytesPerSecond(), FIXED);
    Service free = new Service(device.read().micros(), Double.POSITIVE_INFINITY, FIXED);
    return List.of(
        simpler(device, free, free, Order.FIFO, false),
        simpler(device, read, device.write(), device.order(), false),
        simpler(device, device.read(), device.read(), device.order(), true),
        simpler(device, read, read, device.order(), true),
        simpler(device, device.read(), device.write(), Order.FIFO, true));
  }

  private static final Spread FIXED = new Spread.Fixed();

  /**
   * @param peculiar whether it keeps what is peculiar about it
   */
  private static DeviceSpec simpler(
      DeviceSpec device, Service read, Service write, Order order, boolean peculiar) {
    return new DeviceSpec(
        device.name(),
        device.servers(),
        order,
        1_024,
        read,
        write,
        peculiar ? device.peculiar() : Peculiarities.NONE);
  }

  private static List<ApplicationSpec> simpler(ApplicationSpec application) {
    List<ApplicationSpec> simpler = new ArrayList<>();
    for (StageSpec stage : application.stages()) {
      if (!(stage.load() instanceof Load.Idle)) {
        simpler.add(application.doing(List.of(stage.lasting(Double.POSITIVE_INFINITY)), false));
      }
    }
    simpler.add(
        application.doing(
            application.stages().stream().map(Shrinker::plain).toList(), application.repeat()));
    simpler.add(application.fromTheBeginning());
    return simpler;
  }

  private static StageSpec plain(StageSpec stage) {
    return new StageSpec(stage.seconds(), stage.load(), 4_096, 1, 0);
  }
}
