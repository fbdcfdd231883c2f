package io.oasis.messaging;

import io.oasis.configuration.Key;
import io.oasis.configuration.Settings;
import io.oasis.configuration.UsageException;
import io.oasis.protocol.Topic;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How a service reaches the broker.
 *
 * @param bootstrap {@code host:port}, several separated by commas
 * @param clientId names the service to the broker and as the reader of a dead letter
 * @param sendBufferBytes what may wait to be sent before messages are dropped, 64 KiB to 1 GiB
 * @param client further properties of Kafka's clients
 * @param needs what the broker must have
 */
public record LinkConfig(
    String bootstrap,
    String clientId,
    long sendBufferBytes,
    Map<String, String> client,
    Needs needs) {
  /**
   * Topics that have to be there.
   *
   * @param partitions of one that has to be made, 1 to 1,000
   * @param replication of one that has to be made, 1 to 15
   * @param createTopics whether it makes those of them that are missing
   */
  public record Needs(Set<Topic> topics, int partitions, short replication, boolean createTopics) {
    public Needs {
      topics = Collections.unmodifiableSet(EnumSet.copyOf(topics));
    }
  }

  /** The keys that say it. */
  public static final List<Key<?>> KEYS =
      List.of(
          ServiceKeys.BOOTSTRAP,
          ServiceKeys.KAFKA_CONFIG,
          ServiceKeys.CREATE_TOPICS,
          ServiceKeys.PARTITIONS,
          ServiceKeys.REPLICATION);

  /** Holds ten seconds of 10,000 queues at 1 Hz and 400 bytes each, an eighth of a small heap. */
  public static final long DEFAULT_SEND_BUFFER_BYTES = 4L << 20;

  /**
   * @throws UsageException when {@code bootstrap} is no address
   */
  public LinkConfig {
    ServiceKeys.BOOTSTRAP.parse(bootstrap);
    client = Map.copyOf(client);
  }

  /**
   * @param party whose topics have to be there
   */
  public static LinkConfig of(Settings settings, Party party, String clientId) {
    return new LinkConfig(
        settings.get(ServiceKeys.BOOTSTRAP),
        clientId,
        DEFAULT_SEND_BUFFER_BYTES,
        settings.get(ServiceKeys.KAFKA_CONFIG),
        new Needs(
            party.topics(),
            settings.get(ServiceKeys.PARTITIONS),
            settings.get(ServiceKeys.REPLICATION).shortValue(),
            settings.get(ServiceKeys.CREATE_TOPICS)));
  }

  /** With the standard values; needs and makes all topics. */
  public static LinkConfig of(String bootstrap, String clientId) {
    Needs all =
        new Needs(
            EnumSet.allOf(Topic.class),
            ServiceKeys.PARTITIONS.standardValue(),
            ServiceKeys.REPLICATION.standardValue().shortValue(),
            true);
    return new LinkConfig(bootstrap, clientId, DEFAULT_SEND_BUFFER_BYTES, Map.of(), all);
  }

  public LinkConfig as(String otherClientId) {
    return new LinkConfig(bootstrap, otherClientId, sendBufferBytes, client, needs);
  }

  /** With properties of Kafka's clients in place of those it has. */
  public LinkConfig withClient(Map<String, String> properties) {
    return new LinkConfig(bootstrap, clientId, sendBufferBytes, properties, needs);
  }

  /** That needs the topics of one party, and makes none. */
  public LinkConfig only(Party party) {
    Needs own = new Needs(party.topics(), needs.partitions, needs.replication, false);
    return new LinkConfig(bootstrap, clientId, sendBufferBytes, client, own);
  }

  public LinkConfig withSendBuffer(long bytes) {
    return new LinkConfig(bootstrap, clientId, bytes, client, needs);
  }
}
