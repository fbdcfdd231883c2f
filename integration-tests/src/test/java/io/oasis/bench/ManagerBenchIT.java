package io.oasis.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Trust;
import io.oasis.proving.scale.ProcessCost;
import io.oasis.proving.scale.Traffic;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * How soon the manager serves its dashboard, and what it holds in memory, beside a service that has
 * nothing but Spring Boot.
 */
@Tag("bench")
class ManagerBenchIT {
  private static final int STARTS = 4;
  private static final int QUEUES = 10_000;
  private static final int INTERVALS = 30;

  @TempDir private Path directory = Path.of("");

  @Test
  void firstByteAndMemory() throws IOException {
    BenchReport report = new BenchReport("manager");
    try (Services services =
        Services.start(directory, Deployment.forTrial().only("manager"), _ -> {})) {
      for (int i = 0; i < STARTS; i++) {
        services.kill("manager");
        long start = System.nanoTime();
        services.launch("manager");
        Wait.until(Duration.ofSeconds(60), () -> !services.get(services.url() + "/").isEmpty());
        double firstByte = (System.nanoTime() - start) / 1e9;
        services.awaitManager();
        row(
            report,
            "start " + (i + 1),
            firstByte,
            ProcessCost.of(services.pid("manager")).residentMib());
      }
      for (int i = 0; i < STARTS; i++) {
        PlainService.Start plain = PlainService.measure();
        row(report, "a plain service of Spring Boot", plain.seconds(), plain.residentMib());
      }
      feed(services);
      row(
          report,
          QUEUES + " queues, " + INTERVALS + " intervals",
          "",
          ProcessCost.of(services.pid("manager")).residentMib());
      report.write();
    }
  }

  private static void row(BenchReport report, String what, Object firstByte, double mib) {
    report.row("what", what, "dashboard's first byte s", firstByte, "resident MiB", mib);
  }

  private static void feed(Services services) {
    Traffic traffic = new Traffic(0, QUEUES);
    LinkConfig config = services.link("bench").withSendBuffer(64L << 20);
    try (KafkaLink link =
        KafkaLink.open(config, new SimpleMeterRegistry(), new Trust(services.seal(), Gate.OPEN))) {
      Wait.until(Duration.ofSeconds(20), link::brokerAnswers);
      for (int i = 0; i < INTERVALS; i++) {
        long next = System.nanoTime() + 1_000_000_000L;
        traffic.adapter().forEach(link::send);
        traffic.requests(5, 10, 40, 300).forEach(link::send);
        link.send(traffic.report(200_000));
        Wait.pause(Duration.ofNanos(Math.max(1, next - System.nanoTime())));
      }
    }
  }
}
