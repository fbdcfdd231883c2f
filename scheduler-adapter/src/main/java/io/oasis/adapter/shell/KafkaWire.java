package io.oasis.adapter.shell;

import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Message;
import io.oasis.protocol.Topic;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * The wire through Kafka.
 *
 * <p>A status tells the session, and so invites settings: none is sent before settings would be
 * read, or the first of them could fall into the gap.
 */
final class KafkaWire implements Wire {
  private final KafkaLink link;
  private volatile @Nullable TopicReader reader;

  KafkaWire(KafkaLink link) {
    this.link = link;
  }

  @Override
  public void deliver(BlockingQueue<Message> inbox) {
    reader = link.read(Set.of(Topic.SETTINGS), TopicReader.From.LATEST, inbox);
  }

  @Override
  public void send(Message message) {
    TopicReader present = reader;
    boolean hears = present != null && present.isPositioned();
    if (hears || !(message instanceof AdapterStatus)) {
      link.send(message);
    }
  }

  @Override
  public void close() {
    link.close();
  }
}
