package io.oasis.messaging;

import io.oasis.protocol.Topic;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.common.config.TopicConfig;
import org.apache.kafka.common.errors.TopicExistsException;

/**
 * Creates the topics that are missing; whoever starts first does it, and doing it again changes
 * nothing. A topic that exists is left as the operator made it.
 */
public final class Topics {
  private static final long REQUEST_TIMEOUT_SECONDS = 10;

  /** What the broker takes beyond a message itself: key, headers, the batch around it. */
  private static final int ENVELOPE_BYTES = 64 << 10;

  /** Where there are brokers enough: one may be away for ever, and one more for a moment. */
  static final int ENOUGH_REPLICAS = 3;

  private Topics() {}

  /** The names of those that are not among {@code names}. */
  static List<String> missing(Set<Topic> needed, Set<String> names) {
    return needed.stream()
        .map(Topic::topicName)
        .filter(name -> !names.contains(name))
        .sorted()
        .toList();
  }

  /** What to do about topics that are missing. */
  public static String missingWords(List<String> missing, String bootstrap) {
    return "topics are missing, or not to be seen by us: %s; `oasis kafka init --bootstrap %s --apply` makes them"
        .formatted(String.join(", ", missing), bootstrap);
  }

  /**
   * The names of those that are missing.
   *
   * @throws ExecutionException when the broker refused
   * @throws TimeoutException when it did not answer
   */
  public static List<String> missing(Admin admin, Set<Topic> needed)
      throws InterruptedException, ExecutionException, TimeoutException {
    return missing(
        needed, admin.listTopics().names().get(REQUEST_TIMEOUT_SECONDS, TimeUnit.SECONDS));
  }

  /**
   * @return how many topics were created
   * @throws ExecutionException when the broker refused
   * @throws TimeoutException when it did not answer
   */
  public static int ensure(Admin admin, int partitions, short replication)
      throws InterruptedException, ExecutionException, TimeoutException {
    Set<String> present = admin.listTopics().names().get(REQUEST_TIMEOUT_SECONDS, TimeUnit.SECONDS);
    List<NewTopic> missing = new ArrayList<>();
    for (Topic topic : Topic.values()) {
      if (!present.contains(topic.topicName())) {
        missing.add(topic(topic, partitions, replication));
      }
    }
    return create(admin, missing);
  }

  static NewTopic topic(Topic topic, int partitions, int replicas) {
    Map<String, String> config = new TreeMap<>(configOf(topic));
    leastInSync(replicas)
        .ifPresent(
            least -> config.put(TopicConfig.MIN_IN_SYNC_REPLICAS_CONFIG, Integer.toString(least)));
    return new NewTopic(topic.topicName(), partitions, (short) replicas).configs(config);
  }

  /** How many replicas must have what is acknowledged; empty: as the brokers have it. */
  public static Optional<Integer> leastInSync(int replicas) {
    return replicas < ENOUGH_REPLICAS ? Optional.empty() : Optional.of(replicas - 1);
  }

  static int create(Admin admin, Collection<NewTopic> missing)
      throws InterruptedException, ExecutionException, TimeoutException {
    int created = 0;
    for (var result : admin.createTopics(missing).values().values()) {
      try {
        result.get(REQUEST_TIMEOUT_SECONDS, TimeUnit.SECONDS);
        created++;
      } catch (ExecutionException e) {
        if (!(e.getCause() instanceof TopicExistsException)) {
          throw e;
        }
      }
    }
    return created;
  }

  /** The configuration that {@link Topic} asks for, as Kafka's keys. */
  public static Map<String, String> configOf(Topic topic) {
    Map<String, String> config = new TreeMap<>();
    switch (topic.kept()) {
      case FOR -> {
        config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_DELETE);
        config.put(TopicConfig.RETENTION_MS_CONFIG, Long.toString(topic.retention().toMillis()));
        // By the broker: a quarter of the bytes. All clients read it, on any processor.
        config.put(TopicConfig.COMPRESSION_TYPE_CONFIG, "lz4");
      }
      case NEWEST_PER_KEY ->
          config.put(TopicConfig.CLEANUP_POLICY_CONFIG, TopicConfig.CLEANUP_POLICY_COMPACT);
    }
    config.put(
        TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(topic.maxBytes() + ENVELOPE_BYTES));
    return config;
  }
}
