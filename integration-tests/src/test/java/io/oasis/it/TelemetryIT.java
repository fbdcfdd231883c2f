package io.oasis.it;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.distribution.Deployment;
import io.oasis.distribution.Deployment.Surroundings;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.it.OtlpReceiver.Told;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.messaging.telemetry.Tracing;
import io.oasis.protocol.Topic;
import io.oasis.proving.rig.FioLoad;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Shows that a receiver of OTLP gets the metrics of all services, and one trace of a request from
 * the interval that was measured to the write in the kernel; and that nothing of it is there while
 * nobody asks.
 */
@Tag("slow")
class TelemetryIT {
  private static final double CAPACITY = 1_000;
  private static final Duration LEASE = Duration.ofSeconds(15);
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Duration POLL = Duration.ofMillis(200);

  /** Of a request to the kernel, each beginning not before the one above it. */
  private static final List<String> WAY =
      List.of(
          "oasis-agent request",
          "oasis-agent observe",
          "oasis-agent analyse",
          "oasis-agent send",
          "oasis-manager wait",
          "oasis-manager decide",
          "oasis-adapter apply",
          "oasis-adapter write");

  @TempDir private Path directory = Path.of("");

  @Test
  void aRequestIsFollowedToTheKernelAndMetricsArrive() throws IOException {
    Needs.lab();
    try (OtlpReceiver receiver = new OtlpReceiver();
        Site site = Site.start(CAPACITY, LEASE, pushedTo(receiver))) {
      site.start("shallow", FioLoad.randomReads(2));
      site.start("deep", FioLoad.randomReads(32));
      site.enforce();

      aTraceOfAllThreeEndsInTheKernel(receiver);
      allThreePush(receiver);
      assertThat(followed(site.services(), Topic.REQUESTS, 1)).isPositive();
    }
  }

  private static void aTraceOfAllThreeEndsInTheKernel(OtlpReceiver receiver) {
    assertThat(Wait.until(PATIENCE, () -> whole(receiver).isPresent()))
        .as("a write in the kernel is told, and what led to it: %s", receiver.traces().size())
        .isTrue();
    List<Told> trace = whole(receiver).orElseThrow();
    print(trace);
    assertThat(application(trace)).matches(".*(deep|shallow)");
    assertThat(way(trace)).containsExactlyElementsOf(WAY);
  }

  private static void allThreePush(OtlpReceiver receiver) {
    Map<String, List<String>> expected =
        Map.of(
            "oasis-agent",
            List.of("oasis.agent.interval", "oasis.broker.up"),
            "oasis-adapter",
            List.of("oasis.adapter.limits"),
            "oasis-manager",
            List.of("oasis.manager.records.used", "oasis_domain_queues", "oasis_queue_usage_iops"));
    expected.forEach(
        (service, names) -> {
          Wait.until(PATIENCE, () -> receiver.metrics(service).containsAll(names));
          assertThat(receiver.metrics(service)).as(service).containsAll(names);
        });
  }

  /** What is in the topics is as it ever was. */
  @Test
  void whileNobodyAsksNothingIsFollowed() {
    try (Services services =
        Services.start(directory.resolve("data"), Deployment.forTrial().only("agent"), _ -> {})) {
      assertThat(followed(services, Topic.REQUESTS, 3)).isZero();
    }
  }

  private static void print(List<Told> trace) {
    long began = trace.getFirst().span().getStartTimeUnixNano();
    for (Told told : trace) {
      System.out.printf(
          Locale.ROOT,
          "%-8s from %8.3f s, %8.3f s, %s %s%n",
          told.name(),
          (told.span().getStartTimeUnixNano() - began) / 1e9,
          (told.span().getEndTimeUnixNano() - told.span().getStartTimeUnixNano()) / 1e9,
          told.service(),
          told.attribute("oasis.application"));
    }
  }

  private static Map<String, Surroundings> pushedTo(OtlpReceiver receiver) {
    Map<String, String> endpoint = Map.of("OASIS_OTLP_ENDPOINT", receiver.url());
    return Map.of(
        "agent",
        with(Map.of("OASIS_OTLP_ENDPOINT", receiver.url(), "OASIS_TRACE_SHARE", "1")),
        "manager",
        with(endpoint),
        "adapter",
        with(endpoint));
  }

  private static Surroundings with(Map<String, String> environment) {
    return new Surroundings(Optional.empty(), environment);
  }

  /** A trace of which all is told. */
  private static Optional<List<Told>> whole(OtlpReceiver receiver) {
    return receiver.traces().stream().filter(TelemetryIT::isWhole).findFirst();
  }

  /** Each service tells its spans when it likes, and one that began first may end last. */
  private static boolean isWhole(List<Told> trace) {
    return way(trace).containsAll(WAY);
  }

  /** To the first write: a decision may write for many. */
  private static List<String> way(List<Told> trace) {
    List<String> whose = List.of("", application(trace));
    return trace.stream()
        .filter(told -> whose.contains(told.attribute("oasis.application")))
        .filter(told -> !told.name().equals("verify"))
        .map(told -> told.service() + " " + told.name())
        .toList();
  }

  private static String application(List<Told> trace) {
    return trace.stream()
        .filter(told -> told.name().equals("write"))
        .map(told -> told.attribute("oasis.application"))
        .findFirst()
        .orElse("");
  }

  /** How many of the first records of a topic are part of a trace. */
  private static long followed(Services services, Topic topic, int most) {
    List<ConsumerRecord<byte[], byte[]>> read = new ArrayList<>();
    try (KafkaConsumer<byte[], byte[]> consumer =
        KafkaLink.consumer(services.link("looks-on"), TopicReader.From.EARLIEST)) {
      List<TopicPartition> partitions =
          consumer.partitionsFor(topic.topicName()).stream()
              .map(each -> new TopicPartition(each.topic(), each.partition()))
              .toList();
      consumer.assign(partitions);
      consumer.seekToBeginning(partitions);
      Wait.until(
          PATIENCE,
          () -> {
            Scrapes.write(Packed.ROOT.resolve("integration-tests/target/followed"));
            consumer.poll(POLL).forEach(read::add);
            return read.size() >= most;
          });
    }
    assertThat(read).hasSizeGreaterThanOrEqualTo(most);
    return read.stream()
        .filter(record -> record.headers().lastHeader(Tracing.HEADER) != null)
        .count();
  }
}
