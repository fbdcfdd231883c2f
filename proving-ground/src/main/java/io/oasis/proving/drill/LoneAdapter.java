package io.oasis.proving.drill;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.adapter.AdapterComponent;
import io.oasis.adapter.shell.Adapter;
import io.oasis.adapter.shell.AdapterSettings;
import io.oasis.adapter.shell.EnvironmentException;
import io.oasis.adapter.shell.Wire;
import io.oasis.brick.Brick;
import io.oasis.brick.BrickComponent;
import io.oasis.brick.client.BrickNames;
import io.oasis.linux.HostRoot;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.TopicReader;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Topic;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import org.jspecify.annotations.Nullable;

/**
 * An adapter as the site's own, on a brick in memory that nobody uses. It hears what the site's
 * broker has, and believes whom the site's adapter believes; what it says stays here, so that no
 * manager takes it for one of his.
 */
final class LoneAdapter implements AutoCloseable {
  private static final HostId HOST = new HostId("oasis-drill");

  private final BlockingQueue<Message> said = new LinkedBlockingQueue<>();
  private final BrickNames names;
  private final Brick brick;
  private final KafkaLink link;
  private final Adapter adapter;
  private volatile @Nullable TopicReader reader;

  LoneAdapter(Path directory, Site site) throws IOException {
    Path control = directory.resolve("control");
    names = new BrickNames(HOST, control);
    brick =
        Brick.start(
            new BrickComponent()
                .configuration(
                    Map.of(
                        "listen",
                        "unix:" + directory.resolve("nbd"),
                        "control",
                        control.toString(),
                        "volume.v.size",
                        "1M",
                        "export.e.volume",
                        "v")));
    AdapterSettings settings =
        new AdapterComponent()
            .configuration(
                Map.of(
                    "bootstrap", site.bootstrap(),
                    "kafka-config", site.secrets().resolve("adapter.properties").toString(),
                    "trust", site.keys().trust().toString(),
                    "host", HOST.value(),
                    "state-dir", directory.resolve("state").toString(),
                    "target", "brick:" + control,
                    "share-host", "true"));
    SimpleMeterRegistry registry = new SimpleMeterRegistry();
    link = KafkaLink.open(settings.link(), registry, settings.allowed().trust());
    try {
      adapter = Adapter.start(settings, HostRoot.REAL, registry, null, () -> {}, _ -> new Ears());
    } catch (EnvironmentException | RuntimeException e) {
      link.close();
      brick.close();
      throw new IOException(e);
    }
  }

  /** Hears the broker, and tells us. */
  private final class Ears implements Wire {
    @Override
    public void deliver(BlockingQueue<Message> inbox) {
      reader = link.read(Set.of(Topic.SETTINGS), TopicReader.From.LATEST, inbox);
    }

    @Override
    public void send(Message message) {
      said.add(message);
    }

    @Override
    public void close() {
      link.close();
    }
  }

  /** Whether what is said from now on reaches it. */
  boolean hears() {
    TopicReader present = reader;
    return present != null && present.isPositioned();
  }

  /** All that it says. */
  BlockingQueue<Message> said() {
    return said;
  }

  DomainId domain() {
    return names.domain("main");
  }

  /** What it may be told to limit. */
  QueueId queue() {
    return new QueueId(names.application("e"), names.lun("v"));
  }

  @Override
  public void close() throws IOException {
    adapter.close();
    brick.close();
  }
}
