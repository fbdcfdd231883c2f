package io.oasis.proving.scale;

import io.oasis.distribution.Services;
import io.oasis.messaging.KafkaLink;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.Node;

/** What the broker's files of each topic hold, as it says itself. */
final class TopicBytes implements AutoCloseable {
  private final Admin admin;

  TopicBytes(Services services) {
    admin = KafkaLink.admin(services.link("scale-bytes"));
  }

  Map<String, Long> now() {
    Map<String, Long> bytes = new TreeMap<>();
    try {
      List<Integer> brokers = admin.describeCluster().nodes().get().stream().map(Node::id).toList();
      admin.describeLogDirs(brokers).allDescriptions().get().values().stream()
          .flatMap(disks -> disks.values().stream())
          .flatMap(disk -> disk.replicaInfos().entrySet().stream())
          .forEach(part -> bytes.merge(part.getKey().topic(), part.getValue().size(), Long::sum));
    } catch (ExecutionException e) {
      throw new IllegalStateException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return bytes;
  }

  /** What came in since, a second; what is compacted or removed meanwhile would be missing. */
  Map<String, Double> perSecond(Map<String, Long> before, double seconds) {
    Map<String, Double> rates = new TreeMap<>();
    now()
        .forEach(
            (topic, bytes) -> {
              long more = bytes - before.getOrDefault(topic, 0L);
              if (more > 0) {
                rates.put(topic, more / seconds);
              }
            });
    return rates;
  }

  @Override
  public void close() {
    admin.close(Duration.ZERO);
  }
}
