package io.oasis.manager.server.stream;

import static org.assertj.core.api.Assertions.assertThat;

import io.oasis.manager.core.capacity.CapacityMemory;
import io.oasis.manager.core.contract.DomainHeader;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.HostStanding;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Mode;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.Version;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import org.apache.kafka.streams.KeyValue;
import org.apache.kafka.streams.state.KeyValueStore;
import org.junit.jupiter.api.Test;

/** Shows that what is kept is what was saved last, in a few entries, and that old entries count. */
class DomainMemoryTest {
  private static final DomainId DOMAIN = new DomainId("d");
  private static final DomainId OTHER = new DomainId("d2");

  @Test
  void whatWasSavedLastIsKeptWhateverComesAndGoes() {
    try (Bench bench = new Bench()) {
      DomainMemory memory = memory(bench);
      SplittableRandom random = new SplittableRandom(5);
      Map<QueueId, QueueMemory> expected = new HashMap<>();
      for (int i = 0; i < 5_000; i++) {
        QueueMemory queue = queue(random.nextInt(200), random.nextDouble());
        if (random.nextInt(3) == 0) {
          memory.forget(DOMAIN, queue.queue());
          expected.remove(queue.queue());
        } else {
          memory.save(DOMAIN, queue);
          expected.put(queue.queue(), queue);
        }
        memory.save(OTHER, queue(i % 3, 1));
        memory.write(DOMAIN);
        memory.write(OTHER);
      }
      assertThat(memory(bench).of(DOMAIN).queues())
          .containsExactlyInAnyOrderElementsOf(expected.values());
      assertThat(memory(bench).of(OTHER).queues()).hasSize(3);
    }
  }

  @Test
  void manyQueuesAreFewEntries() {
    try (Bench bench = new Bench()) {
      DomainMemory memory = memory(bench);
      for (int i = 0; i < 4 * QueuePages.MOST; i++) {
        memory.save(DOMAIN, queue(i, i));
      }
      memory.write(DOMAIN);
      assertThat(bench.queueStore().all()).toIterable().hasSize(4);
      memory.forget(DOMAIN);
      assertThat(bench.queueStore().all()).toIterable().isEmpty();
    }
  }

  @Test
  void anEntryForEachQueueAsEarlierVersionsWroteIsTakenOver() {
    try (Bench bench = new Bench()) {
      KeyValueStore<String, byte[]> store = bench.queueStore();
      String old =
          "{\"queue\":\"h:a1|l\",\"allocation\":2.5,\"meanBytes\":4096.0,\"readShare\":0.5}";
      store.put("d|h:a1|l", old.getBytes(StandardCharsets.UTF_8));
      DomainMemory memory = memory(bench);
      assertThat(memory.of(DOMAIN).queues()).containsExactly(queue(1, 2.5));
      memory.save(DOMAIN, queue(2, 1));
      memory.write(DOMAIN);
      assertThat(store.all()).toIterable().extracting(entry -> keyOf(entry)).containsExactly("d|0");
      assertThat(memory(bench).of(DOMAIN).queues()).containsExactly(queue(1, 2.5), queue(2, 1));
    }
  }

  @Test
  void aDomainIsFoundByItsHeader() {
    try (Bench bench = new Bench()) {
      DomainMemory memory = memory(bench);
      GuardRails rails = GuardRails.initial(DOMAIN, Mode.SHADOW, "even");
      List<HostStanding> hosts = List.of(new HostStanding("db1", 2.5, 7));
      memory.save(
          new DomainHeader(
              DOMAIN, new Version(2, 3), rails, CapacityMemory.NONE, Optional.of(hosts)));
      memory.save(DOMAIN, queue(1, 1));
      memory.write(DOMAIN);
      bench.headerStore().put("d\u200b", "{}".getBytes(StandardCharsets.UTF_8));
      assertThat(memory(bench).all()).as("without what is no name any more").hasSize(1);
      DomainMemory.Kept kept = memory(bench).all().get(DOMAIN);
      assertThat(kept.header().orElseThrow().version()).isEqualTo(new Version(2, 3));
      assertThat(kept.header().orElseThrow().hosts()).contains(hosts);
      assertThat(kept.queues()).containsExactly(queue(1, 1));
    }
  }

  private static String keyOf(KeyValue<String, byte[]> entry) {
    return entry.key;
  }

  private static DomainMemory memory(Bench bench) {
    return new DomainMemory(bench.headerStore(), bench.queueStore());
  }

  private static QueueMemory queue(int number, double allocation) {
    QueueId id = new QueueId(new ApplicationId("h:a" + number), new LunId("l"));
    return new QueueMemory(id, Optional.of(allocation), 4_096, 0.5);
  }
}
