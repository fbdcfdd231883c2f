package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.messaging.trust.Seal;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.HostileInputs;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Samples;
import io.oasis.protocol.Schema;
import io.oasis.protocol.Topic;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that hostile records on the topics of the real services stop none of them, and that each
 * record that is not a message is counted by who read it and is in the dead letters with a reason.
 * A million records in deep runs; the seed is printed.
 */
@Tag("slow")
class HostileIT {
  private static final long SEED = 20_260_401;
  private static final int RECORDS = Boolean.getBoolean("oasis.deep") ? 1_000_000 : 200_000;
  private static final int PARTITIONS = 4;
  private static final int OVERSIZED_PER_TOPIC = 2;
  private static final Duration LEASE = Duration.ofSeconds(15);

  /** Far more than reading what is left takes. */
  private static final Duration DRAINED = Duration.ofMinutes(4);

  /**
   * Where a changed time lies ahead, what the host says after it is old; nothing else is untrusted.
   */
  private static final String OLD = "before its last word";

  private static final Duration ALIVE = Duration.ofSeconds(30);

  /** Who reads a topic; the others are written by services and read by people. */
  private static final Map<Topic, String> READERS =
      new EnumMap<>(
          Map.of(
              Topic.REQUESTS, "manager",
              Topic.USAGE, "manager",
              Topic.OUTCOMES, "manager",
              Topic.INVENTORY, "manager",
              Topic.GUARD_RAILS, "manager",
              Topic.GRANTS, "agent",
              Topic.SETTINGS, "adapter"));

  @TempDir private static Path directory = Path.of("");

  private static Services services;
  private static Seal seal = Seal.NONE;

  private final MessageCodec codec = new MessageCodec();
  private final List<Message> messages = new ArrayList<>(Samples.full().values());
  private final List<byte[]> golden = messages.stream().map(codec::encode).toList();

  @BeforeAll
  static void start() {
    services = Services.start(directory, Deployment.forTrial().lease(LEASE), _ -> {});
    seal = services.seal();
  }

  @AfterAll
  static void stop() {
    if (services != null) {
      services.close();
    }
  }

  @Test
  void hostileRecordsStopNothing() throws InterruptedException {
    Map<String, Long> pids = pids();
    System.out.println("seed " + SEED);
    assertThat(Wait.until(DRAINED, HostileIT::isHeard)).as("the adapter has said a word").isTrue();
    try (DeadLetters letters = DeadLetters.follow(services)) {
      long start = System.nanoTime();
      Map<Topic, Long> hostile = flood();
      double seconds = (System.nanoTime() - start) / 1e9;
      System.out.printf("%d records in %.0f s, not messages: %s%n", RECORDS, seconds, hostile);
      for (Topic topic : READERS.keySet()) {
        long least = hostile.getOrDefault(topic, 0L);
        boolean all = Wait.until(DRAINED, () -> letters.count(topic) >= least);
        assertThat(all)
            .as("%s: %d letters for %d bad records", topic, letters.count(topic), least)
            .isTrue();
        assertThat(Wait.until(ALIVE, () -> refused(topic) == letters.count(topic)))
            .as("%s: counted %.0f, letters %d", topic, refused(topic), letters.count(topic))
            .isTrue();
      }
      System.out.println("dead letters by kind: " + letters.kinds());
      assertThat(letters.withoutReason()).as("letters without a reason").isZero();
      assertThat(letters.kinds().keySet())
          .filteredOn(kind -> kind != DeadLetter.Kind.UNTRUSTED)
          .containsExactlyInAnyOrderElementsOf(
              EnumSet.range(DeadLetter.Kind.MALFORMED, DeadLetter.Kind.WRONG_TOPIC));
      assertThat(letters.untrusted()).allSatisfy(why -> assertThat(why).contains(OLD));
    }
    assertThat(pids()).as("the same processes").isEqualTo(pids);
    assertStillWorking();
  }

  /** Bad records by topic, as the codec sees them; readers may refuse more for other reasons. */
  private Map<Topic, Long> flood() throws InterruptedException {
    SplittableRandom random = new SplittableRandom(SEED);
    Map<Topic, Long> bad = new EnumMap<>(Topic.class);
    Topic[] topics = Topic.values();
    try (KafkaProducer<byte[], byte[]> producer = producer()) {
      for (int i = 0; i < RECORDS; i++) {
        int sample = random.nextInt(golden.size());
        byte[] value = HostileInputs.next(random, golden.get(sample));
        Topic topic =
            random.nextInt(8) == 0
                ? topics[random.nextInt(topics.length)]
                : Schema.of(messages.get(sample)).topic();
        boolean refused = codec.decode(topic, value) instanceof io.oasis.protocol.Decoded.Refused;
        send(producer, random, topic, keyOf(topic, messages.get(sample), refused, i), value);
        if (refused) {
          bad.merge(topic, 1L, Long::sum);
        }
      }
      for (Topic topic : READERS.keySet()) {
        byte[] oversized = new byte[topic.maxBytes() + 1];
        for (int i = 0; i < OVERSIZED_PER_TOPIC; i++) {
          send(producer, random, topic, keyOf(topic, messages.getFirst(), true, -1 - i), oversized);
          bad.merge(topic, 1L, Long::sum);
        }
      }
    }
    return bad;
  }

