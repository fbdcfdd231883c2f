package io.oasis.manager.server.stream;

import io.oasis.manager.server.fleet.Fleet;
import io.oasis.protocol.DomainId;
import java.util.List;
import java.util.function.Supplier;
import org.apache.kafka.streams.KafkaStreams;
import org.apache.kafka.streams.KeyQueryMetadata;
import org.apache.kafka.streams.StreamsMetadata;
import org.apache.kafka.streams.state.HostInfo;
import org.jspecify.annotations.Nullable;

/**
 * The managers as Kafka Streams knows them: with each sharing out of the partitions every member is
 * told which of them has which, and by what address it is reached ({@code application.server}). It
 * lags behind by what the group takes to notice that one is gone.
 */
public final class StreamsFleet implements Fleet {
  private final Supplier<@Nullable KafkaStreams> streams;
  private final Status status;
  private final Supplier<String> self;

  /**
   * @param streams absent while it is not started
   * @param self by what address others reach this manager
   */
  public StreamsFleet(
      Supplier<@Nullable KafkaStreams> streams, Status status, Supplier<String> self) {
    this.streams = streams;
    this.status = status;
    this.self = self;
  }

  @Override
  public Owner ownerOf(DomainId domain) {
    KafkaStreams present = streams.get();
    if (present == null || !present.state().isRunningOrRebalancing()) {
      return new Owner.Nobody(status.now().reason());
    }
    KeyQueryMetadata found =
        present.queryMetadataForKey(
            DomainMemory.HEADERS,
            domain.value(),
            DomainPartitions.by((String key, Object _) -> key));
    if (found.equals(KeyQueryMetadata.NOT_AVAILABLE) || found.partition() < 0) {
      return new Owner.Nobody("its partition is being given to one");
    }
    String manager = text(found.activeHost());
    if (!manager.equals(self.get())) {
      return new Owner.There(manager);
    }
    return isHere(present, found.partition())
        ? new Owner.Here()
        : new Owner.Nobody(
            "its partition comes to this one, or another manager has the same"
                + " --advertised-address");
  }

  /** Restored, and decided about. */
  private static boolean isHere(KafkaStreams present, int partition) {
    return present.state() == KafkaStreams.State.RUNNING
        && present.metadataForLocalThreads().stream()
            .flatMap(thread -> thread.activeTasks().stream())
            .anyMatch(task -> task.taskId().partition() == partition);
  }

  @Override
  public List<String> others() {
    KafkaStreams present = streams.get();
    if (present == null || !present.state().isRunningOrRebalancing()) {
      return List.of();
    }
    return present.metadataForAllStreamsClients().stream()
        .map(StreamsMetadata::hostInfo)
        .filter(host -> !host.equals(HostInfo.unavailable()))
        .map(StreamsFleet::text)
        .filter(manager -> !manager.equals(self.get()))
        .distinct()
        .sorted()
        .toList();
  }

  private static String text(HostInfo host) {
    return (host.host().contains(":") ? '[' + host.host() + ']' : host.host()) + ':' + host.port();
  }
}
