package io.oasis.distribution.process;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
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
 */
public final class Supervisor implements AutoCloseable {
  /** More than a service needs to let go of its limits and to leave its Kafka groups. */
  private static final Duration PATIENCE = Duration.ofSeconds(8);

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
  private final Consumer<String> events;
  private final List<Slot> slots = new ArrayList<>();
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          Thread.ofPlatform().daemon().name("supervisor").factory());
  private boolean closing;

  /**
   * @param events is told in one line when a service ended and what is done about it
   */
  public Supervisor(DataDirectory data, Consumer<String> events) {
    this.data = data;
    this.events = events;
  }

  /** Starts a service after those already started. */
  public synchronized void start(JvmService service) {
    if (closing) {
      throw new IllegalStateException("the supervisor is closed");
    }
    Slot slot = new Slot(service);
    slots.add(slot);
    launch(slot);
  }

  public synchronized List<Status> status() {
    return slots.stream().map(Supervisor::statusOf).toList();
  }

  /** The process id of a service; absent while it is not running. */
  public OptionalLong pid(String name) {
    return status().stream()
        .filter(status -> status.name().equals(name))
        .findFirst()
        .map(Status::pid)
        .orElse(OptionalLong.empty());
  }

  /** The last thing a service said. */
  public synchronized String lastWords(String name) {
    for (Slot slot : slots) {
      ChildProcess child = slot.child;
      if (slot.service.name().equals(name) && child != null) {
        return child.lastWords();
      }
    }
    return "nothing";
  }

  /** Stops all services, the last started first. */
  @Override
  public void close() {
    List<Slot> reversed;
    synchronized (this) {
      closing = true;
      timer.shutdownNow();
      reversed = slots.reversed();
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

  private synchronized void launch(Slot slot) {
    if (closing) {
      return;
    }
    ChildProcess child = ChildProcess.start(slot.service, data.log(slot.service.name()));
    slot.child = child;
    slot.state = State.RUNNING;
    slot.startedNanos = System.nanoTime();
    data.recordPid(slot.service.name(), child.pid());
    var _ = child.ended().thenAccept(code -> onEnd(slot, code));
  }

  private synchronized void onEnd(Slot slot, int code) {
    if (closing) {
      return;
    }
    String name = slot.service.name();
    data.forgetPid(name);
    slot.backoff = slot.backoff.next(Duration.ofNanos(System.nanoTime() - slot.startedNanos));
    if (code == EXIT_CONFIGURATION || slot.backoff.givesUp()) {
      slot.state = State.FAILED;
      events.accept("%s ended (exit code %d) and stays down%s".formatted(name, code, why(slot)));
      return;
    }
    slot.state = State.WAITING;
    slot.restarts++;
    Duration delay = slot.backoff.delay();
    events.accept(
        "%s ended (exit code %d); starting it again in %d s (restart %d)%s"
            .formatted(name, code, delay.toSeconds(), slot.restarts, why(slot)));
    try {
      var _ = timer.schedule(() -> launch(slot), delay.toMillis(), TimeUnit.MILLISECONDS);
    } catch (RejectedExecutionException e) {
      slot.state = State.STOPPED; // closing came in between
    }
  }

  private static String why(Slot slot) {
    ChildProcess child = slot.child;
    return child == null ? "" : "; it said: " + child.lastWords();
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
