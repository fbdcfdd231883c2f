package io.oasis.distribution.process;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Keeps services running: starts them in order, starts one that dies again (see {@link Backoff}),
 * and stops them in the opposite order. An end with exit code 2 is a wrong configuration, which
 * starting again does not mend; such a service stays down.
 *
 * <p>Or it only {@linkplain #watching watches} them: what dies stays down until it is launched.
 */
public final class Supervisor implements AutoCloseable {
  /** More than a service needs to let go of its limits and to leave its Kafka groups. */
  private static final Duration PATIENCE = Duration.ofSeconds(15);

  private static final int EXIT_CONFIGURATION = 2;

  /** What a service is doing. */
  public enum State {
    RUNNING,
    WAITING,
    FAILED,
    STOPPED
  }

  /**
   * A service as people see it.
   *
   * @param pid absent while it is not running
   * @param restarts since the supervisor started
   */
  public record Status(String name, State state, OptionalLong pid, int restarts) {}

  private static final class Slot {
    final JvmService service;
    State state = State.STOPPED;
    Backoff backoff = Backoff.NONE;
    int restarts;
    long startedNanos;
    @Nullable ChildProcess child;

    Slot(JvmService service) {
      this.service = service;
    }
  }

  private final DataDirectory data;
  private final boolean startsAgain;
  private final Consumer<String> events;
  private final Map<String, Slot> slots = new LinkedHashMap<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("supervisor").factory());
  private boolean closing;

  private Supervisor(DataDirectory data, boolean startsAgain, Consumer<String> events) {
    this.data = data;
    this.startsAgain = startsAgain;
    this.events = events;
  }

  /**
   * @param events is told in one line when a service ended and what is done about it
   */
  public static Supervisor restarting(DataDirectory data, Consumer<String> events) {
    return new Supervisor(data, true, events);
  }

  /** For who kills services to see what becomes of it. */
  public static Supervisor watching(DataDirectory data) {
    return new Supervisor(data, false, _ -> {});
  }

  /**
   * Starts a service after those already started.
   *
   * @return its process id
   */
  public synchronized long start(JvmService service) {
    Slot slot = new Slot(service);
    slots.put(service.name(), slot);
    return launch(slot).pid();
  }

  /**
   * Starts again what was started before and has ended.
   *
   * @return its process id
   */
  public synchronized long launch(String name) {
    return launch(slot(name)).pid();
  }

  public synchronized List<Status> status() {
    return slots.values().stream().map(Supervisor::statusOf).toList();
  }

  /** The process id of a service; absent while it is not running. */
  public synchronized OptionalLong pid(String name) {
    return statusOf(slot(name)).pid();
  }

  public boolean alive(String name) {
    return child(name).alive();
  }

  /** Whether a service has ended, for good or as often as says that it will not run. */
  public synchronized boolean hasFailed(String name) {
    Slot slot = slot(name);
    return slot.state == State.FAILED || slot.restarts > 1;
  }

  /** The last thing a service said. */
  public String lastWords(String name) {
    return child(name).lastWords();
  }

  /** As {@code kill -9}; returns when it is gone. */
  public void kill(String name) {
    child(name).kill();
  }

  /** Sends a signal such as {@code STOP}. */
  public void signal(String name, String signal) {
    child(name).signal(signal);
  }

  /** Stops all services, the last started first. */
  @Override
  public void close() {
    List<Slot> reversed;
    synchronized (this) {
      closing = true;
      timer.shutdownNow();
      reversed = List.copyOf(slots.values()).reversed();
    }
    for (Slot slot : reversed) {
      ChildProcess child = slot.child;
      if (child != null) {
        child.stop(PATIENCE);
      }
      slot.state = State.STOPPED;
      data.forgetPid(slot.service.name());
    }
  }

  private synchronized ChildProcess launch(Slot slot) {
    if (closing) {
      throw new IllegalStateException("the supervisor is closed");
    }
    ChildProcess child = ChildProcess.start(slot.service, data.log(slot.service.name()));
    slot.child = child;
    slot.state = State.RUNNING;
    slot.startedNanos = System.nanoTime();
    data.recordPid(slot.service.name(), child.pid());
    var _ = child.ended().thenAccept(code -> onEnd(slot, child, code));
    return child;
  }

  private synchronized void onEnd(Slot slot, ChildProcess child, int code) {
    if (closing || slot.child != child) { // another runs in its place already
      return;
    }
    String name = slot.service.name();
    data.forgetPid(name);
    slot.backoff = slot.backoff.next(Duration.ofNanos(System.nanoTime() - slot.startedNanos));
    if (!startsAgain || code == EXIT_CONFIGURATION || slot.backoff.givesUp()) {
      slot.state = State.FAILED;
      events.accept(
          "%s ended (exit code %d) and stays down; it said: %s"
              .formatted(name, code, child.lastWords()));
      return;
    }
    slot.state = State.WAITING;
    slot.restarts++;
    Duration delay = slot.backoff.delay();
    events.accept(
        "%s ended (exit code %d); starting it again in %d s (restart %d); it said: %s"
            .formatted(name, code, delay.toSeconds(), slot.restarts, child.lastWords()));
    try {
      var _ = timer.schedule(() -> startAgain(slot), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      slot.state = State.STOPPED; // closing came in between
    }
  }

  private synchronized void startAgain(Slot slot) {
    if (!closing) {
      launch(slot);
    }
  }

  private synchronized Slot slot(String name) {
    Slot slot = slots.get(name);
    if (slot == null) {
      throw new IllegalArgumentException(name + " was never started");
    }
    return slot;
  }

  private synchronized ChildProcess child(String name) {
    ChildProcess child = slot(name).child;
    if (child == null) {
      throw new IllegalStateException(name + " could not be started");
    }
    return child;
  }

  private static Status statusOf(Slot slot) {
    ChildProcess child = slot.child;
    boolean running = slot.state == State.RUNNING && child != null;
    return new Status(
        slot.service.name(),
        slot.state,
        running && child != null ? OptionalLong.of(child.pid()) : OptionalLong.empty(),
        slot.restarts);
  }
}
