package io.oasis.messaging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.messaging.trust.Gate;
import io.oasis.messaging.trust.Seal;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Message;
import io.oasis.protocol.Mode;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import org.apache.kafka.clients.producer.MockProducer;
import org.apache.kafka.common.Cluster;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Node;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.Test;

/** Shows that sending counts what happens, drops without throwing and keeps a domain together. */
class KafkaLinkTest {
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final Cluster cluster = clusterOf("oasis.guard-rails", 4);
  private long nanos;
  private final BrokerState broker = new BrokerState("127.0.0.1:1", () -> nanos);

  @Test
  void aDeliveredMessageIsCountedAndGoesToItsDomainsPartition() {
    var producer = producer(true);
    try (KafkaLink link = link(List.of(producer))) {
      assertThat(link.send(rails("disk:a"))).isTrue();
    }
    var sent = producer.history().getFirst();
    assertThat(sent.key()).isEqualTo("disk:a");
    assertThat(
            new DomainPartitioner()
                .partition(sent.topic(), sent.key(), null, sent.value(), null, cluster))
        .isEqualTo(DomainPartitioner.partition("disk:a", 4));
    assertThat(count("oasis.messages.sent")).isEqualTo(1);
  }

  @Test
  void whatTheBrokerDoesNotTakeIsACountedDrop() {
    var producer = producer(false);
    try (KafkaLink link = link(List.of(producer))) {
      assertThat(link.send(rails("disk:a"))).isTrue();
      producer.errorNext(new TimeoutException("10000 ms passed"));
    }
    assertThat(count("oasis.messages.sent")).isZero();
    assertThat(count("oasis.messages.dropped")).isEqualTo(1);
  }

  @Test
  void aMessageOfATraceCarriesItsSpanWhichEndsWithIt() {
    InMemorySpanExporter spans = InMemorySpanExporter.create();
    SdkTracerProvider provider =
        SdkTracerProvider.builder().addSpanProcessor(SimpleSpanProcessor.create(spans)).build();
    var producer = producer(false);
    try (Tracing tracing = new Tracing(provider);
        KafkaLink link = link(List.of(producer))) {
      Span taken = tracing.root("taken").startSpan();
      Span lost = tracing.root("lost").startSpan();
      link.send(rails("disk:a"), taken);
      link.send(rails("disk:a"), lost);
      link.send(rails("disk:a"));
      assertThat(producer.history())
          .extracting(record -> record.headers().toArray().length)
          .containsExactly(1, 1, 0);
      assertThat(Tracing.in(producer.history().getFirst().headers()))
          .isEqualTo(remote(taken.getSpanContext()));
      assertThat(spans.getFinishedSpanItems()).isEmpty();
      producer.completeNext();
      producer.errorNext(new TimeoutException("10000 ms passed"));
      assertThat(spans.getFinishedSpanItems())
          .extracting(SpanData::getName, span -> span.getStatus().getStatusCode())
          .containsExactly(tuple("taken", StatusCode.UNSET), tuple("lost", StatusCode.ERROR));
    }
  }

  private static SpanContext remote(SpanContext span) {
    return SpanContext.createFromRemoteParent(
        span.getTraceId(), span.getSpanId(), span.getTraceFlags(), span.getTraceState());
  }

  @Test
  void aProducerThatCannotGoOnIsReplaced() {
    var broken = producer(true);
    broken.sendException = new KafkaException("a previous request has failed");
    var fresh = producer(true);
    try (KafkaLink link = link(List.of(broken, fresh))) {
      assertThat(link.send(rails("disk:a"))).isFalse();
      assertThat(link.send(rails("disk:b"))).isTrue();
    }
    assertThat(broken.closed()).isTrue();
    assertThat(fresh.history()).hasSize(1);
    assertThat(count("oasis.messages.dropped")).isEqualTo(1);
    assertThat(count("oasis.messages.sent")).isEqualTo(1);
  }

  /** A broker that lets nobody in has none made: whoever sends does not suffer from it. */
  @Test
  void aProducerThatCannotBeReplacedYetIsReplacedLater() {
    var broken = producer(true);
    broken.sendException = new KafkaException("a previous request has failed");
    var fresh = producer(true);
    Queue<Optional<MockProducer<String, Message>>> made =
        new ArrayDeque<>(List.of(Optional.of(broken), Optional.empty(), Optional.of(fresh)));
    try (KafkaLink link =
        new KafkaLink(
            LinkConfig.of("127.0.0.1:1", "test"),
            registry,
            () -> made.remove().orElseThrow(() -> new KafkaException("cannot log in")),
            Gate.OPEN,
            broker,
            false)) {
      assertThat(link.send(rails("disk:a"))).isFalse();
      assertThat(link.send(rails("disk:b"))).isFalse();
      assertThat(link.send(rails("disk:c"))).isTrue();
    }
    assertThat(count("oasis.messages.dropped")).isEqualTo(2);
  }

  @Test
  void aClockThatIsSetBackMakesItTakeANewProducer() {
    var waiting = producer(false);
    var fresh = producer(true);
    try (KafkaLink link = link(List.of(waiting, fresh))) {
      link.renew();
      assertThat(link.send(rails("disk:a"))).isTrue();
    }
    assertThat(waiting.closed()).isTrue();
    assertThat(fresh.history()).hasSize(1);
  }

  @Test
  void aProducerOfWhichABrokerThatAnswersTakesNothingIsReplaced() {
    var stuck = producer(false);
    var fresh = producer(true);
    try (KafkaLink link = link(List.of(stuck, fresh))) {
      giveUp(link, stuck);
      nanos += ClientSettings.DELIVERY_TIMEOUT.toNanos();
      link.warm();
      assertThat(stuck.closed()).as("after one").isFalse();
      giveUp(link, stuck);
      link.warm();
      assertThat(stuck.closed()).isTrue();
      assertThat(link.send(rails("disk:a"))).isTrue();
      link.warm();
    }
    assertThat(fresh.history()).hasSize(1);
    assertThat(count("oasis.messages.sent")).isEqualTo(1);
  }

  private static void giveUp(KafkaLink link, MockProducer<String, Message> producer) {
    link.send(rails("disk:a"));
    producer.errorNext(new TimeoutException("10000 ms passed"));
  }

  private double count(String name) {
    return registry.find(name).counters().stream().mapToDouble(c -> c.count()).sum();
  }

  private MockProducer<String, Message> producer(boolean completes) {
    return new MockProducer<>(
        cluster,
        completes,
        new DomainPartitioner(),
        new StringSerializer(),
        new MessageSerializer(Seal.NONE));
  }

  private KafkaLink link(List<MockProducer<String, Message>> producers) {
    Queue<MockProducer<String, Message>> queue = new ArrayDeque<>(producers);
    return new KafkaLink(
        LinkConfig.of("127.0.0.1:1", "test"), registry, queue::remove, Gate.OPEN, broker, false);
  }

  private static GuardRails rails(String domain) {
    return GuardRails.initial(new DomainId(domain), Mode.SHADOW, "even");
  }

  private static Cluster clusterOf(String topic, int partitions) {
    Node node = new Node(0, "127.0.0.1", 1);
    List<PartitionInfo> infos = new java.util.ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      infos.add(new PartitionInfo(topic, i, node, new Node[] {node}, new Node[] {node}));
    }
    return new Cluster("test", List.of(node), infos, java.util.Set.of(), java.util.Set.of());
  }
}
