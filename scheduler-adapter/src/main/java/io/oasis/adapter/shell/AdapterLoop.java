package io.oasis.adapter.shell;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.adapter.journal.Journal;
import io.oasis.adapter.journal.JournalException;
import io.oasis.adapter.plan.AdapterCore;
import io.oasis.adapter.plan.Effect;
import io.oasis.adapter.plan.Input;
import io.oasis.adapter.plan.Now;
import io.oasis.adapter.plan.Reach;
import io.oasis.adapter.targets.Place;
import io.oasis.messaging.DecisionLine;
import io.oasis.protocol.Message;
import io.oasis.protocol.Order;
import io.oasis.protocol.Outcome;
import io.oasis.protocol.OutcomeBatch;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The adapter's thread: takes messages, time, the kill switch and the state of the host to the
 * core, and does what the core says, or has it done where it takes time at the target. A turn waits
 * for at most {@link Clock#patience}.
 */
final class AdapterLoop {
  /** How long a turn waits for a message: the kill switch is seen within it. */
  static final Duration TURN = Duration.ofMillis(50);

  /**
   * Targets that let go by themselves hear so often that they shall not; a lease is 1 s at least.
   */
  private static final Duration KEEP = Duration.ofMillis(300);

  /** The same while the target's thread works: its answers are taken within it. */
  private static final Duration SHORT_TURN = Duration.ofMillis(5);

  /** Messages taken in one turn; what is superseded within it is never written. */
  private static final int BATCH = 10_000;

  private static final Logger LOG = LoggerFactory.getLogger(AdapterLoop.class);

  /**
   * What the loop is connected to.
   *
   * @param look at the host, once per interval
   * @param checkup looks for what makes limits void
   * @param hands the thread that touches the target
   */
  record Ports(
      Mail mail,
      Applier applier,
      Journal journal,
      Safety safety,
      Function<Now, View.Look> look,
      Checkup checkup,
      Clock clock,
      Executor hands) {}

  /** Messages in, waiting, and out. */
  record Mail(BlockingQueue<Message> inbox, Consumer<Message> outbox) {}

  /**
   * What keeps the loop from limiting anything.
   *
   * @param marker the kill switch
   * @param guardian keeps the guardian, which is told when the first lease ends, and says why there
   *     is none
   * @param obstacle why this host cannot be written to at all; the adapter is read-only then
   */
  record Safety(
      ReleaseMarker marker,
      BiFunction<Duration, Optional<Duration>, Optional<String>> guardian,
      Optional<String> obstacle) {
    Optional<String> obstacle(Duration now, Optional<Duration> firstLeaseEnd) {
      return obstacle.or(() -> guardian.apply(now, firstLeaseEnd));
    }
  }

  /**
   * The loop's time.
   *
   * @param monotonic never goes back
   * @param patience how long a turn waits for a message
   * @param turned told after each turn
   */
  record Clock(Supplier<Duration> monotonic, Duration patience, Runnable turned) {}

  private final AdapterCore core;
  private final Ports ports;
  private final Duration interval;
  private final MeterRegistry registry;
  private final Counter writes;
  private final Counter releases;
  private final Outbox outbox;
  private final TargetWorker worker;
  private final Queue<TargetWorker.Answer> answers = new ArrayDeque<>();
  private final AtomicReference<@Nullable Reach> asked = new AtomicReference<>();
  private boolean hearing;
  private Duration lookAt;
  private Duration keepAt = Duration.ZERO;
  private volatile Duration leasesEnd = Duration.ZERO;
  private volatile boolean stopping;
  private volatile boolean leaving;

  AdapterLoop(AdapterCore core, Ports ports, Duration interval, MeterRegistry registry) {
    this.core = core;
    this.ports = ports;
    this.interval = interval;
    this.registry = registry;
    this.outbox = new Outbox(ports.mail().outbox());
    this.worker = new TargetWorker(ports.applier(), () -> ports.look().apply(now()), ports.hands());
    this.lookAt = ports.clock().monotonic().get();
    this.writes =
        Counter.builder("oasis.adapter.writes")
            .description("limits handed to the target")
            .register(registry);
    this.releases =
        Counter.builder("oasis.adapter.releases")
            .description("places handed to the target to be restored, repeated tries included")
            .register(registry);
    Gauge.builder("oasis.adapter.limits", core, present -> present.inForce().size())
        .description("limits in force")
        .register(registry);
    Gauge.builder("oasis.adapter.releases.stuck", core, AdapterCore::stuckReleases)
        .description("places that should be let go and could not be yet")
        .register(registry);
    Gauge.builder("oasis.adapter.lease.seconds", this, AdapterLoop::leaseSeconds)
        .description("until the last lease ends if no word of a manager comes")
        .register(registry);
  }

  /** Runs until {@link #stop} or {@link #leave}; everything is let go, or left as it is. */
  void run() {
    LOG.info("session {}", core.session());
    try {
      while (!stopping) {
        turn();
      }
    } finally {
      stopped(); // also when a turn threw: better no limit than one nobody watches
    }
  }

  private void stopped() {
    try {
      if (!leaving) {
        step(new Input.Stop());
      }
    } finally {
      worker.finish();
      hear();
      outbox.flush();
    }
  }

  void reach(Reach reach) {
    asked.set(reach);
  }

  void stop() {
    stopping = true;
  }

  /** Stops as well, and lets go of nothing. */
  void leave() {
    leaving = true;
    stopping = true;
  }

  /** Once it has stopped: how long may stay what it left, until the first lease ends. */
  Optional<Duration> left() {
    return core.firstLeaseEnd().map(end -> end.minus(monotonic())).filter(Duration::isPositive);
  }

  boolean isStopping() {
    return stopping;
  }

  /** One turn. */
  void turn() {
    Message first = poll();
    Input.Able able = new Input.Able(ports.safety().obstacle(monotonic(), core.firstLeaseEnd()));
    step(new Input.ByHand(ports.safety().marker().isSet()));
    Reach reach = asked.getAndSet(null);
    if (reach != null) {
      step(new Input.Reaches(reach));
    }
    if (ports.journal().lost()) {
      LOG.warn("the journal was consumed by whoever restored from it: letting go");
      ports.journal().startOver();
      step(new Input.JournalLost());
    }
    step(able);
    hear();
    List<Message> batch = new ArrayList<>();
    if (first != null) {
      batch.add(first);
      ports.mail().inbox().drainTo(batch, BATCH);
    }
    batch.forEach(this::take);
    lookIfDue();
    step(new Input.Settle());
    step(new Input.Tick());
    leasesEnd = core.leasesEnd();
    outbox.flush();
    keepIfDue();
    ports.clock().turned().run();
  }

  private double leaseSeconds() {
    Duration left = leasesEnd.minus(monotonic());
    return left.isPositive() ? left.toNanos() / 1e9 : 0;
  }

  private @Nullable Message poll() {
    Duration patience = ports.clock().patience();
    if (worker.isWorking() && patience.compareTo(SHORT_TURN) > 0) {
      patience = SHORT_TURN;
    }
    try {
      return ports.mail().inbox().poll(patience.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      stopping = true;
      return null;
    }
  }

  private void take(Message message) {
    if (message instanceof Order order) {
      step(new Input.Ordered(order));
    } else {
      LOG.debug("not for an adapter: {}", message);
    }
  }

  private void lookIfDue() {
    Now now = now();
    if (now.monotonic().compareTo(lookAt) < 0) {
      return;
    }
    lookAt = lookAt.plus(interval);
    if (now.monotonic().compareTo(lookAt) >= 0) {
      lookAt = now.monotonic().plus(interval); // late: what was missed is not made up for
    }
    worker.look(core.inForce());
    hear();
  }

  private void looked(View.Look look, List<Input> measured) {
    step(new Input.Seen(look.inventory(), look.counters()));
    look.usage().forEach(outbox::send);
    measured.forEach(this::step);
    ports.checkup().take(core.limits()).ifPresent(faults -> step(new Input.Examined(faults)));
    if (answers.isEmpty()) { // else not everybody's claims are known
      worker.sweep(placesInForce());
    }
  }

  private void keepIfDue() {
    Duration now = monotonic();
    if (now.compareTo(keepAt) >= 0) {
      keepAt = now.plus(KEEP);
      worker.keep(placesInForce());
    }
  }

  private List<Place> placesInForce() {
    List<Place> places = new ArrayList<>(core.inForce().values());
    places.addAll(core.cachesInForce());
    places.addAll(core.inherited());
    return places;
  }

  private void step(Input input) {
    core.step(input, now()).forEach(this::execute);
    hear();
  }

  /** Takes what the target's thread has done, in its order. */
  private void hear() {
    answers.addAll(worker.answers());
    if (hearing) {
      return; // what came later is later's
    }
    hearing = true;
    try {
      for (var answer = answers.poll(); answer != null; answer = answers.poll()) {
        switch (answer) {
          case TargetWorker.Answer.Did(Input input) -> {
            count(input);
            step(input);
          }
          case TargetWorker.Answer.Looked(View.Look look, List<Input> measured) ->
              looked(look, measured);
        }
      }
    } finally {
      hearing = false;
    }
  }

  private void execute(Effect effect) {
    switch (effect) {
      case Effect.Apply apply -> worker.apply(apply);
      case Effect.Release release -> worker.release(release);
      case Effect.Divide divide -> worker.divide(divide.cache(), divide);
      case Effect.Undivide undivide -> worker.divide(undivide.cache(), undivide);
      case Effect.Tell(Message message) -> tell(message);
      case Effect.Remember remember -> remember(remember);
      case Effect.RememberConflicts conflicts -> remember(conflicts);
      case Effect.Note note -> note(note);
    }
  }

  private static void note(Effect.Note note) {
    note.decision()
        .ifPresentOrElse(
            decision -> DecisionLine.log(LOG.atInfo(), decision, note.text()),
            () -> LOG.info("{}", note.text()));
  }

  private void count(Input answer) {
    if (answer instanceof Input.Applied) {
      writes.increment();
    } else if (answer instanceof Input.LetGo) {
      releases.increment();
    }
  }

  private void tell(Message message) {
    if (message instanceof OutcomeBatch batch) {
      for (Outcome outcome : batch.outcomes()) {
        Counter.builder("oasis.adapter.outcomes")
            .description("outcomes sent, repeated ones included")
            .tag("state", outcome.state().name().toLowerCase(Locale.ROOT))
            .register(registry)
            .increment();
      }
    }
    outbox.send(message);
  }

  private void remember(Effect.Remember remember) {
    try {
      ports.journal().saw(remember.domain(), remember.version());
    } catch (JournalException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  private void remember(Effect.RememberConflicts conflicts) {
    try {
      ports.journal().conflicts(conflicts.target(), conflicts.places());
    } catch (JournalException e) {
      LOG.warn("{}", e.getMessage());
    }
  }

  private Now now() {
    return new Now(monotonic(), Instant.now());
  }

  private Duration monotonic() {
    return ports.clock().monotonic().get();
  }
}
