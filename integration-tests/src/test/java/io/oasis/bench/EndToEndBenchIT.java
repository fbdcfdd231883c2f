package io.oasis.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Seal;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import io.oasis.proving.scale.ProcessCost;
import io.oasis.proving.scale.Traffic;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

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

  private static final int BUSY_DOMAINS = 64;
  private static final int BUSY_QUEUES = 250;
  private static final int WARM_INTERVALS = 20;
  private static final int BUSY_INTERVALS = 120;

  private static final String MANAGER_GROUP = "oasis-manager";

  /** A link that has just begun to talk to the broker drops what it cannot address yet. */
  private static final Duration START = Duration.ofSeconds(20);

  private static final Duration PATIENCE = Duration.ofMinutes(5);

  @TempDir private Path directory = Path.of("");

  @Test
  void requestToSettingWhileIdle() throws IOException, InterruptedException {
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
      BenchReport report = new BenchReport("request-to-setting");
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

  /** Plays the adapters: applies what arrives, and takes the time of the first to each question. */
  private static final class Answers {
    final KafkaLink link;
    final Map<String, Traffic> domains = new HashMap<>();
    final Map<String, Long> open = new HashMap<>();
    final List<Double> millis = new ArrayList<>();

    Answers(KafkaLink link, List<Traffic> all) {
      this.link = link;
      all.forEach(domain -> domains.put(domain.domain().value(), domain));
    }

    /** A question is asked; the one before, if it had no answer, changed nothing. */
    void asked(Traffic domain, boolean counts) {
      open.remove(domain.domain().value());
      if (counts) {
        open.put(domain.domain().value(), System.nanoTime());
      }
    }

    void until(long nanos, BlockingQueue<Message> settings) throws InterruptedException {
      while (System.nanoTime() - nanos < 0) {
        Message next = settings.poll(nanos - System.nanoTime(), TimeUnit.NANOSECONDS);
        if (next instanceof SettingBatch batch) {
          String domain = batch.domain().value();
          Long start = open.remove(domain);
          if (start != null) {
            millis.add((System.nanoTime() - start) / 1e6);
          }
          Traffic its = domains.get(domain);
          if (its != null) {
            its.applied(batch).forEach(link::send);
          }
        }
      }
    }
  }

  @Test
  void requestsPerSecondWhileBusy() throws IOException {
    try (Services services = start();
        Admin broker = Admin.create(services.kafka());
        KafkaProducer<byte[], byte[]> producer = producer(services)) {
      List<ProducerRecord<byte[], byte[]>> records = busyInterval(services.seal());
      send(producer, records, WARM_INTERVALS);
      awaitUsed(services, broker, WARM_INTERVALS * records.size());
      ProcessCost before = ProcessCost.of(services.pid("manager"));
      ProcessCost brokerBefore = ProcessCost.of(services.pid("broker"));
      long start = System.nanoTime();
      send(producer, records, BUSY_INTERVALS);
      awaitUsed(services, broker, (WARM_INTERVALS + BUSY_INTERVALS) * records.size());
      double seconds = (System.nanoTime() - start) / 1e9;
      ProcessCost after = ProcessCost.of(services.pid("manager"));
      ProcessCost brokerAfter = ProcessCost.of(services.pid("broker"));
      int requests = BUSY_INTERVALS * BUSY_DOMAINS * BUSY_QUEUES;
      BenchReport report = new BenchReport("requests-through-the-broker");
      report.row(
          "requests",
          requests,
          "queues",
          BUSY_DOMAINS * BUSY_QUEUES,
          "seconds",
          seconds,
          "requests/s",
          requests / seconds,
          "manager cores",
          (after.cpuSeconds() - before.cpuSeconds()) / seconds,
          "broker cores",
          (brokerAfter.cpuSeconds() - brokerBefore.cpuSeconds()) / seconds,
          "cores",
          Runtime.getRuntime().availableProcessors());
      report.write();
    }
  }

  /** One interval of all domains, made once: what is measured is not the making. */
  private static List<ProducerRecord<byte[], byte[]>> busyInterval(Seal seal) {
    MessageCodec codec = new MessageCodec();
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (int i = 0; i < BUSY_DOMAINS; i++) {
      Traffic traffic = new Traffic(1_000 + i, BUSY_QUEUES);
      String key = traffic.domain().value();
      int partition = DomainPartitioner.partition(key, PARTITIONS);
      List<Message> messages = new ArrayList<>(traffic.requests(5, 10, 40));
      messages.add(traffic.report(4_000));
      for (Message message : messages) {
        ProducerRecord<byte[], byte[]> sealed =
            new ProducerRecord<>(
                Topic.REQUESTS.topicName(),
                partition,
                key.getBytes(StandardCharsets.UTF_8),
                codec.encode(message));
        seal.put(Topic.REQUESTS, sealed.headers(), sealed.value());
        records.add(sealed);
      }
    }
    return records;
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

  /** Asks the broker how far the manager has committed; its metrics cost it more to tell. */
  private static void awaitUsed(Services services, Admin broker, int count) {
    if (!Wait.until(PATIENCE, () -> committed(broker) >= count)) {
      throw new AssertionError("only " + committed(broker) + " of " + count);
    }
    double used = used(services.metrics("manager"));
    if (used < count) {
      throw new AssertionError("only " + used + " of " + count + " were fit for use");
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

  private static double used(String metrics) {
    return Arrays.stream(metrics.split("\n", -1))
        .filter(line -> line.startsWith("oasis_manager_records_used_total"))
        .filter(line -> line.contains("\"oasis.requests\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  private Services start() {
    return Services.start(directory, Deployment.forTrial().only("manager"), _ -> {});
  }

  private static KafkaProducer<byte[], byte[]> producer(Services services) {
    Map<String, Object> client = new HashMap<>(services.kafka());
    client.putAll(
        Map.of(
            ProducerConfig.LINGER_MS_CONFIG,
            20,
            ProducerConfig.BATCH_SIZE_CONFIG,
            256 << 10,
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            "lz4",
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            32L << 20));
    return new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
