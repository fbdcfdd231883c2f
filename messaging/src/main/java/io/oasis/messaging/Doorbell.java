package io.oasis.messaging;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.memory.MemoryPool;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ByteBufferSend;
import org.apache.kafka.common.network.ChannelState;
import org.apache.kafka.common.network.NetworkReceive;
import org.apache.kafka.common.network.NetworkSend;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.LogContext;
import org.apache.kafka.common.utils.Time;

/**
 * Asks, before any client of Kafka's connects, whether Kafka is what answers.
 *
 * <p>Kafka's clients take the first four bytes of an answer for its length and set so much memory
 * aside, without a bound: the {@code HTTP} of a web server is 1.2 GB, the alert of a TLS port 350
 * MB, and a small service has no more memory (KAFKA-4493). Here the length is bounded. The question
 * is one that a broker answers before it asks who we are, over the same TLS; names and passwords
 * are the clients' business afterwards.
 */
final class Doorbell {
  /** A broker's answer has less than 1 KiB; this is far below any memory. */
  private static final int MOST_ANSWER_BYTES = 64 << 10;

  /** As long as clients wait for an answer; a machine that is overloaded takes seconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private static final int SOCKET_BUFFER_BYTES = 32 << 10;
  private static final long POLL_MILLIS = 50;
  private static final int QUESTION_NUMBER = 0x4f617369;
  private static final String DOOR = "door";

  private Doorbell() {}

  /**
   * Returns when one of the addresses is a broker's.
   *
   * @throws KafkaException that says of the last address what is wrong with it
   */
  static void ring(LinkConfig config) {
    KafkaException last = new TimeoutException("there is no address");
    for (String address : config.bootstrap().split(",")) {
      try {
        ring(address.strip(), config);
        return;
      } catch (KafkaException e) {
        last = e;
      }
    }
    throw last;
  }

  private static void ring(String address, LinkConfig config) {
    int colon = address.lastIndexOf(':');
    String host = address.substring(0, colon).replaceAll("[\\[\\]]", "");
    InetSocketAddress where =
        new InetSocketAddress(host, Integer.parseInt(address.substring(colon + 1)));
    if (where.isUnresolved()) {
      throw new TimeoutException(host + " is no host that is known");
    }
    LogContext log = new LogContext();
    try (Metrics metrics = new Metrics();
        Selector selector =
            new Selector(
                MOST_ANSWER_BYTES,
                PATIENCE.toMillis(),
                metrics,
                Time.SYSTEM,
                DOOR,
                Map.of(),
                false,
                false,
                ClientUtils.createChannelBuilder(
                    new ConsumerConfig(unnamed(config)), Time.SYSTEM, log),
                MemoryPool.NONE,
                log)) {
      selector.connect(DOOR, where, SOCKET_BUFFER_BYTES, SOCKET_BUFFER_BYTES);
      converse(selector, address);
    } catch (IOException e) {
      throw new TimeoutException(String.valueOf(e.getMessage()), e);
    }
  }

  /** The client's own way, without saying who we are; a reader's, as every service has one. */
  private static Map<String, Object> unnamed(LinkConfig config) {
    Map<String, Object> settings =
        new HashMap<>(ClientSettings.consumer(config, TopicReader.From.LATEST));
    settings.put(ConsumerConfig.KEY_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    settings.put(ConsumerConfig.VALUE_DESERIALIZER_CLASS_CONFIG, ByteArrayDeserializer.class);
    String protocol =
        String.valueOf(
            settings.getOrDefault(
                CommonClientConfigs.SECURITY_PROTOCOL_CONFIG, SecurityProtocol.PLAINTEXT.name));
    settings.keySet().removeIf(key -> key.startsWith("sasl."));
    settings.put(
        CommonClientConfigs.SECURITY_PROTOCOL_CONFIG,
        protocol.endsWith("SSL") ? SecurityProtocol.SSL.name : SecurityProtocol.PLAINTEXT.name);
    return settings;
  }

  private static void converse(Selector selector, String address) throws IOException {
    boolean asked = false;
    long end = System.nanoTime() + PATIENCE.toNanos();
    while (System.nanoTime() - end < 0) {
      selector.poll(POLL_MILLIS);
      ChannelState gone = selector.disconnected().get(DOOR);
      if (gone != null) {
        throw trouble(gone, asked, address);
      }
      for (NetworkReceive answer : selector.completedReceives()) {
        if (answer.payload().remaining() >= Integer.BYTES
            && answer.payload().getInt() == QUESTION_NUMBER) {
          return;
        }
        throw new NotKafkaException(address);
      }
      if (!asked && selector.isChannelReady(DOOR)) {
        selector.send(new NetworkSend(DOOR, ByteBufferSend.sizePrefixed(question())));
        asked = true;
      }
    }
    throw new TimeoutException(
        (asked ? "no answer" : "no connection") + " within " + PATIENCE.toSeconds() + " s");
  }

  private static KafkaException trouble(ChannelState gone, boolean asked, String address) {
    if (gone.exception() != null) {
      return gone.exception();
    }
    return asked
        ? new NotKafkaException(address)
        : new TimeoutException("there is no connection to " + address);
  }

  /** Which versions of which questions it understands, in the oldest form. */
  private static ByteBuffer question() {
    byte[] name = "oasis".getBytes(StandardCharsets.US_ASCII);
    ByteBuffer question =
        ByteBuffer.allocate(Short.BYTES * 3 + Integer.BYTES + name.length)
            .putShort(ApiKeys.API_VERSIONS.id)
            .putShort((short) 0)
            .putInt(QUESTION_NUMBER)
            .putShort((short) name.length)
            .put(name);
    return question.flip();
  }
}
