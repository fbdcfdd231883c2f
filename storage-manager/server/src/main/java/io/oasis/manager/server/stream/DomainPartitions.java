package io.oasis.manager.server.stream;

import io.oasis.messaging.DomainPartitioner;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import org.apache.kafka.streams.processor.StreamPartitioner;

/** Tells Streams in which partition what belongs to a domain is: the same in every topic. */
final class DomainPartitions {
  private DomainPartitions() {}

  /**
   * @param keyOf by which what is under this key is shared out
   */
  @SuppressWarnings("removal") // what is to take its place asks this one
  static <K, V> StreamPartitioner<K, V> by(BiFunction<K, V, String> keyOf) {
    return (topic, key, value, partitions) ->
        Optional.of(Set.of(DomainPartitioner.partition(keyOf.apply(key, value), partitions)));
  }
}
