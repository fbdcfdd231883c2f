package io.oasis.manager;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.LinkConfig;
import io.oasis.messaging.TopicReader;
import io.oasis.protocol.Message;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.Topic;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;

/** Several synthetic arrays at a broker, once a second: something to look at without hardware. */
final class SyntheticSite {
  private SyntheticSite() {}

  /**
   * @param arguments the broker's address, then how many further quiet arrays there are
   */
  public static void main(String[] arguments) throws InterruptedException {
    SplittableRandom random = new SplittableRandom(7);
    List<SyntheticArray> arrays = arrays(random);
    int quiet = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 0;
    for (int i = 0; i < quiet; i++) {
      arrays.add(
          new SyntheticArray("node-%02d".formatted(i), "naa.5000c50a%04d".formatted(i), 900, random)
              .with("system.slice/postgresql.service", 4, 120 + 10.0 * i)
              .with("system.slice/nginx.service", 1, 30));
    }
    BlockingQueue<Message> settings = new ArrayBlockingQueue<>(100_000);
    try (KafkaLink link =
        KafkaLink.open(LinkConfig.of(arguments[0], "synthetic"), new SimpleMeterRegistry())) {
      link.read(Set.of(Topic.SETTINGS), TopicReader.From.LATEST, settings);
      for (int second = 0; ; second++) {
        Instant now = Instant.now();
        List<Message> taken = new ArrayList<>();
        settings.drainTo(taken);
        for (SyntheticArray array : arrays) {
          taken.forEach(array::take);
          if (second % 30 == 1) {
            link.send(array.inventory(now));
          }
          array.interval(link, now);
        }
        if (second % 240 > 200) {
          arrays.get(1).state("batch.slice/etl-07.service", Outcome.State.CONFLICT);
        }
        arrays.getFirst().capacity(second % 180 < 120 ? 1_000 : 620);
        TimeUnit.SECONDS.sleep(1);
      }
    }
  }

  private static List<SyntheticArray> arrays(SplittableRandom random) {
    List<SyntheticArray> arrays = new ArrayList<>();
    arrays.add(
        new SyntheticArray("db1", "naa.600a098038304437", 1_000, random)
            .with("system.slice/postgresql.service", 1, 5_000)
            .with("system.slice/backup.service", 32, 5_000)
            .with("unattributed", 0.2, 12));
    SyntheticArray big = new SyntheticArray("san-a", "naa.60002ac00000000000000015", 9_000, random);
    for (int i = 0; i < 24; i++) {
      big.with(
          "batch.slice/etl-%02d.service".formatted(i), 1 + i % 7 * 4, i < 6 ? 5_000 : 150 + i * 20);
    }
    arrays.add(big);
    return arrays;
  }
}
