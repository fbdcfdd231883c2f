package io.oasis.messaging;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletionService;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;

/**
 * Asks, before any client of Kafka's connects, whether Kafka is what answers.
 *
 * <p>A client may connect to any of its addresses, so all are asked, at once. One that answers as
 * Kafka does not is refused, whatever the others are ({@link Door} says why); one that does not
 * answer is not, as long as another one does.
 */
final class Doorbell {
  /** As long as clients wait for an answer; a machine that is overloaded takes seconds. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /**
   * Once Kafka has answered at one address. What is up answers within it; a broker that is down
   * does not, and delays a start by no more.
   */
  private static final Duration PATIENCE_WITH_OTHERS = Duration.ofSeconds(1);

  private Doorbell() {}

  /**
   * Returns when one of the addresses is a broker's and none is something else's.
   *
   * @throws NotKafkaException that names the address where something else answers
   * @throws KafkaException that says of the last address what is wrong with it, if none answers
   */
  static void ring(LinkConfig config) throws InterruptedException {
    ring(config, PATIENCE);
  }

  static void ring(LinkConfig config, Duration patience) throws InterruptedException {
    ExecutorService threads =
        Executors.newThreadPerTaskExecutor(
            Thread.ofPlatform().daemon().name("oasis-door-", 0).factory());
    try {
      CompletionService<Door> answers = new ExecutorCompletionService<>(threads);
      List<Future<Door>> rung = new ArrayList<>();
      for (Door door : doors(config, threads)) {
        rung.add(
            answers.submit(
                () -> {
                  door.ring(config, patience);
                  return door;
                }));
      }
      if (!listen(answers, rung.size())) {
        throw trouble(rung.getLast().exceptionNow());
      }
    } finally {
      threads.shutdownNow(); // none is waited for: a broker that is down takes its time
    }
  }

  /** As a client does, which tries each place that a name has. */
  private static List<Door> doors(LinkConfig config, ExecutorService threads)
      throws InterruptedException {
    List<Callable<List<Door>>> names = new ArrayList<>();
    for (String written : config.bootstrap().split(",")) {
      String address = written.strip();
      names.add(
          () -> Door.places(address).stream().map(place -> new Door(address, place)).toList());
    }
    return threads.invokeAll(names).stream().flatMap(found -> found.resultNow().stream()).toList();
  }

  /** Whether one is Kafka's. */
  private static boolean listen(CompletionService<Door> answers, int doors)
      throws InterruptedException {
    boolean isKafka = false;
    long end = 0;
    for (int i = 0; i < doors; i++) {
      Future<Door> next =
          isKafka ? answers.poll(end - System.nanoTime(), TimeUnit.NANOSECONDS) : answers.take();
      if (next == null) {
        return true;
      }
      if (isKafka(next) && !isKafka) {
        isKafka = true;
        end = System.nanoTime() + PATIENCE_WITH_OTHERS.toNanos();
      }
    }
    return isKafka;
  }

  private static boolean isKafka(Future<Door> answer) throws InterruptedException {
    try {
      answer.get();
      return true;
    } catch (ExecutionException e) {
      if (trouble(e.getCause()) instanceof NotKafkaException other) {
        throw other;
      }
      return false;
    }
  }

  private static KafkaException trouble(@Nullable Throwable cause) {
    if (cause instanceof KafkaException known) {
      return known;
    }
    return new KafkaException(String.valueOf(cause), cause);
  }
}
