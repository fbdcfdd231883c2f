package io.oasis.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.door.Certificates;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.Message;
import io.oasis.protocol.Topic;
import io.oasis.proving.scale.ProcessCost;
import io.oasis.proving.scale.Traffic;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What the way through the broker costs: from a request to the setting that answers it while little
 * happens, and how many requests a second are taken when much does. Broker, manager and the
 * benchmark share the machine.
 */
@Tag("bench")
class EndToEndBenchIT {
  private static final int PARTITIONS = 4;

  /** Each is asked once an interval, one after the other. */
  private static final int IDLE_DOMAINS = 40;

  private static final int IDLE_ROUNDS = 40;
  private static final int WARM_ROUNDS = 10;

  /** Ten thousand queues: what a manager's memory is meant for. */
  private static final int BUSY_DOMAINS = 40;

  private static final int BUSY_QUEUES = 250;
  private static final int WARM_INTERVALS = 20;
  private static final int BUSY_INTERVALS = 120;

  /** Intervals that are sent at once: what has waited for two seconds is not decided about. */
  private static final int BURST = 6;

  /** A manager that has caught up says so by then. */
  private static final Duration CAUGHT_UP = Duration.ofSeconds(1);

  private static final String MANAGER_GROUP = "oasis-manager";

  /** A link that has just begun to talk to the broker drops what it cannot address yet. */
  private static final Duration START = Duration.ofSeconds(20);

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path directory = Path.of("");

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void requestToSettingWhileIdle(boolean isTls) throws Exception {
    String name = named("request-to-setting", isTls);
    try (Services services = start();
        KafkaLink link =
            KafkaLink.open(
                services.link("bench"),
                new SimpleMeterRegistry(),
                new Trust(services.seal(), Gate.OPEN))) {
      BlockingQueue<Message> settings = new ArrayBlockingQueue<>(100_000);
      TopicReader reader = link.read(Set.of(Topic.SETTINGS), TopicReader.From.LATEST, settings);
      List<Traffic> domains = new ArrayList<>();
      for (int i = 0; i < IDLE_DOMAINS; i++) {
        domains.add(new Traffic(i, 2));
      }
      Wait.until(START, reader::isPositioned);
      domains.forEach(domain -> Wait.until(START, () -> link.send(domain.enforce())));
      double[] millis = idle(link, settings, domains);
      if (millis.length == 0) {
        throw new AssertionError("no setting was pushed: nothing was measured");
      }
      BenchReport report = new BenchReport(name);
      report.row(
          "settings",
          millis.length,
          "p50 ms",
          millis[millis.length / 2],
          "p90 ms",
          millis[millis.length * 9 / 10],
          "p99 ms",
          millis[millis.length * 99 / 100],
          "longest ms",
          millis[millis.length - 1]);
      report.write();
    }
  }

  /** Besides the passwords and seals that there always are. */
  private String named(String benchmark, boolean isTls) throws Exception {
    if (isTls) {
      Certificates.ofBroker(directory, directory.resolve("authority"));
    }
    return benchmark + (isTls ? "-tls" : "");
  }

