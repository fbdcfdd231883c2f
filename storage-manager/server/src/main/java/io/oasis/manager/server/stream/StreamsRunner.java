package io.oasis.manager.server.stream;

import io.oasis.configuration.Supervisor;
import io.oasis.manager.server.ManagerConfig;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.messaging.ClockWatch;
import io.oasis.messaging.KafkaLink;
import io.oasis.messaging.Trouble;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.Uuid;
import org.apache.kafka.streams.CloseOptions;
import org.apache.kafka.streams.KafkaStreams;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps Kafka Streams running, whatever becomes of the broker: one thread that looks every {@link
 * #LOOK}.
 *
 * <p>Streams itself rides out a broker that is away. What it does not survive is a broker that
 * comes back empty: positions, changelogs and transactions that it believes in are gone. So the
 * identities of the topics are watched; when one is gone or was made anew, Streams is closed, the
 * topics are made again, and Streams starts with what is there then. Nothing is lost that matters:
 * adapters report what is applied, agents what they measure.
 *
 * <p>Nor does it survive a clock that is set back: its timers, the group's heartbeats among them,
 * stand still until the clock is where it was. Then it is started again too. And so it is when it
 * does not come to run within {@link #STUCK} although the broker answers. {@link
 * HangingTransactions} are ended.
 */
public final class StreamsRunner implements AutoCloseable {
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Hanging transactions are looked for so seldom while it runs: adapters may wait for one. */
  private static final int LOOKS_PER_SEARCH = 10;

  private static final Duration LONGEST_RETRY = Duration.ofSeconds(5);
  private static final Duration CLOSE = Duration.ofSeconds(3);

  /** What Streams may take to start or to share partitions before it is called not running. */
  private static final Duration SETTLING = Duration.ofSeconds(15);

  /** Streams that takes longer to run is started again; each time it may take twice as long. */
  private static final Duration STUCK = Duration.ofSeconds(30);

  /**
   * A thread that has not come by for records for so long is no member of its group any more for
   * Kafka ({@code max.poll.interval.ms}), and none again before it does.
   */
  static final Duration LONGEST_TURN = Duration.ofMinutes(5);

  private static final Logger LOG = LoggerFactory.getLogger(StreamsRunner.class);

  private final ManagerConfig config;
  private final Surroundings surroundings;
  private final InstantSource clock;
  private final StreamMeters meters;
  private final Supplier<String> address;
  private final Supervisor supervisor;
  private final ThreadFailures failures;
  private final Ingress ingress;
  private final Thread thread;
  private final AtomicBoolean clockWasSetBack = new AtomicBoolean();
  private final CountDownLatch stopped = new CountDownLatch(1);
  private volatile StreamsStatus status;
  private volatile @Nullable KafkaStreams streams;
  private StreamClients clients = new StreamClients();
  private Map<String, Uuid> topics = Map.of();
  private boolean everRan;
  private long looks;
  private Duration patience = STUCK;

  /** When it ran last, was started, or had no broker. */
  private Instant ranAt = Instant.EPOCH;

  /**
   * @param address by which other managers reach this one; asked for when Streams is started
   * @param supervisor told that the manager lives
   */
  public StreamsRunner(
      ManagerConfig config,
      Surroundings surroundings,
      Supplier<String> address,
      Supervisor supervisor) {
    this.config = config;
    this.surroundings = surroundings;
    this.clock = surroundings.clock();
    this.meters = surroundings.meters();
    this.address = address;
    this.supervisor = supervisor;
    this.failures = new ThreadFailures(meters);
    this.ingress = new Ingress(config.credentials(), clock);
    this.status = new StreamsStatus(false, "starting", clock.instant());
    meters.waiting(() -> streams);
    this.thread = Thread.ofPlatform().name("oasis-streams-keeper").daemon().unstarted(this::run);
  }

  public void start() {
    thread.start();
  }

  /** From now on, of each host in a second. */
  public void take(int mostRecords) {
    ingress.take(mostRecords);
  }

  public StreamsStatus status() {
    return status;
  }

  /** Which managers there are. */
  public StreamsFleet fleet() {
    return new StreamsFleet(() -> streams, this::status, address);
  }

  @Override
  public void close() {
    stopped.countDown();
    try {
      thread.join(CLOSE.multipliedBy(2));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void run() {
    try (ClockWatch watch = new ClockWatch(() -> clockWasSetBack.set(true))) {
      watch.start();
      while (stopped.getCount() > 0) {
        keepUntilClockIsSetBack();
      }
      stopStreams(CloseOptions.GroupMembershipOperation.LEAVE_GROUP);
    } catch (InterruptedException e) {
      LOG.debug("interrupted");
    }
  }

  private void keepUntilClockIsSetBack() throws InterruptedException {
    Duration pause = Duration.ZERO;
    Optional<Broker> found = broker();
    while (found.isEmpty()) {
      pause = longer(pause);
      if (stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        return;
      }
      found = broker();
    }
    try (Broker broker = found.get()) {
      while (!stopped.await(pause.toMillis(), TimeUnit.MILLISECONDS)) {
        if (clockWasSetBack.getAndSet(false)) {
          meters.restarts("clock", 1);
          restart("the clock was set back; starting again");
          return;
        }
        pause = look(broker, pause);
        if (!hangs(status.deciding(), clients.sincePoll())) {
          supervisor.alive();
        }
      }
    }
  }

  /** Whoever waits for a broker or for others is alive; who should decide is if its thread is. */
  static boolean hangs(boolean deciding, Optional<Duration> sincePoll) {
    return deciding && sincePoll.filter(since -> since.compareTo(LONGEST_TURN) > 0).isPresent();
  }

  /** Looks once; how long until the next look. */
  private Duration look(Broker broker, Duration pause) throws InterruptedException {
    try {
      if (streams == null) {
        startStreams(broker);
      } else {
        check(broker, streams);
      }
      return LOOK;
    } catch (ExecutionException | TimeoutException | KafkaException e) {
      ranAt = clock.instant(); // how long it takes is the broker's doing so far
      away(e);
    } catch (RuntimeException e) {
      LOG.debug("cannot start, which is told below", e);
      state(false, String.valueOf(e.getMessage()));
    }
    return longer(pause);
  }

  /** Once it is Kafka that answers, and we could get what it wants to see of us. */
  private Optional<Broker> broker() throws InterruptedException {
    FutureTask<Broker> asking =
        new FutureTask<>(
            () -> {
              KafkaLink.check(config.link());
              return new Broker(config.link(), config.streams().applicationId());
            });
    // On a thread of its own: names, tokens and tickets may be waited for longer than we are.
    Thread.ofPlatform().daemon().name("oasis-broker").start(asking);
    while (stopped.getCount() > 0) {
      supervisor.alive();
      try {
        return Optional.of(asking.get(LOOK.toMillis(), TimeUnit.MILLISECONDS));
      } catch (TimeoutException e) {
        LOG.debug("the broker is still asked", e);
      } catch (ExecutionException e) {
        away(e);
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private void away(Exception e) {
    state(false, "the broker " + config.link().bootstrap() + " " + Trouble.words(e));
  }

  private static Duration longer(Duration pause) {
    Duration longer = pause.isZero() ? LOOK : pause.multipliedBy(2);
    return longer.compareTo(LONGEST_RETRY) > 0 ? LONGEST_RETRY : longer;
  }

  private void startStreams(Broker broker)
      throws InterruptedException, ExecutionException, TimeoutException {
    int partitions = broker.ensureTopics();
    topics = broker.topics();
    clients = new StreamClients();
    KafkaStreams next =
        new KafkaStreams(
            DomainTopology.build(
                config.controller(),
                Decider::controller,
                surroundings,
                partitions,
                config.credentials(),
                ingress,
                clients::waiting),
            StreamSettings.of(
                config,
                InstanceId.in(config.streams().stateDir()),
                address.get(),
                broker.leastSessionMillis(),
                meters),
            clients);
    next.setUncaughtExceptionHandler(failures);
    streams = next;
    everRan = false;
    ranAt = clock.instant();
    state(false, "starting: joining the other managers and restoring");
    next.start();
  }

  private void check(Broker broker, KafkaStreams running)
      throws InterruptedException, ExecutionException, TimeoutException {
    Map<String, Uuid> present = broker.topics();
    if (!topics.entrySet().stream().allMatch(e -> e.getValue().equals(present.get(e.getKey())))) {
      meters.restarts("topics", 1);
      LOG.warn("topics were deleted or made anew: starting again with what is there");
      restart("the topics were deleted; starting again");
      return;
    }
    topics = new TreeMap<>(present);
    looks++;
    if (running.state() != KafkaStreams.State.RUNNING || looks % LOOKS_PER_SEARCH == 0) {
      meters.hangingTransactions(broker.endHanging(present.keySet()));
    }
    switch (running.state()) {
      case RUNNING -> {
        everRan = true;
        ranAt = clock.instant();
        patience = STUCK;
        state(true, "deciding");
      }
      case CREATED, REBALANCING -> {
        if (clock.instant().isAfter(ranAt.plus(patience))) {
          stuck(broker.suspicion());
          return;
        }
        boolean settling = clock.instant().isBefore(status.since().plus(SETTLING));
        if (!settling || !everRan) {
          state(false, "sharing the partitions out and restoring");
        }
      }
      case ERROR, NOT_RUNNING, PENDING_ERROR, PENDING_SHUTDOWN -> {
        meters.restarts("failed", 1);
        restart("Kafka Streams stopped; starting again");
        failures.throwMissingRight();
      }
    }
  }

  private void stuck(String suspicion) {
    LOG.warn("Kafka Streams does not come to run within {}: starting again{}", patience, suspicion);
    patience = patience.multipliedBy(2);
    meters.restarts("stuck", 1);
    restart("Kafka Streams did not come to run; starting again");
  }

  private void restart(String reason) {
    state(false, reason);
    stopStreams(CloseOptions.GroupMembershipOperation.REMAIN_IN_GROUP);
    DomainRegistry registry = surroundings.registry();
    registry.all().forEach(view -> registry.remove(view.domain()));
  }

  private void stopStreams(CloseOptions.GroupMembershipOperation membership) {
    KafkaStreams running = streams;
    streams = null;
    if (running != null
        && !running.close(CloseOptions.timeout(CLOSE).withGroupMembershipOperation(membership))) {
      LOG.warn("Kafka Streams did not stop within {}; left to itself", CLOSE);
    }
  }

  private void state(boolean deciding, String reason) {
    StreamsStatus last = status;
    if (last.deciding() == deciding && last.reason().equals(reason)) {
      return;
    }
    status = new StreamsStatus(deciding, reason, clock.instant());
    LOG.info("{}", deciding ? "deciding" : "not deciding: " + reason);
  }
}
