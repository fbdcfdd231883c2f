package io.oasis.messaging;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.Message;
import io.oasis.protocol.Schema;
import io.oasis.protocol.Topic;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.BiConsumer;
import java.util.function.LongConsumer;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.AuthenticationException;
import org.apache.kafka.common.errors.InterruptException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.errors.WakeupException;
import org.apache.kafka.common.header.Headers;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringSerializer;
import org.jspecify.annotations.Nullable;

/**
 * A service's connection to the broker: sends messages, reads topics, creates what is missing if it
 * is told to.
 *
 * <p>Contract: {@link #send} never blocks and never throws because of the broker. A message that
 * cannot be buffered, or that was not taken within {@link ClientSettings#DELIVERY_TIMEOUT}, is
 * dropped and counted: what Oasis sends is a measurement or a state that the next one replaces.
 * Counters: {@code oasis.messages.sent + oasis.messages.dropped} equals the calls of {@code send}
 * once nothing is under way.
 */
public final class KafkaLink implements AutoCloseable {
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(2);

  private final LinkConfig config;
  private final LinkMeters meters;
  private final BrokerState broker;
  private final Gate gate;
  private final Supplier<Producer<String, Message>> producers;
  private final @Nullable TopicKeeper keeper;
  private final ClockWatch clock = new ClockWatch(this::renew);
  private final List<TopicReader> readers = new CopyOnWriteArrayList<>();
  private final Object producerLock = new Object();
  private final CountDownLatch open;
  private volatile boolean closed;
  private volatile @Nullable Producer<String, Message> producer;

  KafkaLink(
      LinkConfig config,
      MeterRegistry registry,
      Supplier<Producer<String, Message>> producers,
      Gate gate,
      BrokerState broker,
      boolean keepTopics) {
    this.config = config;
    this.meters = new LinkMeters(registry);
    this.broker = broker;
    this.gate = gate;
    this.producers = producers;
    this.open = new CountDownLatch(keepTopics ? 1 : 0);
    this.producer = keepTopics ? null : producers.get();
    this.keeper = keepTopics ? new TopicKeeper(config, broker, this::open, this::warm) : null;
    Gauge.builder("oasis.broker.up", broker, state -> state.isUp() ? 1 : 0)
        .description("1 while the broker answers")
        .register(registry);
  }

  /** Starts without waiting for the broker; the topics are created once it answers. */
  public static KafkaLink open(LinkConfig config, MeterRegistry registry) {
    return open(config, registry, Trust.NONE);
  }

  /** The same; what is sent shows who sent it, what is read is asked. */
  public static KafkaLink open(LinkConfig config, MeterRegistry registry, Trust trust) {
    KafkaLink link =
        new KafkaLink(
            config,
            registry,
            () ->
                new KafkaProducer<>(
                    ClientSettings.producer(config),
                    new StringSerializer(),
                    new MessageSerializer(trust.seal())),
            trust.gate(),
            new BrokerState(config.bootstrap(), System::nanoTime),
            true);
    if (link.keeper != null) {
      link.keeper.start();
    }
    link.clock.start();
    return link;
  }

  /** Throws what is wrong unless it is Kafka that answers; for before its clients are made. */
  public static void check(LinkConfig config) throws InterruptedException {
    Doorbell.ring(config);
  }

  /** Asks the broker itself; as patient as a link. */
  public static Admin admin(LinkConfig config) {
    return Admin.create(ClientSettings.admin(config));
  }

  /** Reads what it is told to; as patient as a link. */
  public static KafkaConsumer<byte[], byte[]> consumer(LinkConfig config, TopicReader.From from) {
    return new KafkaConsumer<>(
        ClientSettings.consumer(config, from),
        new ByteArrayDeserializer(),
        new ByteArrayDeserializer());
  }

  /**
   * @return whether the message was buffered; false means dropped and counted
   */
  public boolean send(Message message) {
    return send(message, _ -> {});
  }

  /** The same; {@code taken} is told the offset at the broker, on a thread of Kafka's. */
  public boolean send(Message message, LongConsumer taken) {
    return send(message, taken, null);
  }

  /** The same; the record carries a span, which ends when the broker has taken it. */
  public boolean send(Message message, @Nullable Span span) {
    return send(message, _ -> {}, span);
  }

