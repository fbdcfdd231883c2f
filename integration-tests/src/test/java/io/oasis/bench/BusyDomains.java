package io.oasis.bench;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Seal;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import io.oasis.proving.scale.Traffic;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.producer.ProducerRecord;

/** Domains under ENFORCE whose adapters live and answer each setting, which is signed. */
final class BusyDomains implements AutoCloseable {
  private static final int FIRST = 1_000;
  private static final Duration START = Duration.ofSeconds(20);

  private final List<Traffic> domains = new ArrayList<>();
  private final Map<String, Traffic> byName = new HashMap<>();
  private final Seal seal;
  private final KafkaLink link;
  private final BlockingQueue<Message> heard = new ArrayBlockingQueue<>(100_000);
  private final AtomicLong settings = new AtomicLong();
  private final Thread adapters;

  private BusyDomains(int count, int queues, Services services) {
    for (int i = 0; i < count; i++) {
      Traffic domain = new Traffic(FIRST + i, queues);
      domains.add(domain);
      byName.put(domain.domain().value(), domain);
    }
    seal = services.seal();
    link =
        KafkaLink.open(
            services.link("bench").withSendBuffer(64L << 20),
            new SimpleMeterRegistry(),
            new Trust(seal, Gate.OPEN));
    adapters = Thread.ofVirtual().unstarted(this::answer);
  }

  static BusyDomains enforced(int count, int queues, Services services) {
    BusyDomains made = new BusyDomains(count, queues, services);
    TopicReader reader =
        made.link.read(Set.of(Topic.SETTINGS), TopicReader.From.LATEST, made.heard);
    Wait.until(START, reader::isPositioned);
    made.domains.forEach(domain -> Wait.until(START, () -> made.link.send(domain.enforce())));
    made.adapters();
    made.adapters.start();
    return made;
  }

  /** What the adapters say between two intervals. */
  void adapters() {
    domains.forEach(domain -> domain.adapter().forEach(link::send));
  }

  /** How many records of settings came so far, each with a signature of its own. */
  long settings() {
    return settings.get();
  }

  /**
   * Two intervals of all domains with different demands, made once: what is measured is not that.
   */
  List<List<ProducerRecord<byte[], byte[]>>> intervals(int partitions) {
    return List.of(requests(partitions, 5, 10, 40), requests(partitions, 40, 10, 5));
  }

  private List<ProducerRecord<byte[], byte[]>> requests(int partitions, double... iops) {
    MessageCodec codec = new MessageCodec();
    List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
    for (Traffic domain : domains) {
      String key = domain.domain().value();
      int partition = DomainPartitioner.partition(key, partitions);
      List<Message> messages = new ArrayList<>(domain.requests(iops));
      messages.add(domain.report(4_000));
      for (Message message : messages) {
        ProducerRecord<byte[], byte[]> sealed =
            new ProducerRecord<>(
                Topic.REQUESTS.topicName(),
                partition,
                key.getBytes(StandardCharsets.UTF_8),
                codec.encode(message));
        seal.put(Topic.REQUESTS, sealed.headers(), sealed.value());
        records.add(sealed);
      }
    }
    return records;
  }

  private void answer() {
    try {
      while (true) {
        if (heard.take() instanceof SettingBatch batch) {
          settings.incrementAndGet();
          Traffic its = byName.get(batch.domain().value());
          if (its != null) {
            its.applied(batch).forEach(link::send);
          }
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    adapters.interrupt();
    link.close();
  }
}
