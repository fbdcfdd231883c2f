package io.oasis.adapter.shell;

import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.AdapterStatus;
import io.oasis.protocol.Message;
import io.oasis.protocol.OutcomeBatch;
import io.oasis.protocol.SettingBatch;
import io.oasis.protocol.Topic;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The wire through Kafka.
 *
 * <p>A status tells the session, and so invites settings: none is sent before settings would be
 * read, or the first of them could fall into the gap.
 */
final class KafkaWire implements Wire {
  private final KafkaLink link;
  private final AdapterId adapter;
  private final @Nullable SettingTraces traces;
  private volatile @Nullable TopicReader reader;

  /**
   * @param traces follow what is heard and said, if anybody follows
   */
  KafkaWire(KafkaLink link, AdapterId adapter, @Nullable SettingTraces traces) {
    this.link = link;
    this.adapter = adapter;
    this.traces = traces;
  }

  @Override
  public void deliver(BlockingQueue<Message> inbox) {
    reader = link.read(Set.of(Topic.SETTINGS), TopicReader.From.LATEST, inbox, this::heard);
  }

  private void heard(Message message, Headers headers) {
    if (traces != null
        && message instanceof SettingBatch batch
        && batch.adapter().equals(adapter)) {
      traces.heard(batch, headers);
    }
  }

  @Override
  public void send(Message message) {
    if (traces != null && message instanceof OutcomeBatch batch) {
      traces.told(batch);
    }
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
