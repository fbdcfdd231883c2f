package io.oasis.lab.experiment;

import io.oasis.brick.device.FixedRate;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.lab.sim.Chance;
import java.util.ArrayList;
import java.util.List;

/** One domain with ten thousand queues settles as fast as one with ten. */
final class TenThousandQueues implements Experiment {
  private static final double PER_QUEUE = 20;
  private static final double OVERLOAD = 1.5;
  private static final double SHAPE = 1.5;
  private static final int SECONDS = 40;
  private static final int JUDGED_FROM = 25;
  private static final int MANY = 10_000;
  private static final int FEW = 10;
  private static final double MOST = 500;

  @Override
  public Outline outline() {
    return Outline.of(
            "ten-thousand-queues",
            "beyond the papers",
            "Open loops with heavy-tailed rates (Pareto, shape 1.5) that want 1.5 times what a FIFO"
                + " array has, 20 IOPS a queue; 10 and 10,000 queues in one domain for 40 s.")
        .under(Control.CAPACITY)
        .beside(Control.CLAIRVOYANT);
  }

  @Override
  public List<Long> reportSeeds() {
    return List.of(1L);
  }

  @Override
  public RunResult run(String control, long seed) {
    return Merge.of(List.of(run(control, seed, FEW), run(control, seed, MANY)));
  }

  private static RunResult run(String control, long seed, int count) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", LabHost.Enforcement.HOST);
    double capacity = PER_QUEUE * count;
    Backend backend = new Backend(trial.world.time(), new FixedRate<>(capacity, 10e12));
    Lun lun = trial.world.lun(host, "sda", backend, 0);
    double[] demands = demands(seed, count, OVERLOAD * capacity);
    for (int i = 0; i < count; i++) {
      trial.run(host, lun, "q" + i, 0, Stage.random(new Stage.Arrival.Open(demands[i], false, 64)));
    }
    if (control.equals(Control.CLAIRVOYANT)) {
      Control.clairvoyant(trial.places, capacity, demands);
    } else {
      trial.manage();
    }
    Recorder recorder = trial.record();
    trial.world.runUntil(SECONDS);
    if (trial.isManaged()) {
      trial.measured("periodsToSettle." + count, settled(recorder));
    }
    double[] fair = Control.fairShares(capacity, demands);
    double off = 0;
    double total = 0;
    List<Double> relative = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      double got = recorder.iops(i, JUDGED_FROM, SECONDS);
      off += StrictMath.abs(got - fair[i]);
      total += fair[i];
      relative.add(got / fair[i]);
    }
    relative.sort(Double::compare);
    trial.measured("unfairness." + count, off / total);
    trial.measured("lowestPercentile." + count, relative.get(count / 100));
    trial.measured("used." + count, recorder.totalIops(JUDGED_FROM, SECONDS) / capacity);
    trial.measured("auditFaults", trial.world.audit().faults().size());
    return trial.result().metricsOnly();
  }

  private static double[] demands(long seed, int count, double sum) {
    Chance chance = new Chance(seed, "demands");
    double[] demands = new double[count];
    double total = 0;
    for (int i = 0; i < count; i++) {
      demands[i] = StrictMath.min(MOST, chance.pareto(1, SHAPE));
      total += demands[i];
    }
    for (int i = 0; i < count; i++) {
      demands[i] *= sum / total;
    }
    return demands;
  }

  /** From then on all allocations together stay within 5 % of their final means. */
  private static int settled(Recorder recorder) {
    int end = recorder.seconds();
    int last = end - end / 3;
    double[] mean = new double[recorder.count()];
    for (int i = 0; i < mean.length; i++) {
      for (int second = last; second <= end; second++) {
        double value = recorder.allocation(i, second);
        mean[i] += (Double.isNaN(value) ? 0 : value) / (end - last + 1);
      }
    }
    for (int second = end; second > 0; second--) {
      double off = 0;
      double sum = 0;
      for (int i = 0; i < mean.length; i++) {
        double value = recorder.allocation(i, second);
        off += StrictMath.abs((Double.isNaN(value) ? 0 : value) - mean[i]);
        sum += mean[i];
      }
      if (off > 0.1 * sum) {
        return second + 1;
      }
    }
    return 0;
  }

  @Override
  public String remark(String policy) {
    return "At 20 IOPS a queue the throttle decides, not the policy: in slices of 100 ms it gives"
        + " one I/O at a time only multiples of 10 IOPS, so of a limit of 19 a queue gets 10"
        + " to 19, and an open loop of 19 looks like one held back at 19. The report runs"
        + " one seed, `oasis lab run` five.";
  }

  @Override
  public List<Bar> bars(String policy) {
    return List.of(
        Bar.atMost("periodsToSettle.10000", 20),
        Bar.atMost("unfairness.10000", 0.1),
        Bar.atLeast("used.10000", 0.95, "clairvoyant.used.10000"),
        Bar.noFaults("auditFaults"));
  }
}
