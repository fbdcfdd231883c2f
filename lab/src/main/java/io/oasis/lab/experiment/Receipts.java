package io.oasis.lab.experiment;

import io.oasis.brick.device.FixedRate;
import io.oasis.lab.host.Backend;
import io.oasis.lab.host.LabHost;
import io.oasis.lab.host.LabHost.Enforcement;
import io.oasis.lab.host.LatencyTruth;
import io.oasis.lab.host.Lun;
import io.oasis.lab.host.Stage;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.core.receipt.Parts;
import io.oasis.manager.core.receipt.Receipt;
import io.oasis.protocol.Mode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;

/** Latency receipts beside what the model of the device knows of every single I/O. */
final class Receipts implements Experiment {
  private static final double IOPS = 1_000;

  /** Seconds from an answer to the next I/O, on average: without them it is a metronome. */
  private static final double[] THINKING = {0, 0.000_05, 0.000_1, 0.000_2, 0.000_5};

  /** The calendar of a run begins 40 s after a full minute: these are full minutes. */
  private static final int ENFORCED = 260;

  private static final int SECONDS = 500;
  private static final int JUDGED = 120;

  /** Until the receipt of a minute that is over can be read. */
  private static final int WRITTEN = 3;

  @Override
  public Outline outline() {
    return Outline.of(
            "latency-receipts",
            "beyond the papers; ONTAP's delay centres are what support asks for first",
            "Closed loops of depths 16, 4 and 1 that think for 0, 50, 100, 200 or 500 us between"
                + " two I/Os, each on a LUN of its own of a FIFO array of 1000 IOPS that is seen at"
                + " rest in the first 20 s; SHADOW until 263 s, then ENFORCE, with limits in the"
                + " host's kernel (host) and in the array (array). Judged: the parts of every"
                + " queue's receipts of the last two minutes in each mode, against those of every"
                + " I/O, as parts of the true total; the worst of all queues and times of"
                + " thinking.")
        .under(Control.CAPACITY)
        .beside();
  }

  @Override
  public List<Long> seeds() {
    return LongStream.rangeClosed(1, 30).boxed().toList();
  }

  @Override
  public List<Long> reportSeeds() {
    return LongStream.rangeClosed(1, 5).boxed().toList();
  }

  @Override
  public RunResult run(String control, long seed) {
    List<RunResult> parts = new ArrayList<>();
    for (Enforcement where : Enforcement.values()) {
      for (double thinking : THINKING) {
        parts.add(run(where, thinking, control, seed));
      }
    }
    return Merge.of(parts);
  }

  static RunResult run(Enforcement where, double thinking, String control, long seed) {
    Trial trial = new Trial(control, seed);
    LabHost host = trial.world.host("h", where);
    Backend backend = new Backend(trial.world.time(), new FixedRate<>(IOPS, 10e9));
    int luns = 0;
    for (int depth : new int[] {16, 4, 1}) {
      Lun lun = trial.world.lun(host, "sd" + depth, backend, ((long) luns++) << 40);
      trial.run(
          host,
          lun,
          "depth" + depth,
          depth == 1 ? 0 : 20,
          Stage.random(new Stage.Arrival.Closed(depth, thinking)));
    }
    trial.manage();
    trial.world.rails(Mode.SHADOW, control, List.of());
    String prefix = where == Enforcement.HOST ? "host." : "array.";
    judge(trial, prefix + "shadow.", ENFORCED);
    trial.world.rails(Mode.ENFORCE, control, List.of());
    judge(trial, prefix + "enforce.", SECONDS);
    trial.measured("auditFaults", trial.world.audit().faults().size());
    return trial.result();
  }

  /** Runs to the end of a mode, and compares its last two minutes. */
  private static void judge(Trial trial, String prefix, int until) {
    trial.world.runUntil(until - JUDGED);
    trial.places.forEach(place -> place.truth().take());
    trial.world.runUntil(until);
    Map<LabHost.Place, LatencyTruth.Means> truths = new LinkedHashMap<>();
    trial.places.forEach(place -> truths.put(place, place.truth().take()));
    trial.world.runUntil(until + WRITTEN);
    DomainView view = trial.world.manager().flatMap(manager -> manager.view()).orElseThrow();
    for (LabHost.Place place : trial.places) {
      LatencyTruth.Means truth = Optional.ofNullable(truths.get(place)).orElseThrow();
      Receipt receipt = lastTwo(view, place);
      double total = truth.total();
      worst(trial, prefix + "deviceOff", receipt.parts().device() - truth.device(), total);
      worst(
          trial,
          prefix + "neighboursOff",
          receipt.parts().neighbours() - truth.neighbours(),
          total);
      worst(trial, prefix + "limitOff", receipt.parts().limit() - truth.limit(), total);
      worst(
          trial,
          prefix + "applicationOff",
          receipt.parts().application() - truth.application(),
          total);
      worst(trial, prefix + "unexplained", receipt.parts().unexplained(), total);
      worst(trial, prefix + "sumOff", receipt.remainder(), total);
    }
  }

  private static void worst(Trial trial, String metric, double off, double total) {
    trial.metrics.merge(metric, StrictMath.abs(off) / total, StrictMath::max);
  }

  /** The mean of the two newest minutes. */
  private static Receipt lastTwo(DomainView view, LabHost.Place place) {
    List<Receipt> receipts =
        view.queues().stream()
            .filter(queue -> queue.queue().equals(place.queue()))
            .findFirst()
            .orElseThrow()
            .measured()
            .receipts();
    Receipt a = receipts.get(0);
    Receipt b = receipts.get(1);
    double ios = a.ios() + b.ios();
    double p = a.ios() / ios;
    double q = b.ios() / ios;
    return new Receipt(
        a.at(),
        ios,
        p * a.measured() + q * b.measured(),
        p * a.total() + q * b.total(),
        Parts.NONE.plus(a.parts(), p).plus(b.parts(), q));
  }

  @Override
  public List<Bar> bars(String policy) {
    List<Bar> bars = new ArrayList<>();
    for (String where : List.of("host.", "array.")) {
      for (String mode : List.of("shadow.", "enforce.")) {
        for (String part :
            List.of("deviceOff", "neighboursOff", "limitOff", "applicationOff", "unexplained")) {
          bars.add(Bar.atMost(where + mode + part, 0.1));
        }
        bars.add(Bar.atMost(where + mode + "sumOff", 1e-9));
      }
    }
    bars.add(Bar.noFaults("auditFaults"));
    return bars;
  }
}
