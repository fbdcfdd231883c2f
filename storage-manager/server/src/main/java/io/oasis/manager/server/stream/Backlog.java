package io.oasis.manager.server.stream;

import io.oasis.protocol.Topic;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Function;
import org.apache.kafka.common.TopicPartition;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Whether what is heard of the topics of one partition has waited at the broker.
 *
 * <p>Law: it has while a consumer has not been at the end of one of them for {@link #LEAST}. No
 * clock but our own is asked: not the broker's, and not that of who sent it.
 */
final class Backlog {
  private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

  /** A commit, a collection and a fetch together take less. */
  static final Duration LEAST = Duration.ofSeconds(2);

  private final int partition;
  private final Function<TopicPartition, OptionalLong> waiting;
  private final Map<Topic, Instant> atEnd = new EnumMap<>(Topic.class);
  private boolean wasThere;

  /** Until then what waits is what came while nobody decided: nothing is wrong. */
  private boolean hasCaughtUp;

  /**
   * @param waiting how many records of a partition are known of and not taken
   */
  Backlog(int partition, Function<TopicPartition, OptionalLong> waiting) {
    this.partition = partition;
    this.waiting = waiting;
  }

  /** Looks at all of them, and says in the log when it is another than before. */
  boolean look(Instant now) {
    DomainTopology.MEASUREMENTS.forEach(topic -> look(topic, now));
    boolean isThere = isThere(now);
    if (isThere != wasThere) {
      wasThere = isThere;
      String what =
          isThere
              ? "what is heard has waited at the broker: nothing is decided, limits stay"
              : "what is heard does not wait any more";
      LOG.atLevel(hasCaughtUp ? Level.WARN : Level.INFO).log("partition {}: {}", partition, what);
    }
    hasCaughtUp |= !isThere && atEnd.keySet().containsAll(DomainTopology.MEASUREMENTS);
    return isThere;
  }

  /** Looks at one. Of what was never seen at its end what is there has waited. */
  void look(Topic topic, Instant now) {
    if (DomainTopology.MEASUREMENTS.contains(topic)) {
      waiting
          .apply(new TopicPartition(topic.topicName(), partition))
          .ifPresent(
              records -> {
                if (records == 0) {
                  atEnd.put(topic, now);
                } else {
                  atEnd.putIfAbsent(topic, now.minus(LEAST));
                }
              });
    }
  }

  boolean isThere(Instant now) {
    return atEnd.values().stream().anyMatch(at -> !now.isBefore(at.plus(LEAST)));
  }
}