  /**
   * The key of the message, sometimes a wrong one; where the broker keeps the newest per key only,
   * a bad record has a key of its own, or it could be gone before it is read.
   */
  private static Key keyOf(Topic topic, Message like, boolean bad, int number) {
    boolean mayBeLost = bad && topic.kept() == Topic.Kept.NEWEST_PER_KEY;
    String key = Schema.keyOf(like);
    return new Key(Schema.partitionKeyOf(like), mayBeLost ? key + '!' + number : key, !mayBeLost);
  }

  private record Key(String partition, String text, boolean mayChange) {}

  /** Mostly where it belongs, sometimes under a wrong key and in any partition. */
  private static void send(
      KafkaProducer<byte[], byte[]> producer,
      SplittableRandom random,
      Topic topic,
      Key key,
      byte[] value) {
    int partition =
        random.nextInt(10) == 0
            ? random.nextInt(PARTITIONS)
            : DomainPartitioner.partition(key.partition(), PARTITIONS);
    boolean wrong = key.mayChange() && random.nextInt(20) == 0;
    byte[] keyBytes = (wrong ? key.text() + '!' : key.text()).getBytes(StandardCharsets.UTF_8);
    ProducerRecord<byte[], byte[]> sent =
        new ProducerRecord<>(topic.topicName(), partition, keyBytes, value);
    sent.headers().add(DeadLetters.HOSTILE, keyBytes);
    seal.put(topic, sent.headers(), value); // from within: others are not read at all
    var _ = producer.send(sent);
  }

  private static KafkaProducer<byte[], byte[]> producer() {
    Map<String, Object> client = new HashMap<>(services.kafka());
    client.putAll(
        Map.of(
            ProducerConfig.LINGER_MS_CONFIG,
            20,
            ProducerConfig.BATCH_SIZE_CONFIG,
            256 << 10,
            ProducerConfig.MAX_REQUEST_SIZE_CONFIG,
            MessageCodec.MAX_BYTES + (1 << 20),
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            64L << 20));
    return new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
  }

  /**
   * Refused and quarantined records of a topic, as its reader counts them, but for untrusted ones,
   * of which not each has a letter.
   */
  private static double refused(Topic topic) {
    String reader = READERS.get(topic);
    String text = services.metrics(reader == null ? "manager" : reader);
    String tag = "topic=\"" + topic.topicName() + "\"";
    Set<String> counters =
        Set.of(
            "oasis_messages_refused_total",
            "oasis_manager_records_refused_total",
            "oasis_manager_records_quarantined_total");
    return text.lines()
        .filter(line -> line.contains(tag) && counters.contains(line.split("\\{", 2)[0]))
        .filter(line -> !line.contains("kind=\"untrusted\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .sum();
  }

  /** It reads settings from where it begins, and says that it is there once it does. */
  private static boolean isHeard() {
    try (ManagerClient client = services.client()) {
      return client.domains().stream()
          .map(domain -> client.domain(domain.path("domain").asString()))
          .flatMap(Optional::stream)
          .anyMatch(domain -> !domain.at("/adapter/session").asString("").isEmpty());
    } catch (MissingException e) {
      return false; // it starts
    }
  }

  private static Map<String, Long> pids() {
    Map<String, Long> pids = new java.util.TreeMap<>();
    for (String name : List.of("broker", "manager", "adapter", "agent")) {
      assertThat(services.alive(name))
          .as("%s is alive; its log: %s", name, services.log(name))
          .isTrue();
      pids.put(name, services.pid(name));
    }
    return pids;
  }

  private static String shown() {
    return services.get(services.url() + "/api/v1/domains");
  }

  /** This host's own devices are measured and decided for as before. */
  private static void assertStillWorking() {
    assertThat(Wait.until(ALIVE, () -> shown().contains("\"domain\""))).isTrue();
    String before = shown();
    assertThat(Wait.until(ALIVE, () -> !shown().equals(before))).as("domains move on").isTrue();
  }
}
