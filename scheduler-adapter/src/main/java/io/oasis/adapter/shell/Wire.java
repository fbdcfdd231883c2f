package io.oasis.adapter.shell;

import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.trust.Trust;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.Message;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/** How an adapter hears settings and sends what it has to say. */
public interface Wire extends AutoCloseable {
  /** Puts settings and renewals into the inbox, on a thread of the wire's own, until closed. */
  void deliver(BlockingQueue<Message> inbox);

  /** Sends without blocking; what cannot be sent is dropped and counted. */
  void send(Message message);

  @Override
  void close();

  /**
   * Through Kafka; the broker may come later.
   *
   * @param traces follow what is heard and said, if anybody follows
   */
  static Wire kafka(
      AdapterId adapter,
      LinkConfig config,
      MeterRegistry registry,
      Trust trust,
      @Nullable SettingTraces traces) {
    KafkaLink link = KafkaLink.open(config.as(adapter.value()), registry, trust);
    return new KafkaWire(link, adapter, traces);
  }
}
