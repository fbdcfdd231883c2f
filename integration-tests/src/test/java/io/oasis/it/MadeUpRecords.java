package io.oasis.it;

import io.oasis.messaging.DomainPartitioner;
import io.oasis.messaging.trust.Seal;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.Bandwidth;
import io.oasis.protocol.Demand;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.Flow;
import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.LunId;
import io.oasis.protocol.LunInterval;
import io.oasis.protocol.LunReport;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.QueueSample;
import io.oasis.protocol.RateBound;
import io.oasis.protocol.Request;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Schema;
import io.oasis.protocol.SessionId;
import io.oasis.protocol.Topic;
import io.oasis.protocol.Usage;
import io.oasis.protocol.UsageBatch;
import io.oasis.protocol.Version;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;

/** What two honest hosts and one that makes up names, LUNs, adapters and numbers say. */
final class MadeUpRecords {
  static final DomainId DOMAIN = new DomainId("pool:shared");
  static final String BAD = "bad";

  private static final int PARTITIONS = 4;

  private final MessageCodec codec = new MessageCodec();
  private final SplittableRandom random = new SplittableRandom(22);
  private long sequence;

  /** Two applications on each host; together they fill the device. */
  void interval(KafkaProducer<byte[], byte[]> producer, String host, Seal seal) {
    sequence++;
    LunInterval interval =
        new LunInterval(
            DOMAIN, new LunId("lun-" + host), new HostId(host), sequence, Instant.now(), 1_000);
    List<Request> requests =
        List.of(
            request(host + ":a.service", 900, 9, 10_000),
            request(host + ":b.service", 100, 1, 10_000));
    RequestBatch.of(interval, requests).forEach(batch -> send(producer, seal, batch));
    send(producer, seal, report(interval, 1_000, 10_000, 10));
  }

  private static Flow flow(double iops, double micros) {
    return new Flow(iops, iops, iops * 4_096, micros);
  }

  private static Request request(String name, double iops, double outstanding, double micros) {
    Bandwidth rate = Bandwidth.of(iops, iops * 4_096);
    return new Request(
        new ApplicationId(name),
        new QueueSample(
            flow(iops, micros),
            Flow.NONE,
            outstanding,
            Optional.empty(),
            QueueSample.LatencySource.LUN),
        new Demand(Demand.Quality.CENSORED, rate, Optional.empty(), "wants more"),
        Optional.empty(),
        Optional.empty());
  }

  /** Of each topic that a host writes. */
  List<List<ProducerRecord<byte[], byte[]>>> madeUp(Seal seal) {
    List<List<ProducerRecord<byte[], byte[]>>> kinds = new ArrayList<>();
    for (int kind = 0; kind < 4; kind++) {
      List<ProducerRecord<byte[], byte[]>> records = new ArrayList<>();
      for (int i = 0; i < 20_000; i++) {
        records.add(sealed(seal, madeUp(kind)));
      }
      kinds.add(records);
    }
    return kinds;
  }

  private Message madeUp(int kind) {
    String name = BAD + ":/q" + random.nextInt(50_000);
    LunId lun = new LunId(random.nextBoolean() ? "lun-bad" : "made-up" + random.nextInt(5_000));
    double amount = Math.pow(10, random.nextDouble(-3, 10));
    LunInterval interval =
        new LunInterval(
            DOMAIN, lun, new HostId(BAD), random.nextInt(1 << 30), Instant.now(), 1_000);
    AdapterId made = new AdapterId(BAD + ":made-up" + random.nextInt(5_000));
    return switch (kind) {
      case 0 ->
          random.nextBoolean()
              ? RequestBatch.of(interval, List.of(request(name, amount, amount / 100, 10)))
                  .getFirst()
              : report(interval, amount, 10, amount);
      case 1 ->
          new UsageBatch(
              DOMAIN,
              lun,
              made,
              Instant.now(),
              1_000,
              List.of(new Usage(new ApplicationId(name), flow(amount, 10), Flow.NONE)));
      case 2 -> ofAdapter(made, new QueueId(new ApplicationId(name), lun));
      default ->
          new HostInventory(
              new HostId(BAD),
              Instant.now(),
              List.of(new HostInventory.Lun(lun, "sdb", "wwid", DOMAIN, "made up", 1L << 40)),
              List.of());
    };
  }

  private Message ofAdapter(AdapterId made, QueueId queue) {
    Version version = new Version(random.nextLong(1L << 30), 1);
    SessionId session = new SessionId("bad");
    AdapterStatus.Target target = new AdapterStatus.Target("cgroup-v1", 1, Optional.empty());
    Outcome outcome =
        new Outcome(queue, version, Outcome.State.VERIFIED, Optional.of(RateBound.ofIops(10)), "");
    return random.nextBoolean()
        ? new OutcomeBatch(DOMAIN, made, session, Instant.now(), List.of(outcome))
        : new AdapterStatus(made, session, DOMAIN, Instant.now(), version, 1, target);
  }

  private static Message report(
      LunInterval interval, double iops, double micros, double outstanding) {
    return new LunReport(
        interval,
        flow(iops, micros),
        Flow.NONE,
        outstanding,
        1,
        1_000,
        LunReport.Pressure.SATURATED,
        2);
  }

  private void send(KafkaProducer<byte[], byte[]> producer, Seal seal, Message message) {
    var _ = producer.send(sealed(seal, message));
  }

  private ProducerRecord<byte[], byte[]> sealed(Seal seal, Message message) {
    Topic topic = Schema.of(message).topic();
    byte[] value = codec.encode(message);
    ProducerRecord<byte[], byte[]> record =
        new ProducerRecord<>(
            topic.topicName(),
            DomainPartitioner.partition(Schema.partitionKeyOf(message), PARTITIONS),
            Schema.keyOf(message).getBytes(StandardCharsets.UTF_8),
            value);
    seal.put(topic, record.headers(), value);
    return record;
  }
}
