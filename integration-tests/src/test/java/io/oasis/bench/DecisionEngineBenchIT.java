package io.oasis.bench;

import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import io.oasis.protocol.Version;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What the decision engine does on one core: inputs per second, and the decision of an interval.
 */
@Tag("bench")
class DecisionEngineBenchIT {
  /** The law that learns a capacity, an interval a second. */
  private static final ControllerConfig CONFIG =
      new ControllerConfig(
          Duration.ofSeconds(1), Duration.ofSeconds(15), Mode.SHADOW, "proportional-fair");

  private static final DomainId DOMAIN = new DomainId("disk:bench");
  private static final LunId LUN = new LunId("serial:bench");
  private static final HostId HOST = new HostId("h");
  private static final AdapterId ADAPTER = new AdapterId("h:bench");
  private static final int ROUNDS = 40;
  private static final long INPUTS_PER_ROUND = 200_000;

  private static final int RECORDS = 40_000;

  private Instant now = Instant.ofEpochSecond(1_000_000);

  @Test
  void inputsPerSecondAndDecisionTime() throws IOException {
    BenchReport report = new BenchReport("decision-engine");
    double[] nanosPerInput = new double[3];
    int[] sizes = {10, 1_000, 10_000};
    for (int i = 0; i < sizes.length; i++) {
      Measured measured = measure(sizes[i]);
      nanosPerInput[i] = measured.nanosPerInput;
      report.row(
          "queues",
          sizes[i],
          "ns per input",
          measured.nanosPerInput,
          "ratio to 10 queues",
          measured.nanosPerInput / nanosPerInput[0],
          "decision us",
          measured.decisionMicros,
          "decision ns per queue",
          measured.decisionMicros * 1_000 / sizes[i],
          "inputs/s with one decision per interval",
          measured.inputsPerSecond);
    }
    report.write();
  }

  private record Measured(double nanosPerInput, double decisionMicros, double inputsPerSecond) {}

  /** One that enforces, and has heard of each queue. */
  private DomainController controller(int count) {
    DomainController controller = new DomainController(DOMAIN, CONFIG, Optional.empty(), List.of());
    controller.on(
        new Input.RailsChanged(
            new GuardRails(
                DOMAIN, 1, now, Mode.ENFORCE, "proportional-fair", List.of(), List.of())),
        now);
    for (int i = 0; i < count; i++) {
      controller.on(
          new Input.Used(
              new UsageBatch(
                  DOMAIN,
                  queue(i).lun(),
                  ADAPTER,
                  now,
                  1_000,
                  List.of(new Usage(queue(i).application(), Flow.NONE, Flow.NONE)))),
          now);
    }
    return controller;
  }

  private Measured measure(int count) {
    DomainController controller = controller(count);
    List<List<Input>> variants = variants(count);
    int passes = (int) Math.max(1, INPUTS_PER_ROUND / count);
    long inputNanos = Long.MAX_VALUE;
    long decisionNanos = Long.MAX_VALUE;
    double bestRate = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long inputs = 0;
      long decisions = 0;
      long start = System.nanoTime();
      long effects = 0;
      for (int pass = 0; pass < passes; pass++) {
        now = now.plusSeconds(1);
        long before = System.nanoTime();
        for (Input input : variants.get((round + pass) % variants.size())) {
          effects += controller.on(input, now).size();
        }
        long between = System.nanoTime();
        effects += beat(controller);
        List<Effect> decided = controller.on(lunReport(count, round + pass), now);
        effects += decided.size();
        inputs += between - before;
        decisions += System.nanoTime() - between;
      }
      long elapsed = System.nanoTime() - start;
      bestRate = Math.max(bestRate, (double) passes * count / elapsed * 1e9);
      inputNanos = Math.min(inputNanos, inputs);
      decisionNanos = Math.min(decisionNanos, decisions);
      if (effects < 0) {
        throw new IllegalStateException("never: keeps the loop alive");
      }
    }
    return new Measured(
        (double) inputNanos / ((double) passes * count), decisionNanos / 1e3 / passes, bestRate);
  }

  private static QueueId queue(int i) {
    return new QueueId(new ApplicationId("h:/app-" + i), LUN);
  }

  private long beat(DomainController controller) {
    return controller
        .on(
            new Input.AdapterBeat(
                new AdapterStatus(
                    ADAPTER,
                    new SessionId("s"),
                    DOMAIN,
                    now,
                    Version.NONE,
                    1,
                    new AdapterStatus.Target("bench", 1, Optional.empty()))),
            now)
        .size();
  }

  /**
   * Heavy-tailed loads, a third of them held back, in variants, so that demands move. All sizes use
   * as many different records, so that the memory of the inputs themselves costs all sizes the
   * same.
   */
  private static List<List<Input>> variants(int count) {
    SplittableRandom random = new SplittableRandom(42);
    List<List<Input>> variants = new ArrayList<>();
    for (int variant = 0; variant < RECORDS / count; variant++) {
      List<Request> requests = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        double iops = 20 / Math.pow(random.nextDouble(), 0.8);
        boolean censored = random.nextInt(3) == 0;
        Flow reads = new Flow(iops, iops, iops * 8_192, 1_000);
        requests.add(
            new Request(
                queue(i).application(),
                new QueueSample(
                    reads, Flow.NONE, 1, Optional.empty(), QueueSample.LatencySource.LUN),
                new Demand(
                    censored ? Demand.Quality.CENSORED : Demand.Quality.OBSERVED,
                    Bandwidth.of(iops, iops * 8_192),
                    Optional.empty(),
                    "bench"),
                Optional.empty(),
                Optional.empty()));
      }
      variants.add(
          RequestBatch.of(interval(variant), requests).stream()
              .<Input>map(Input.Requested::new)
              .toList());
    }
    return variants;
  }

  private static LunInterval interval(long sequence) {
    return new LunInterval(DOMAIN, LUN, HOST, sequence, Instant.EPOCH, 1_000);
  }

  private static Input lunReport(int count, int sequence) {
    double iops = 60.0 * count;
    Flow reads = new Flow(iops, iops, iops * 8_192, 2_000);
    return new Input.LunReported(
        new LunReport(
            interval(sequence),
            reads,
            Flow.NONE,
            100,
            1,
            500,
            LunReport.Pressure.SATURATED,
            count));
  }
}
