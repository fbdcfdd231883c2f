package io.oasis.messaging;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.ClientUtils;
import org.apache.kafka.clients.CommonClientConfigs;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.errors.TimeoutException;
import org.apache.kafka.common.metrics.Metrics;
import org.apache.kafka.common.network.ByteBufferSend;
import org.apache.kafka.common.network.ChannelState;
import org.apache.kafka.common.network.NetworkReceive;
import org.apache.kafka.common.network.NetworkSend;
import org.apache.kafka.common.network.Selector;
import org.apache.kafka.common.protocol.ApiKeys;
import org.apache.kafka.common.security.auth.SecurityProtocol;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.utils.Time;
import org.apache.kafka.common.utils.internals.LogContext;

/**
 * One place at which Kafka may answer, and the question that tells.
 *
 * <p>Kafka's clients take the first four bytes of an answer for its length and set so much memory
 * aside, without a bound: the {@code HTTP} of a web server is 1.2 GB, the alert of a TLS port 350
 * MB, and a small service has no more memory (KAFKA-4493). Here the length is bounded. The question
 * is one that a broker answers before it asks who we are, over the same TLS; names and passwords
 * are the clients' business afterwards.
 *
 * @param address as somebody wrote it
 * @param place one that it stands for
 */
record Door(String address, InetSocketAddress place) {
  private static final int SOCKET_BUFFER_BYTES = 32 << 10;
  private static final long POLL_MILLIS = 50;
  private static final int QUESTION_NUMBER = 0x4f617369;
  private static final String ID = "door";

  /** Ends in an empty line: a web server would wait for the rest of a request, and say nothing. */
  private static final String NAME = "oasis\r\n\r\n";

  /** All that it stands for; an unresolved one if its host is not known. */
  static List<InetSocketAddress> places(String address) {
    int colon = address.lastIndexOf(':');
    String host = address.substring(0, colon).replaceAll("[\\[\\]]", "");
    int port = Integer.parseInt(address.substring(colon + 1));
    try {
      return Arrays.stream(InetAddress.getAllByName(host))
          .map(each -> new InetSocketAddress(each, port))
          .toList();
    } catch (UnknownHostException e) {
      return List.of(InetSocketAddress.createUnresolved(host, port));
    }
  }

  /**
   * Returns when it is Kafka that answers.
   *
   * @param patience to connect and to be answered
   * @throws NotKafkaException when something else answers
   * @throws KafkaException when nothing does, or does not let us ask
   */
  void ring(LinkConfig config, Duration patience) {
    if (place.isUnresolved()) {
      throw new TimeoutException(place.getHostString() + " is no host that is known");
    }
    LogContext log = new LogContext();
    AnswerBound bound = new AnswerBound();
    try (Metrics metrics = new Metrics();
        Selector selector =
            new Selector(
                NetworkReceive.UNLIMITED,
                patience.toMillis(),
                metrics,
                Time.SYSTEM,
                ID,
                Map.of(),
                false,
                false,
                ClientUtils.createChannelBuilder(
                    new ConsumerConfig(unnamed(config)), Time.SYSTEM, log),
                bound,
                log)) {
      selector.connect(ID, place, SOCKET_BUFFER_BYTES, SOCKET_BUFFER_BYTES);
      converse(selector, bound, patience);
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

  private void converse(Selector selector, AnswerBound bound, Duration patience)
      throws IOException {
    boolean asked = false;
    long end = System.nanoTime() + patience.toNanos();
    while (System.nanoTime() - end < 0 && !Thread.currentThread().isInterrupted()) {
      selector.poll(POLL_MILLIS);
      if (bound.isExceeded()) {
        throw new NotKafkaException(address);
      }
      ChannelState gone = selector.disconnected().get(ID);
      if (gone != null) {
        throw trouble(gone, asked);
      }
      for (NetworkReceive answer : selector.completedReceives()) {
        if (answer.payload().remaining() >= Integer.BYTES
            && answer.payload().getInt() == QUESTION_NUMBER) {
          return;
        }
        throw new NotKafkaException(address);
      }
      if (!asked && selector.isChannelReady(ID)) {
        selector.send(new NetworkSend(ID, ByteBufferSend.sizePrefixed(question())));
        asked = true;
      }
    }
    throw new TimeoutException(
        "%s %s within %d s"
            .formatted(
                asked ? "no answer from" : "no connection to", address, patience.toSeconds()));
  }

  /**
   * Who hangs up without a word does no harm, and may be a broker's balancer whose brokers are all
   * away.
   */
  private KafkaException trouble(ChannelState gone, boolean asked) {
    if (gone.exception() != null) {
      return gone.exception();
    }
    return asked
        ? new KafkaException("it hangs up: " + NotKafkaException.words(address))
        : new TimeoutException("there is no connection to " + address);
  }

  /** Which versions of which questions it understands, in the oldest form. */
  private static ByteBuffer question() {
    byte[] name = NAME.getBytes(StandardCharsets.US_ASCII);
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
