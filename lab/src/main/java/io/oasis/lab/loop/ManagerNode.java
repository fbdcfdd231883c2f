package io.oasis.lab.loop;

import io.oasis.lab.replay.Recording;
import io.oasis.lab.sim.Timeline;
import io.oasis.manager.core.ControllerStart;
import io.oasis.manager.core.DomainController;
import io.oasis.manager.core.contract.ControllerConfig;
import io.oasis.manager.core.contract.DomainHeader;
import io.oasis.manager.core.contract.Effect;
import io.oasis.manager.core.contract.Input;
import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.GuardRails;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The production controller of one domain, with what its shell keeps across a restart. */
public final class ManagerNode {
  private static final long TICK = 100 * Timeline.MILLI;

  /** While it is down the log keeps what was sent, as a broker does; beyond this the oldest go. */
  private static final int MOST_KEPT = 100_000;

  private final Timeline time;
  private final DomainId domain;
  private final ControllerConfig config;
  private final WallClock clock;
  private final Consumer<Message> out;
  private final List<Message> missed = new ArrayList<>();
  private final Map<QueueId, QueueMemory> queues = new LinkedHashMap<>();
  private Optional<DomainHeader> header = Optional.empty();
  private Optional<GuardRails> rails = Optional.empty();
  private final @Nullable Recording recording;
  private Instant startedAt = Instant.EPOCH;
  private long startedNanos;
  private @Nullable DomainController controller;

  ManagerNode(
      Timeline time,
      DomainId domain,
      ControllerConfig config,
      List<QueueMemory> memories,
      WallClock clock,
      Consumer<Message> out) {
    this.time = time;
    this.domain = domain;
    this.config = config;
    this.clock = clock;
    this.out = out;
    memories.forEach(memory -> queues.put(memory.queue(), memory));
    recording = Recording.CURRENT.isBound() ? Recording.CURRENT.get() : null;
    start();
    time.every(
        TICK / 2,
        TICK,
        () -> {
          if (recording != null && controller != null) {
            recording.ticks(now());
          }
          step(new Input.Tick());
        });
  }

  /** Time as the shell gives it: the calendar at the start, carried on by a monotonic clock. */
  Instant now() {
    return startedAt.plusNanos(time.now() - startedNanos);
  }

  void take(Message message) {
    if (controller == null) {
      if (missed.size() < MOST_KEPT) {
        missed.add(message);
      }
      return;
    }
    if (recording != null) {
      recording.takes(message, now());
    }
    if (message instanceof GuardRails given) {
      rails = Optional.of(given);
    }
    Input.of(message).ifPresent(this::step);
  }

  private void step(Input input) {
    if (controller == null) {
      return;
    }
    for (Effect effect : controller.on(input, now())) {
      switch (effect) {
        case Effect.Publish(Message message) -> {
          if (recording != null) {
            recording.tells(message, now());
          }
          out.accept(message);
        }
        case Effect.Reroute reroute -> {}
        case Effect.SaveHeader(DomainHeader saved) -> header = Optional.of(saved);
        case Effect.SaveQueue(QueueMemory memory) -> queues.put(memory.queue(), memory);
        case Effect.ForgetQueue(QueueId queue) -> queues.remove(queue);
      }
    }
  }

  /** The domain as people see it; empty while the manager is down. */
  public Optional<DomainView> view() {
    return Optional.ofNullable(controller).map(running -> running.view(now()));
  }

  /** The process dies. */
  public void stop() {
    controller = null;
  }

  /** The process starts with what it kept, and reads what it missed. */
  public void start() {
    startedAt = clock.now();
    startedNanos = time.now();
    ControllerStart start =
        new ControllerStart(domain, config, header, List.copyOf(queues.values()));
    if (recording != null) {
      recording.begins(start.journaled(now()));
    }
    controller = start.controller();
    List<Message> backlog = List.copyOf(missed);
    missed.clear();
    rails.ifPresent(this::take);
    backlog.forEach(this::take);
  }

  /** The broker was emptied: the process starts with nothing. */
  public void startEmpty() {
    header = Optional.empty();
    queues.clear();
    missed.clear();
    start();
  }
}
