package io.oasis.proving.drill;

import io.oasis.messaging.trust.HostSecret;
import io.oasis.messaging.trust.HostToken;
import io.oasis.protocol.DeadLetter;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Message;
import io.oasis.protocol.MessageCodec;
import io.oasis.protocol.RequestBatch;
import io.oasis.protocol.Speaker;
import io.oasis.protocol.Topic;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.stream.IntStream;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.ByteArraySerializer;

/**
 * Names by the thousand, made up by one host that is let in: it has a token, as one that was
 * stolen. Refused when it is written to the dead letters that it has too many. They come with the
 * key of no domain, so that none has them also where it works.
 */
record CrowdAttack(String name) implements Attack {
  private static final HostId HOST = new HostId("oasis-drill");
  private static final int QUEUES = 60_000;
  private static final byte[] NO_DOMAIN = "drill".getBytes(StandardCharsets.UTF_8);

  static List<Attack> all() {
    return List.of(new CrowdAttack("record: 60,000 made-up queues of one host"));
  }

  @Override
  public Verdict attempt(Site site) {
    return site.hearing(Topic.DEAD_LETTERS, letters -> attempt(site, letters));
  }

  private static Verdict attempt(Site site, BlockingQueue<Message> letters)
      throws InterruptedException {
    List<String> names =
        IntStream.range(0, QUEUES).mapToObj(i -> HOST.value() + ":/drill" + i).toList();
    send(site, RecordAttack.requests(HOST.value(), names));
    return Site.first(letters, DeadLetter.class, CrowdAttack::isOfTooMany)
        .map(letter -> new Verdict(true, letter.reader() + ": " + letter.reason()))
        .orElseGet(() -> new Verdict(false, "nobody found them too many"));
  }

  private static void send(Site site, List<RequestBatch> batches) {
    HostToken seal = HostSecret.read(site.keys().hosts()).token(new Speaker.Host(HOST, List.of()));
    MessageCodec codec = new MessageCodec();
    try (KafkaProducer<byte[], byte[]> producer =
        new KafkaProducer<>(
            site.kafka("agent"), new ByteArraySerializer(), new ByteArraySerializer())) {
      for (RequestBatch batch : batches) {
        byte[] value = codec.encode(batch);
        ProducerRecord<byte[], byte[]> sent =
            new ProducerRecord<>(Topic.REQUESTS.topicName(), 0, NO_DOMAIN, value);
        seal.put(Topic.REQUESTS, sent.headers(), value);
        var _ = producer.send(sent);
      }
    }
  }

  private static boolean isOfTooMany(DeadLetter letter) {
    return letter.kind() == DeadLetter.Kind.EXCESS
        && letter.reason().startsWith("host " + HOST.value() + ' ')
        && letter.reason().contains("queues");
  }
}
