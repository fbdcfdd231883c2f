package io.oasis.lab.zoo.random;

import io.oasis.lab.sim.Chance;
import io.oasis.lab.zoo.scenario.DeviceSpec;
import io.oasis.lab.zoo.scenario.DeviceSpec.DepthGain;
import io.oasis.lab.zoo.scenario.DeviceSpec.Drift;
import io.oasis.lab.zoo.scenario.DeviceSpec.Order;
import io.oasis.lab.zoo.scenario.DeviceSpec.Peculiarities;
import io.oasis.lab.zoo.scenario.DeviceSpec.Service;
import io.oasis.lab.zoo.scenario.DeviceSpec.Spread;
import io.oasis.lab.zoo.scenario.DeviceSpec.Stall;
import io.oasis.lab.zoo.scenario.DeviceSpec.Store;
import io.oasis.lab.zoo.scenario.DeviceSpec.Wave;
import java.util.List;
import java.util.Optional;

/** Draws a device of 200 to 4,000 small reads a second, with zero to two peculiarities. */
final class RandomDevice {
  private static final int[] SERVERS = {1, 1, 1, 1, 2, 4, 8, 16, 64};
  private static final double[] BYTES_PER_SECOND = {5e7, 1e8, 2e8, 5e8};

  private final Chance chance;
  private double iops;

  RandomDevice(Chance chance) {
    this.chance = chance;
  }

  /** What it does of small reads when all is well; known when it was drawn. */
  double iops() {
    return iops;
  }

  DeviceSpec draw() {
    int servers = SERVERS[(int) chance.below(SERVERS.length)];
    iops = StrictMath.rint(200 * StrictMath.pow(20, chance.even()));
    double micros = StrictMath.rint(servers * 1e6 / iops);
    double bytes =
        chance.happens(0.5)
            ? BYTES_PER_SECOND[(int) chance.below(BYTES_PER_SECOND.length)]
            : Double.POSITIVE_INFINITY;
    Service read = new Service(micros, bytes, spread());
    Service write = read;
    if (chance.happens(0.4)) {
      double factor = StrictMath.pow(10, 1.3 * chance.even() - 0.5);
      write = new Service(StrictMath.rint(micros * factor), bytes, read.spread());
    }
    int own = (int) chance.below(12);
    int other = (int) chance.below(12);
    return new DeviceSpec(
        "d",
        servers,
        own == 1 || own == 2 ? Order.ELEVATOR : Order.FIFO,
        chance.happens(0.1) ? 64 : 1_024,
        read,
        write,
        new Peculiarities(
            chance.happens(0.2) ? 4 : 1,
            own == 1 ? Optional.of(new DepthGain(4 << chance.below(4), 2)) : Optional.empty(),
            own == 3 ? List.of(stall()) : List.of(),
            own == 4 ? Optional.of(drift()) : Optional.empty(),
            own == 5 ? Optional.of(wave()) : Optional.empty(),
            other == 1 ? Optional.of(store(micros / 4)) : Optional.empty(),
            other == 2 ? Optional.of(store(micros / 3)) : Optional.empty()));
  }

  private Spread spread() {
    return switch ((int) chance.below(3)) {
      case 0 -> new Spread.Fixed();
      case 1 -> new Spread.Uniform(0.5);
      default -> new Spread.Exponential();
    };
  }

  private Stall stall() {
    double every = StrictMath.rint(2 + 40 * chance.even());
    return new Stall(every, StrictMath.rint(every * 100 * 0.1 * chance.even() + 1) / 100);
  }

  private Drift drift() {
    return new Drift(chance.happens(0.5) ? -0.005 : 0.004, 80, 80 + 50 + chance.below(150));
  }

  private Wave wave() {
    return new Wave(StrictMath.rint(1 + 5 * chance.even()) / 10, 10 + chance.below(110));
  }

  private Store store(double micros) {
    return new Store(
        StrictMath.rint(iops * (10 + 150 * chance.even())),
        StrictMath.rint(iops * 0.3 * chance.even()),
        StrictMath.max(1, StrictMath.rint(micros)));
  }
}
