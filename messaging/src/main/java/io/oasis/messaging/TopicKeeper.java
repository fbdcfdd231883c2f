package io.oasis.messaging;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.consumer.CloseOptions;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.KafkaException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The thread that makes sure that Kafka answers and that the topics exist: at the start, once a
 * minute, and as soon as a message could not be delivered (a broker may come back empty) or we were
 * not let in.
 */
final class TopicKeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(TopicKeeper.class);
  private static final Duration CHECK_INTERVAL = Duration.ofMinutes(1);
  private static final Duration FIRST_RETRY = Duration.ofMillis(200);
  private static final Duration LONGEST_RETRY = Duration.ofSeconds(2);
  private static final Duration WARM_RETRY = Duration.ofMillis(50);
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);
  private static final int WARM_ATTEMPTS = 40;

  private final LinkConfig config;
  private final BrokerState broker;
  private final Runnable open;
  private final BooleanSupplier warm;
  private final Thread thread;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition doubted = lock.newCondition();
  private boolean inDoubt;
  private boolean opened;
  private final AtomicBoolean stale = new AtomicBoolean();
  private @Nullable KafkaConsumer<byte[], byte[]> asker;

  /**
   * @param open told once, when it is known that Kafka answers
   * @param warm fetches what is known of the topics; whether all is
   */
  TopicKeeper(LinkConfig config, BrokerState broker, Runnable open, BooleanSupplier warm) {
    this.open = open;
    this.config = config;
    this.broker = broker;
    this.warm = warm;
    this.thread = Thread.ofPlatform().daemon().name("oasis-topics").unstarted(this::keep);
  }

  void start() {
    thread.start();
  }

  /** A message was not delivered, or we were refused: look at once whether all is there. */
  void doubt(Exception failure) {
    lock.lock();
    try {
      inDoubt = true;
      doubted.signal();
    } finally {
      lock.unlock();
    }
    LOG.debug("in doubt", failure);
  }

  /** Has the client that asks made anew. */
  void renew() {
    stale.set(true);
  }

  @Override
  public void close() {
    thread.interrupt();
    try {
      thread.join(Duration.ofSeconds(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void keep() {
    try {
      Duration retry = FIRST_RETRY;
      while (!Thread.currentThread().isInterrupted()) {
        if (ensure()) {
          retry = FIRST_RETRY;
          pause(CHECK_INTERVAL);
          TimeUnit.MILLISECONDS.sleep(FIRST_RETRY.toMillis());
        } else {
          TimeUnit.MILLISECONDS.sleep(retry.toMillis());
          Duration longer = retry.multipliedBy(2);
          retry = longer.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : longer;
        }
      }
    } catch (InterruptedException | org.apache.kafka.common.errors.InterruptException e) {
      LOG.debug("stopped");
    } finally {
      boolean _ = Thread.interrupted(); // it would not let go otherwise
      letGo();
    }
  }

  private boolean ensure() throws InterruptedException {
    try {
      if (!opened) {
        Doorbell.ring(config);
      }
      List<String> missing = missing();
      boolean creates = config.needs().createTopics();
      if (!missing.isEmpty() && creates) {
        create();
      }
      // Not before: a broker that is set as it comes makes a topic of one partition for who asks.
      if (!opened) {
        open.run();
        opened = true;
      }
      if (!missing.isEmpty() && !creates) {
        broker.lacks(missing);
        return false;
      }
      broker.up();
    } catch (ExecutionException e) {
      broker.down(e);
      return false;
    } catch (TimeoutException | KafkaException e) {
      broker.down(e);
      return false;
    }
    for (int i = 0; i < WARM_ATTEMPTS && !warm.getAsBoolean(); i++) {
      TimeUnit.MILLISECONDS.sleep(WARM_RETRY.toMillis());
    }
    return true;
  }

  /**
   * Asks as a reader: a client that can also create is 1 MiB of memory for something seldom done.
   * It is kept: making one each minute is a tenth of what a service at rest takes.
   */
  private List<String> missing() {
    if (stale.getAndSet(false)) {
      letGo();
    }
    if (asker == null) {
      asker = KafkaLink.consumer(config.as(config.clientId() + "-topics"), TopicReader.From.LATEST);
    }
    try {
      return Topics.missing(config.needs().topics(), asker.listTopics(ANSWER_TIMEOUT).keySet());
    } catch (KafkaException e) {
      letGo();
      throw e;
    }
  }

  private void letGo() {
    KafkaConsumer<byte[], byte[]> old = asker;
    asker = null;
    if (old != null) {
      old.close(CloseOptions.timeout(CLOSE_TIMEOUT));
    }
  }

  private void create() throws InterruptedException, ExecutionException, TimeoutException {
    Admin admin = KafkaLink.admin(config);
    try {
      int created = Topics.ensure(admin, config.needs().partitions(), config.needs().replication());
      LOG.info("created {} topics", created);
    } finally {
      admin.close(CLOSE_TIMEOUT); // not for as long as calls that were begun may take
    }
  }

  private void pause(Duration longest) throws InterruptedException {
    lock.lock();
    try {
      long left = longest.toNanos();
      while (!inDoubt && left > 0) {
        left = doubted.awaitNanos(left);
      }
      inDoubt = false;
    } finally {
      lock.unlock();
    }
  }
}
