package io.oasis.manager.server.stream;

import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Topics;
import io.oasis.protocol.Topic;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.Config;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.ListTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.clients.admin.TopicListing;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.common.config.ConfigResource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What the manager asks of the broker itself: which topics are there, and since when. */
final class Broker implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 5_000;
  private static final String LEAST_SESSION = "group.min.session.timeout.ms";

  /** Of a broker that is set as it comes. */
  private static final int USUAL_LEAST_SESSION_MILLIS = 6_000;

  private static final Logger LOG = LoggerFactory.getLogger(Broker.class);

  private final Admin admin;
  private final HangingTransactions hanging;
  private final String applicationId;
  private final LinkConfig config;
  private boolean tellsWhatHangs = true;

  Broker(LinkConfig config, String applicationId) {
    this.config = config;
    this.admin = KafkaLink.admin(config.as(config.clientId() + "-streams"));
    this.hanging = new HangingTransactions(admin, applicationId);
    this.applicationId = applicationId;
  }

  /**
   * Makes the topics that are missing, if it is to; the number of partitions of our inputs.
   *
   * @throws IllegalStateException when topics are missing, or do not fit together
   */
  int ensureTopics() throws InterruptedException, ExecutionException, TimeoutException {
    if (config.needs().createTopics()) {
      Topics.ensure(admin, config.needs().partitions(), config.needs().replication());
    } else {
      List<String> missing = Topics.missing(admin, config.needs().topics());
      if (!missing.isEmpty()) {
        throw new IllegalStateException(Topics.missingWords(missing, config.bootstrap()));
      }
    }
    List<String> inputs = new ArrayList<>();
    DomainTopology.MEASUREMENTS.forEach(topic -> inputs.add(topic.topicName()));
    inputs.add(Topic.GUARD_RAILS.topicName());
    TreeSet<Integer> counts = new TreeSet<>();
    for (TopicDescription description :
        admin
            .describeTopics(inputs)
            .allTopicNames()
            .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
            .values()) {
      counts.add(description.partitions().size());
    }
    if (counts.size() != 1) {
      throw new IllegalStateException(
          "topics %s must have the same number of partitions, but have %s"
              .formatted(inputs, counts));
    }
    return counts.first();
  }

  /** The shortest time after which the broker gives a silent member of a group up; in ms. */
  int leastSessionMillis() throws InterruptedException, TimeoutException {
    try {
      String node =
          admin
              .describeCluster()
              .nodes()
              .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
              .iterator()
              .next()
              .idString();
      ConfigResource resource = new ConfigResource(ConfigResource.Type.BROKER, node);
      ConfigEntry least =
          admin
              .describeConfigs(List.of(resource))
              .all()
              .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
              .getOrDefault(resource, new Config(List.of()))
              .get(LEAST_SESSION);
      return least == null ? USUAL_LEAST_SESSION_MILLIS : Integer.parseInt(least.value());
    } catch (ExecutionException e) {
      LOG.debug("the broker does not tell {}", LEAST_SESSION, e);
      return USUAL_LEAST_SESSION_MILLIS;
    }
  }

  /**
   * The topics of the loop and of this application (its changelogs) with the identity that the
   * broker gave them: a topic deleted and made again has another.
   */
  Map<String, Uuid> topics() throws InterruptedException, ExecutionException, TimeoutException {
    Map<String, Uuid> ours = new TreeMap<>();
    for (TopicListing listing :
        admin
            .listTopics(new ListTopicsOptions().timeoutMs(TIMEOUT_MILLIS))
            .listings()
            .get(TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)) {
      if (Topic.named(listing.name()).isPresent()
          || listing.name().startsWith(applicationId + '-')) {
        ours.put(listing.name(), listing.topicId());
      }
    }
    return ours;
  }

  /** Ends what hangs in these topics; how many transactions. */
  int endHanging(Collection<String> ofTopics) throws InterruptedException {
    try {
      int ended = hanging.end(ofTopics);
      tellsWhatHangs = true;
      return ended;
    } catch (ExecutionException | TimeoutException e) {
      LOG.debug("the broker does not tell which transactions are open", e);
      tellsWhatHangs = false;
      return 0;
    }
  }

  /** What else may be wrong with a Streams that does not come to run; empty if nothing is known. */
  String suspicion() {
    return tellsWhatHangs
        ? ""
        : "; a transaction may hang, which is found and ended with the rights that"
            + " `oasis kafka init --optional` gives";
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
  }
}