  private boolean send(Message message, LongConsumer taken, @Nullable Span span) {
    Topic topic = Schema.of(message).topic();
    Delivery delivery = new Delivery(topic, taken, span, meters, broker, keeper);
    Producer<String, Message> present = producer;
    if (present == null) {
      delivery.done(null, new TimeoutException("no broker has answered yet"));
      return false;
    }
    try {
      Headers headers = span == null ? null : Tracing.headers(span);
      var _ =
          present.send(
              new ProducerRecord<>(
                  topic.topicName(), null, Schema.keyOf(message), message, headers),
              delivery::done);
    } catch (KafkaException e) {
      // The producer cannot go on (a bug of ours would not be a KafkaException): take a new one.
      delivery.done(null, e);
      replace(present);
    }
    return !delivery.isDropped();
  }

  /** Reads topics on a thread of its own until the link is closed. */
  public TopicReader read(Set<Topic> topics, TopicReader.From from, BlockingQueue<Message> inbox) {
    return read(topics, from, inbox, (_, _) -> {});
  }

  /** The same; the listener is told of a message before it is in the inbox, on that thread. */
  public TopicReader read(
      Set<Topic> topics,
      TopicReader.From from,
      BlockingQueue<Message> inbox,
      BiConsumer<Message, Headers> listener) {
    TopicReader reader =
        new TopicReader(
            config.clientId(),
            topics,
            from,
            inbox,
            listener,
            () -> {
              awaitOpen();
              return consumer(config, from);
            },
            this::send,
            gate,
            meters,
            this::trouble);
    readers.add(reader);
    reader.start();
    return reader;
  }

  /** Who is not let in here is let in nowhere: the keeper finds out when that is over. */
  private void trouble(KafkaException failure) {
    broker.down(failure);
    if (keeper != null && failure instanceof AuthenticationException) {
      keeper.renew(); // or it would hear by a connection of before that all is well
      keeper.doubt(failure);
    }
  }

  /** Whether the broker answered when it was last asked. */
  public boolean brokerAnswers() {
    return broker.isUp();
  }

  /** Stops reading, sends for at most two seconds what is buffered, and lets go. */
  @Override
  public void close() {
    closed = true;
    open.countDown();
    clock.close();
    readers.forEach(TopicReader::close);
    if (keeper != null) {
      keeper.close();
    }
    synchronized (producerLock) {
      if (producer != null) {
        producer.close(CLOSE_TIMEOUT);
      }
    }
  }

  /** Kafka's clients are made once it is known that it is Kafka that answers. */
  private void open() {
    synchronized (producerLock) {
      if (!closed) {
        producer = producers.get();
      }
    }
    open.countDown();
  }

  private void awaitOpen() {
    try {
      open.await();
    } catch (InterruptedException e) {
      throw new InterruptException(e);
    }
    if (closed) {
      throw new WakeupException();
    }
  }

  /** What is buffered is dropped; readers go on where they were. */
  void renew() {
    Producer<String, Message> present = producer;
    if (present != null) {
      replace(present);
    }
    readers.forEach(TopicReader::renew);
    if (keeper != null) {
      keeper.renew();
    }
  }

  private void replace(Producer<String, Message> failed) {
    synchronized (producerLock) {
      if (failed.equals(producer)) {
        try {
          producer = producers.get();
          failed.close(Duration.ZERO);
        } catch (KafkaException e) {
          trouble(e); // the next message tries again
        }
      }
    }
  }

  /**
   * Fetches the metadata of all topics, so that the first message need not be dropped. A producer
   * that was refused when it asked for its number never asks again (KAFKA-20237), and what it is
   * given waits in vain: another takes its place.
   */
  boolean warm() {
    boolean all = true;
    Producer<String, Message> present = producer;
    if (present == null) {
      return false;
    }
    if (broker.takesNothing()) {
      replace(present);
      return false;
    }
    for (Topic topic : config.needs().topics()) {
      try {
        all &= !present.partitionsFor(topic.topicName()).isEmpty();
      } catch (KafkaException e) {
        // Asked for by this call and not there yet: the keeper calls again.
        all = false;
      }
    }
    return all;
  }
}
