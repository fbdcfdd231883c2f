package io.oasis.messaging;

import java.util.List;
import java.util.stream.Stream;

/** Where managers keep what they learn: one topic for each store, made by Kafka Streams. */
public final class StateTopics {
  /** The store of what is known of domains as such. */
  public static final String DOMAINS = "domains";

  /** The store of what is known of their queues. */
  public static final String QUEUES = "queues";

  private StateTopics() {}

  /** As Kafka Streams calls them. */
  public static List<String> of(String applicationId) {
    return Stream.of(DOMAINS, QUEUES)
        .map(store -> applicationId + "-" + store + "-changelog")
        .toList();
  }
}
