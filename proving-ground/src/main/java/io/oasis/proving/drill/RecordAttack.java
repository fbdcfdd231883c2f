package io.oasis.proving.drill;

import io.oasis.configuration.Secrets;
import io.oasis.distribution.Services;
import io.oasis.distribution.process.Wait;
import io.oasis.messaging.DomainPartitioner;
import io.oasis.messaging.trust.HostToken;
import io.oasis.messaging.trust.Seal;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Mode;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Schema;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Version;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.function.UnaryOperator;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * A record that comes the authorised way, from one who has a password of the broker and mostly the
 * token of this host: it lies about who speaks, or has a name or number that is none. Refused when
 * the manager counts it so. All speak of a domain that is not there.
 *
 * @param principal whose password was stolen
 * @param isSealed by this host's token
 * @param spoiled the JSON that is sent
 */
record RecordAttack(
    String name, String principal, boolean isSealed, Message message, UnaryOperator<String> spoiled)
    implements Attack {
  private static final DomainId DOMAIN = new DomainId("drill:not-there");
  private static final LunId LUN = new LunId("drill");
  private static final String OTHER = "drill-another-host";
  private static final double IOPS = 123_456;

  /** The last revision that is read as one. */
  private static final long LAST = 1L << 53;

  static List<Attack> all() {
    String host = Services.hostName();
    List<Attack> attacks = new ArrayList<>();
    attacks.add(new RecordAttack("no seal", "agent", false, request(host, host), s -> s));
    attacks.add(sealed("another host's request", request(OTHER, OTHER)));
    attacks.add(sealed("another host's application", request(host, OTHER)));
    attacks.add(
        new RecordAttack("another host's outcome", "adapter", true, outcome(OTHER, OTHER), s -> s));
    attacks.add(
        new RecordAttack(
            "an outcome of another host's application",
            "adapter",
            true,
            outcome(host, OTHER),
            s -> s));
    for (long revision : new long[] {LAST, Long.MAX_VALUE}) {
      attacks.add(
          new RecordAttack(
              "an operator's word of revision " + revision,
              "manager",
              true,
              rails(),
              text -> text.replace(Long.toString(LAST), Long.toString(revision))));
    }
    attacks.add(
        new RecordAttack(
            "a version of epoch " + Long.MAX_VALUE,
            "adapter",
            true,
            outcome(host, host),
            text -> text.replace("\"epoch\":0", "\"epoch\":" + Long.MAX_VALUE)));
    attacks.addAll(spoiled(host));
    return attacks;
  }

  /** Of this host, with numbers and names that are none. */
  private static List<Attack> spoiled(String host) {
    List<Attack> attacks = new ArrayList<>();
    for (String number : List.of("1.8e308", "1e309", "-1", "\"NaN\"", "null", "1e16")) {
      attacks.add(
          spoiled("a rate of " + number, host, s -> s.replace(Double.toString(IOPS), number)));
    }
    String name = host + ":/drill";
    attacks.add(spoiled("a name of 600 signs", host, s -> s.replace(name, name + "x".repeat(600))));
    attacks.add(spoiled("a name with a line break", host, s -> s.replace(name, name + "\\n")));
    attacks.add(spoiled("a name that separates", host, s -> s.replace(name, name + "|")));
    attacks.add(spoiled("half a sign in a name", host, s -> s.replace(name, name + "\\ud800")));
    attacks.add(spoiled("no name", host, s -> s.replace(name, "")));
    attacks.add(spoiled("no message", host, s -> "[".repeat(5_000)));
    attacks.add(
        spoiled(
            "another topic's message",
            host,
            s -> s.replace("oasis.request-batch", "oasis.guard-rails")));
    return attacks;
  }

  RecordAttack {
    name = "record: " + name;
  }

  private static Attack sealed(String name, Message message) {
    return new RecordAttack(name, "agent", true, message, text -> text);
  }

  private static Attack spoiled(String name, String host, UnaryOperator<String> spoiled) {
    return new RecordAttack(name, "agent", true, request(host, host), spoiled);
  }

  private static Message request(String host, String of) {
    Flow flow = new Flow(IOPS, IOPS, IOPS * 4_096, 100);
    Request request =
        new Request(
            new ApplicationId(of + ":/drill"),
            new QueueSample(flow, Flow.NONE, 1, Optional.empty(), QueueSample.LatencySource.LUN),
            new Demand(Demand.Quality.OBSERVED, Bandwidth.of(1, 1), Optional.empty(), "drill"),
            Optional.empty(),
            Optional.empty());
    LunInterval interval = new LunInterval(DOMAIN, LUN, new HostId(host), 1, Instant.now(), 1_000);
    return RequestBatch.of(interval, List.of(request)).getFirst();
  }

  private static Message outcome(String host, String of) {
    Outcome outcome =
        new Outcome(
            new QueueId(new ApplicationId(of + ":/drill"), LUN),
            Version.NONE,
            Outcome.State.RELEASED,
            Optional.empty(),
            "");
    return new OutcomeBatch(
        DOMAIN,
        new AdapterId(host + ":drill"),
        new SessionId("drill"),
        Instant.now(),
        List.of(outcome));
  }

  private static Message rails() {
    return new GuardRails(DOMAIN, LAST, Instant.now(), Mode.OBSERVE, "even", List.of(), List.of());
  }

  @Override
  public Verdict attempt(Site site) {
    Topic topic = Schema.of(message).topic();
    try {
      double before = refused(site, topic);
      send(site, topic);
      return Wait.until(Site.PATIENCE, () -> refused(site, topic) > before)
          ? new Verdict(true, "counted as refused")
          : new Verdict(false, "nobody refused it");
    } catch (ExecutionException | KafkaException e) {
      return new Verdict(true, "broker: " + e.getMessage());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return new Verdict(false, "interrupted");
    }
  }

  private void send(Site site, Topic topic) throws ExecutionException, InterruptedException {
    String text = new String(new MessageCodec().encode(message), StandardCharsets.UTF_8);
    byte[] value = spoiled.apply(text).getBytes(StandardCharsets.UTF_8);
    Seal seal =
        isSealed ? HostToken.read(site.data().resolve("keys").resolve("host.token")) : Seal.NONE;
    Map<String, Object> client = site.kafka(principal);
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(client, new ByteArraySerializer(), new ByteArraySerializer())) {
      int partitions = producer.partitionsFor(topic.topicName()).size();
      ProducerRecord<byte[], byte[]> sent =
          new ProducerRecord<>(
              topic.topicName(),
              DomainPartitioner.partition(Schema.partitionKeyOf(message), partitions),
              Schema.keyOf(message).getBytes(StandardCharsets.UTF_8),
              value);
      seal.put(topic, sent.headers(), value);
      producer.send(sent).get();
    }
  }

  private static double refused(Site site, Topic topic) {
    String tag = "topic=\"" + topic.topicName() + "\"";
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(site.url() + "/actuator/prometheus"))
            .timeout(Site.PATIENCE)
            .header(
                "Authorization", "Bearer " + Secrets.read(site.tokens().resolve("viewer.token")))
            .build();
    try {
      return site.http()
          .send(request, HttpResponse.BodyHandlers.ofString())
          .body()
          .lines()
          .filter(line -> line.startsWith("oasis_manager_records_refused_total"))
          .filter(line -> line.contains(tag))
          .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    } catch (IOException e) {
      return 0;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
