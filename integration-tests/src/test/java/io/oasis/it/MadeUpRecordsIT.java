package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.bench.BulkProducer;
import io.oasis.distribution.Deployment;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.trust.HostToken;
import io.oasis.messaging.trust.KeyDirectory;
import io.oasis.messaging.trust.Seal;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Speaker;
import io.oasis.proving.scale.ProcessCost;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows at a real manager that a million records on each topic that a host writes, made up by one
 * that has a token and the rights of agent and adapter, take nothing of what others are to have and
 * no memory, and are told with the host's name; also when all of it has been heard. It waits until
 * the domain is no longer new.
 */
@Tag("deep")
class MadeUpRecordsIT {
  private static final int RECORDS = 1_000_000;

  /** Of those on the three topics that controllers read; some are within what a host may send. */
  private static final double REFUSED = 2.7 * RECORDS;

  private static final Duration FOUNDING = Duration.ofSeconds(630);
  private static final Duration PATIENCE = Duration.ofMinutes(10);

  /** What a flood leaves behind shows by then. */
  private static final Duration AFTER = Duration.ofSeconds(30);

  private static final double MOST_MOVED = 0.01;
  private static final double MOST_MIB = 420;
  private static final Pattern TARGET =
      Pattern.compile("\"queue\":\"(good[^\"]*)\".*?\"targetIops\":([0-9.E]+)");

  private static final Pattern VERSION = Pattern.compile("\"version\":\"([0-9.]+)\"");
  private static final String DOMAIN = "/api/v1/domains/pool%3Ashared";

  @TempDir private static Path directory = Path.of("");

  private final MadeUpRecords records = new MadeUpRecords();

  @Test
  void aMillionOnEachTopicTakeNothingFromOthers() throws Exception {
    ScheduledExecutorService honest = Executors.newSingleThreadScheduledExecutor();
    try (Services services =
            Services.start(directory, Deployment.forTrial().only("manager"), _ -> {});
        KafkaProducer<byte[], byte[]> hosts = producer(services, "agent");
        KafkaProducer<byte[], byte[]> agent = producer(services, "agent");
        KafkaProducer<byte[], byte[]> adapter = producer(services, "adapter")) {
      Map<String, Seal> seals = new HashMap<>();
      for (String host : List.of("good1", "good2", MadeUpRecords.BAD)) {
        seals.put(host, token(host));
      }
      List<List<ProducerRecord<byte[], byte[]>>> made = records.madeUp(token(MadeUpRecords.BAD));
      Future<?> told =
          honest.scheduleAtFixedRate(
              () -> seals.forEach((host, seal) -> records.interval(hosts, host, seal)),
              0,
              1,
              TimeUnit.SECONDS);
      assertThat(Wait.pause(FOUNDING)).isTrue();
      Map<String, Double> before = targets(services);
      assertThat(before).hasSize(4);
      Thread flood = Thread.ofPlatform().daemon().start(() -> flood(agent, adapter, made));
      assertNothingIsTaken(services, flood, before);
      told.cancel(false);
    } finally {
      honest.shutdownNow();
    }
  }

  private static void assertNothingIsTaken(
      Services services, Thread flood, Map<String, Double> before) throws IOException {
    double mibBefore = ProcessCost.of(services.pid("manager")).residentMib();
    long pid = services.pid("manager");
    Map<String, Double> least = new TreeMap<>(before);
    Map<String, Double> largest = new TreeMap<>(before);
    long start = System.nanoTime();
    long end = start;
    double most = 0;
    String decided = version(services);
    while (System.nanoTime() - end < AFTER.toNanos()) {
      if (refused(services) < REFUSED || flood.isAlive()) {
        end = System.nanoTime();
        decided = version(services);
      }
      assertThat(System.nanoTime() - start).isLessThan(PATIENCE.toNanos());
      assertThat(Wait.pause(Duration.ofSeconds(1))).isTrue();
      targets(services)
          .forEach(
              (queue, iops) -> {
                least.merge(queue, iops, Math::min);
                largest.merge(queue, iops, Math::max);
              });
      most = Math.max(most, ProcessCost.of(services.pid("manager")).residentMib());
    }
    System.out.printf("before %s, least %s, largest %s%n", before, least, largest);
    System.out.printf("%.0f refused, MiB %.0f then %.0f%n", refused(services), mibBefore, most);
    String doctor = services.get(services.url() + "/api/v1/doctor");
    System.out.println(doctor.substring(0, Math.min(3_000, doctor.length())));
    assertThat(least).hasSize(4);
    before.forEach(
        (queue, iops) -> {
          assertThat(least.get(queue)).as(queue).isGreaterThan((1 - MOST_MOVED) * iops);
          assertThat(largest.get(queue)).as(queue).isLessThan((1 + MOST_MOVED) * iops);
        });
    assertThat(most).isLessThan(MOST_MIB);
    assertThat(services.pid("manager")).isEqualTo(pid);
    assertThat(doctor).contains("host " + MadeUpRecords.BAD).doesNotContain("has waited");
    assertThat(version(services)).as("it is decided again").isNotEqualTo(decided);
  }

  private static Seal token(String host) throws Exception {
    Path file = directory.resolve(host + ".token");
    new KeyDirectory(directory.resolve("keys"))
        .token(new Speaker.Host(new HostId(host), List.of()), Optional.of(file));
    return HostToken.read(file);
  }

  private static Map<String, Double> targets(Services services) {
    Map<String, Double> targets = new TreeMap<>();
    String queues = services.get(services.url() + DOMAIN + "/queues?limit=50");
    Matcher found = TARGET.matcher(queues);
    while (found.find()) {
      targets.put(found.group(1), Double.parseDouble(found.group(2)));
    }
    return targets;
  }

  private static String version(Services services) {
    Matcher found = VERSION.matcher(services.get(services.url() + DOMAIN));
    assertThat(found.find()).isTrue();
    return found.group(1);
  }

  private static double refused(Services services) {
    return services
        .metrics("manager")
        .lines()
        .filter(line -> line.startsWith("oasis_manager_records_refused_total"))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** As fast as the broker takes them. */
  private static void flood(
      KafkaProducer<byte[], byte[]> agent,
      KafkaProducer<byte[], byte[]> adapter,
      List<List<ProducerRecord<byte[], byte[]>>> kinds) {
    for (int i = 0; i < RECORDS; i++) {
      for (int kind = 0; kind < 4; kind++) {
        var _ = (kind == 0 || kind == 3 ? agent : adapter).send(kinds.get(kind).get(i % 20_000));
      }
    }
  }

  private static KafkaProducer<byte[], byte[]> producer(Services services, String principal) {
    Map<String, Object> client = new HashMap<>(services.kafka());
    client.putAll(services.secrets().client(principal));
    return BulkProducer.open(client, 64);
  }
}
