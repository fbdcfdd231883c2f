package io.oasis.adapter.shell;

import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.Message;
import java.util.concurrent.BlockingQueue;

/** How an adapter hears settings and sends what it has to say. */
public interface Wire extends AutoCloseable {
  /** Puts settings and renewals into the inbox, on a thread of the wire's own, until closed. */
  void deliver(BlockingQueue<Message> inbox);

  /** Sends without blocking; what cannot be sent is dropped and counted. */
  void send(Message message);

  @Override
  void close();

  /** Through Kafka; the broker may come later. */
  static Wire kafka(LinkConfig config, MeterRegistry registry, Trust trust) {
    return new KafkaWire(KafkaLink.open(config, registry, trust));
  }
}