  /** Sorted times from the first request of an interval to the first setting it led to. */
  private static double[] idle(
      KafkaLink link, BlockingQueue<Message> settings, List<Traffic> domains)
      throws InterruptedException {
    Answers answers = new Answers(link, domains);
    long gap = 1_000_000_000L / domains.size();
    long due = System.nanoTime();
    for (int round = 0; round < WARM_ROUNDS + IDLE_ROUNDS; round++) {
      for (Traffic domain : domains) {
        domain.adapter().forEach(link::send);
        due += gap;
        answers.until(due, settings);
        answers.asked(domain, round >= WARM_ROUNDS);
        double[] demands = round / 2 % 2 == 0 ? new double[] {900, 300} : new double[] {300, 900};
        domain.requests(demands).forEach(link::send);
        link.send(domain.report(1_000));
      }
    }
    answers.until(due + 1_000_000_000L, settings);
    return answers.millis.stream().mapToDouble(Double::doubleValue).sorted().toArray();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void requestsPerSecondWhileBusy(boolean isTls) throws Exception {
    BenchReport report = new BenchReport(named("requests-through-the-broker", isTls));
    try (Services services = start();
        Admin broker = Admin.create(services.kafka());
        KafkaProducer<byte[], byte[]> producer = BulkProducer.open(services.kafka(), 32);
        BusyDomains domains = BusyDomains.enforced(BUSY_DOMAINS, BUSY_QUEUES, services)) {
      var intervals = domains.intervals(PARTITIONS);
      warmUp(producer, broker, intervals.getFirst());
      long signedBefore = domains.settings();
      long warm = late(services);
      double usedBefore = used(services);
      ProcessCost before = ProcessCost.of(services.pid("manager"));
      ProcessCost brokerBefore = ProcessCost.of(services.pid("broker"));
      long start = System.nanoTime();
      sendInBursts(producer, broker, intervals, domains);
      double seconds = (System.nanoTime() - start) / 1e9;
      assertThat(used(services) - usedBefore)
          .isEqualTo(BUSY_INTERVALS * intervals.getFirst().size());
      assertThat(late(services)).as("all that was heard was decided about").isEqualTo(warm);
      int requests = BUSY_INTERVALS * BUSY_DOMAINS * BUSY_QUEUES;
      report.row(
          "requests",
          requests,
          "queues",
          BUSY_DOMAINS * BUSY_QUEUES,
          "seconds",
          seconds,
          "requests/s",
          requests / seconds,
          "signed settings",
          domains.settings() - signedBefore,
          "manager cores",
          cores(services, "manager", before, seconds),
          "broker cores",
          cores(services, "broker", brokerBefore, seconds));
      report.write();
    }
  }

  private static double cores(Services services, String service, ProcessCost before, double seconds)
      throws IOException {
    ProcessCost now = ProcessCost.of(services.pid(service));
    return (now.cpuSeconds() - before.cpuSeconds()) / seconds;
  }

  private static void warmUp(
      KafkaProducer<byte[], byte[]> producer,
      Admin broker,
      List<ProducerRecord<byte[], byte[]>> interval) {
    send(producer, interval, WARM_INTERVALS);
    awaitCommitted(broker, WARM_INTERVALS * interval.size());
    assertThat(Wait.pause(CAUGHT_UP)).isTrue();
  }

  private static void sendInBursts(
      KafkaProducer<byte[], byte[]> producer,
      Admin broker,
      List<List<ProducerRecord<byte[], byte[]>>> intervals,
      BusyDomains domains) {
    for (int sent = BURST; sent <= BUSY_INTERVALS; sent += BURST) {
      var interval = intervals.get(sent / BURST % 2);
      domains.adapters();
      send(producer, interval, BURST);
      awaitCommitted(broker, (WARM_INTERVALS + sent) * interval.size());
    }
  }

  private static void send(
      KafkaProducer<byte[], byte[]> producer,
      List<ProducerRecord<byte[], byte[]>> interval,
      int times) {
    for (int i = 0; i < times; i++) {
      for (ProducerRecord<byte[], byte[]> each : interval) {
        var _ = producer.send(each);
      }
    }
    producer.flush();
  }

  /** Asks the broker how far the manager has come; its metrics cost it more to tell. */
  private static void awaitCommitted(Admin broker, int count) {
    if (!Wait.until(PATIENCE, () -> committed(broker) >= count)) {
      throw new AssertionError("only " + committed(broker) + " of " + count);
    }
  }

  private static long committed(Admin broker) {
    try {
      return broker
          .listConsumerGroupOffsets(MANAGER_GROUP)
          .partitionsToOffsetAndMetadata()
          .get()
          .entrySet()
          .stream()
          .filter(each -> each.getKey().topic().equals(Topic.REQUESTS.topicName()))
          .mapToLong(each -> each.getValue() == null ? 0 : each.getValue().offset())
          .sum();
    } catch (InterruptedException | ExecutionException e) {
      throw new IllegalStateException(e);
    }
  }

  private static double used(Services services) {
    return services
        .metrics("manager")
        .lines()
        .filter(line -> line.startsWith("oasis_manager_records_used_total"))
        .filter(line -> line.contains("\"oasis.requests\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** How often the manager said that what it hears has waited at the broker. */
  private static long late(Services services) throws IOException {
    String log = Files.readString(services.log("manager"));
    return log.lines().filter(line -> line.contains("what is heard")).count();
  }

  private Services start() {
    return Services.start(directory, Deployment.forTrial().only("manager"), _ -> {});
  }
}
