package io.oasis.door;

import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.Right;
import io.oasis.messaging.TopicReader;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.CreateTopicsOptions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.TransactionalIdNotFoundException;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/** Does at a broker what one right allows, as one principal. */
final class Hands implements AutoCloseable {
  /** A topic whose name begins as those of the managers' state. */
  static final String STATE = "-state-changelog";

  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final LinkConfig link;
  private final Admin admin;
  private final KafkaProducer<byte[], byte[]> producer;
  private final KafkaConsumer<byte[], byte[]> consumer;

  Hands(LinkConfig link) {
    this.link = link;
    this.admin = KafkaLink.admin(link);
    this.producer = producer(Map.of());
    Map<String, String> client = new HashMap<>(link.client());
    client.put(ConsumerConfig.FETCH_MAX_WAIT_MS_CONFIG, "50");
    this.consumer = KafkaLink.consumer(link.withClient(client), TopicReader.From.EARLIEST);
  }

  private KafkaProducer<byte[], byte[]> producer(Map<String, Object> more) {
    Map<String, Object> client = client();
    client.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, (int) PATIENCE.toMillis());
    client.put(ProducerConfig.METADATA_MAX_AGE_CONFIG, 500);
    client.put(ProducerConfig.LINGER_MS_CONFIG, 0);
    client.put(ProducerConfig.REQUEST_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
    client.put(ProducerConfig.DELIVERY_TIMEOUT_MS_CONFIG, (int) PATIENCE.toMillis());
    client.putAll(more);
    return new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer());
  }

  private Map<String, Object> client() {
    Map<String, Object> client = new HashMap<>(link.client());
    client.put("bootstrap.servers", link.bootstrap());
    return client;
  }

  /** Whether the broker lets it; anything else that goes wrong is thrown. */
  boolean may(Right right, String application) throws Exception {
    try {
      use(right, application);
      return true;
    } catch (AuthorizationException e) {
      return false;
    } catch (ExecutionException | KafkaException e) {
      for (Throwable cause = e; cause != null; cause = cause.getCause()) {
        if (cause instanceof AuthorizationException) {
          return false;
        }
        if (cause instanceof TransactionalIdNotFoundException) {
          return true; // it was looked for
        }
      }
      throw e;
    }
  }

  private void use(Right right, String application) throws Exception {
    String name = right.on().name();
    boolean prefixed = right.on().patternType() == PatternType.PREFIXED;
    switch (right.on().resourceType()) {
      case TOPIC -> {
        String topic = prefixed ? application + STATE : name;
        switch (right.operation()) {
          case READ -> read(topic);
          case WRITE -> write(topic);
          case CREATE ->
              admin
                  .createTopics(
                      List.of(new NewTopic(name + "new", 1, (short) 1)),
                      new CreateTopicsOptions().validateOnly(true))
                  .all()
                  .get();
          default -> throw new IllegalArgumentException(right.toString());
        }
      }
      case GROUP -> position(name);
      case TRANSACTIONAL_ID -> {
        if (right.operation() == AclOperation.DESCRIBE) {
          admin.describeTransactions(List.of("somebody-elses")).all().get();
        } else {
          begin(name + "1");
        }
      }
      case CLUSTER -> {
        if (right.operation() == AclOperation.ALTER) {
          // of nobody: a rule made here could give back what was just taken away
          admin.deleteAcls(List.of(right.binding("User:nobody").toFilter())).all().get();
        } else {
          ConfigResource broker = new ConfigResource(ConfigResource.Type.BROKER, "1");
          admin.describeConfigs(List.of(broker)).all().get();
        }
      }
      default -> throw new IllegalArgumentException(right.toString());
    }
  }

  /** Again when it was accepted and then had no leader any more: the right went in between. */
  private void write(String topic) throws Exception {
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(topic, new byte[] {1}, new byte[] {1});
    try {
      producer.send(record).get();
    } catch (ExecutionException e) {
      if (!(e.getCause() instanceof TimeoutException)) {
        throw e;
      }
      producer.send(record).get();
    }
  }

  private void read(String topic) throws Exception {
    TopicPartition partition = new TopicPartition(topic, 0);
    if (topic.startsWith("__")) { // as who looks for what hangs does
      admin.describeProducers(List.of(partition)).all().get();
      return;
    }
    consumer.assign(List.of(partition));
    consumer.seekToBeginning(List.of(partition));
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (consumer.poll(Duration.ofMillis(200)).isEmpty()) {
      if (System.nanoTime() - end > 0) {
        throw new IllegalStateException("nothing comes from " + topic);
      }
    }
  }

  /** Needs no right of the topic that another right of the managers does not bring. */
  private void position(String group) {
    Map<String, Object> client = client();
    client.put(ConsumerConfig.GROUP_ID_CONFIG, group);
    try (KafkaConsumer<byte[], byte[]> member =
        new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
      var _ = member.committed(Set.of(new TopicPartition("oasis.requests", 0)), PATIENCE);
    }
  }

  private void begin(String id) {
    try (KafkaProducer<byte[], byte[]> transactional =
        producer(Map.of(ProducerConfig.TRANSACTIONAL_ID_CONFIG, id))) {
      transactional.initTransactions();
    }
  }

  @Override
  public void close() {
    admin.close(Duration.ofSeconds(1));
    producer.close(Duration.ofSeconds(1));
    consumer.close();
  }
}
