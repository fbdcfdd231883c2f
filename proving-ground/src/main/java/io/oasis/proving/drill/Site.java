package io.oasis.proving.drill;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.configuration.Secrets;
import io.oasis.distribution.ManagerClient;
import io.oasis.distribution.MissingException;
import io.oasis.distribution.broker.BrokerSecrets;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.trust.KeyDirectory;
import io.oasis.messaging.trust.Seal;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Schema;
import io.oasis.protocol.Topic;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * What is attacked.
 *
 * @param url of the manager
 * @param data directory of {@code oasis up}
 */
record Site(String url, String bootstrap, Path data, HttpClient http) {
  /** An attack that is not answered so soon has not worked. */
  static final Duration PATIENCE = Duration.ofSeconds(8);

  /** What is told of an attack may have to wait behind others on a small host. */
  static final Duration TOLD = Duration.ofSeconds(30);

  /** What our own readers call themselves. */
  static final String CLIENT = "oasis-drill";

  /**
   * A door that nobody is behind holds nobody off.
   *
   * @throws MissingException when manager or broker does not answer
   */
  void checkThere() {
    Optional<String> token = Optional.of(Secrets.read(tokens().resolve("admin.token")));
    try (ManagerClient manager = new ManagerClient(url, () -> token);
        KafkaLink broker = KafkaLink.open(link(), new SimpleMeterRegistry())) {
      var _ = manager.domains();
      if (!Wait.until(PATIENCE, broker::brokerAnswers)) {
        throw new MissingException(
            "no broker answers at " + bootstrap + "; name it by --bootstrap");
      }
    }
  }

  /** What comes of an attack while what is said in a topic is heard. */
  interface Hearing {
    Attack.Verdict of(BlockingQueue<Message> said) throws InterruptedException;
  }

  Attack.Verdict hearing(Topic topic, Hearing hearing) {
    BlockingQueue<Message> said = new LinkedBlockingQueue<>();
    try (KafkaLink link = KafkaLink.open(link(), new SimpleMeterRegistry())) {
      TopicReader reader = link.read(Set.of(topic), TopicReader.From.LATEST, said);
      return Wait.until(TOLD, reader::isPositioned)
          ? hearing.of(said)
          : new Attack.Verdict(false, "not tried: " + topic.topicName() + " cannot be read");
    } catch (KafkaException e) {
      return new Attack.Verdict(false, "not tried: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Attack.Verdict(false, "interrupted");
    }
  }

  /** The first that is wanted of what is said. */
  static <M> Optional<M> first(BlockingQueue<Message> said, Class<M> type, Predicate<M> wanted)
      throws InterruptedException {
    long end = System.nanoTime() + TOLD.toNanos();
    for (long left = TOLD.toNanos(); left > 0; left = end - System.nanoTime()) {
      Message message = said.poll(left, TimeUnit.NANOSECONDS);
      if (type.isInstance(message) && wanted.test(type.cast(message))) {
        return Optional.of(type.cast(message));
      }
    }
    return Optional.empty();
  }

  Path tokens() {
    return data.resolve("manager").resolve("access");
  }

  KeyDirectory keys() {
    return new KeyDirectory(data.resolve("keys"));
  }

  Path secrets() {
    return data.resolve("secrets");
  }

  /** Who may read all that is written at the broker. */
  LinkConfig link() {
    return LinkConfig.of(bootstrap, CLIENT)
        .withClient(BrokerSecrets.in(secrets()).client(BrokerSecrets.ADMIN));
  }

  /**
   * Writes a message as a principal whose password was stolen.
   *
   * @param spoiled the JSON that is sent
   */
  RecordMetadata send(String principal, Message message, UnaryOperator<String> spoiled, Seal seal)
      throws ExecutionException, InterruptedException {
    Topic topic = Schema.of(message).topic();
    String text = new String(new MessageCodec().encode(message), StandardCharsets.UTF_8);
    byte[] value = spoiled.apply(text).getBytes(StandardCharsets.UTF_8);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            kafka(principal), new ByteArraySerializer(), new ByteArraySerializer())) {
      int partitions = producer.partitionsFor(topic.topicName()).size();
      ProducerRecord<byte[], byte[]> sent =
          new ProducerRecord<>(
              topic.topicName(),
              DomainPartitioner.partition(Schema.partitionKeyOf(message), partitions),
              Schema.keyOf(message).getBytes(StandardCharsets.UTF_8),
              value);
      seal.put(topic, sent.headers(), value);
      return producer.send(sent).get();
    }
  }

  /** A client of the broker, as a principal whose password was stolen; by no name as nobody. */
  Map<String, Object> kafka(String principal) {
    Map<String, Object> client = new LinkedHashMap<>();
    Duration patience = principal.isEmpty() ? PATIENCE : TOLD; // nobody gets no answer at all
    if (!principal.isEmpty()) {
      client.putAll(BrokerSecrets.in(secrets()).client(principal));
    }
    client.put(CommonClientConfigs.BOOTSTRAP_SERVERS_CONFIG, bootstrap);
    client.put(CommonClientConfigs.REQUEST_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
    client.put(AdminClientConfig.DEFAULT_API_TIMEOUT_MS_CONFIG, (int) patience.toMillis());
    client.put(ProducerConfig.MAX_BLOCK_MS_CONFIG, patience.toMillis());
    return client;
  }
}
