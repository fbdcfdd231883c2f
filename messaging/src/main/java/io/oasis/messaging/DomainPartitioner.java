package io.oasis.messaging;

import io.oasis.protocol.Message;
import io.oasis.protocol.Schema;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.apache.kafka.clients.producer.Partitioner;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.utils.Utils;
import org.jspecify.annotations.Nullable;

/**
 * Puts all records of a domain into the same partition number of every topic, whatever their key.
 */
public final class DomainPartitioner implements Partitioner {
  /**
   * @param partitionKey of {@link Schema#partitionKeyOf}
   * @return 0 to {@code partitions - 1}; the hash is the one Kafka uses for keys
   */
  public static int partition(String partitionKey, int partitions) {
    byte[] bytes = partitionKey.getBytes(StandardCharsets.UTF_8);
    return Utils.toPositive(Utils.murmur2(bytes)) % partitions;
  }

  @Override
  public int partition(
      String topic,
      Object key,
      byte @Nullable [] keyBytes,
      Object value,
      byte @Nullable [] valueBytes,
      Cluster cluster) {
    return partition(Schema.partitionKeyOf((Message) value), cluster.partitionCountForTopic(topic));
  }

  @Override
  public void configure(Map<String, ?> configs) {}

  @Override
  public void close() {}
}
