package io.oasis.bench;

import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** A client that sends as much as the broker takes. */
public final class BulkProducer {
  private BulkProducer() {}

  /**
   * @param client how the broker is reached
   * @param bufferMib what may wait to be sent
   */
  public static KafkaProducer<byte[], byte[]> open(Map<String, Object> client, long bufferMib) {
    Map<String, Object> settings = new HashMap<>(client);
    settings.putAll(
        Map.of(
            ProducerConfig.LINGER_MS_CONFIG,
            20,
            ProducerConfig.BATCH_SIZE_CONFIG,
            256 << 10,
            ProducerConfig.COMPRESSION_TYPE_CONFIG,
            "lz4",
            ProducerConfig.BUFFER_MEMORY_CONFIG,
            bufferMib << 20));
    return new KafkaProducer<>(settings, new ByteArraySerializer(), new ByteArraySerializer());
  }
}
