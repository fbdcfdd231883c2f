package io.oasis.manager.server.live;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.oasis.manager.core.explain.DomainView;
import io.oasis.manager.server.fleet.Gathering.Gathered;
import io.oasis.manager.server.rest.DomainShape;
import io.oasis.manager.server.rest.DomainsController;
import io.oasis.manager.server.rest.Slug;
import io.oasis.manager.server.view.DomainRegistry;
import io.oasis.protocol.DomainId;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import tools.jackson.databind.json.JsonMapper;

/**
 * Pushes what changes to those who listen.
 *
 * <p>A writer of views only notes which domain changed. One thread encodes the newest view of each
 * domain noted, once for everybody, at most every {@link #PASS_MILLIS}; so a flood of decisions
 * costs a listener nothing but the newest. Each listener has a bounded queue; whoever does not keep
 * up is dropped and counted, and comes back by itself (browsers do).
 */
public final class LiveFeed implements AutoCloseable {
  static final int MAX_LISTENERS = 256;
  static final int QUEUE = 32;
  static final long HEARTBEAT_MILLIS = 5_000;

  private static final long PASS_MILLIS = 100;
  private static final byte[] END = new byte[0];

  private final DomainRegistry registry;
  private final JsonMapper json;
  private final Supplier<?> status;
  private final Set<DomainId> changed = ConcurrentHashMap.newKeySet();
  private final Semaphore work = new Semaphore(0);
  private final List<Listener> listeners = new CopyOnWriteArrayList<>();
  private final AtomicInteger admitted = new AtomicInteger();
  private final Counter dropped;
  private final Thread pump = Thread.ofVirtual().name("oasis-live").unstarted(this::pump);

  /**
   * @param status sent with each heartbeat
   */
  public LiveFeed(
      DomainRegistry registry, JsonMapper json, Supplier<?> status, MeterRegistry meters) {
    this.registry = registry;
    this.json = json;
    this.status = status;
    this.dropped =
        Counter.builder("oasis.manager.events.dropped.listeners")
            .description("listeners dropped because they did not keep up")
            .register(meters);
    Gauge.builder("oasis.manager.events.listeners", listeners, List::size)
        .description("browsers and others that listen to events now")
        .register(meters);
  }

  public void start() {
    registry.listen(
        domain -> {
          if (changed.add(domain)) {
            work.release();
          }
        });
    pump.start();
  }

  @Override
  public void close() {
    pump.interrupt();
    listeners.forEach(Listener::end);
  }

  /**
   * Writes events until the other side goes.
   *
   * @param whole the domain to show with its queues; empty: none
   * @param summaries tells of all domains in short, those that others decide for among them;
   *     absent: nobody wants them
   * @return false when there are too many listeners
   */
  boolean serve(Optional<DomainId> whole, Optional<Elsewhere> summaries, OutputStream out)
      throws InterruptedException {
    if (admitted.incrementAndGet() > MAX_LISTENERS) {
      admitted.decrementAndGet();
      return false;
    }
    Listener listener = new Listener(whole, summaries.isPresent());
    listeners.add(listener);
    try {
      listener.offer(heartbeat());
      if (summaries.isPresent()) {
        listener.offer(event("domains", domains(summaries.get())));
      }
      first(listener);
      try (Closeable _ = following(summaries, listener)) {
        listener.writeTo(out);
      }
    } catch (IOException e) {
      // The other side has gone, which is how every listener ends.
      listener.end();
    } finally {
      listeners.remove(listener);
      admitted.decrementAndGet();
    }
    return true;
  }

  private DomainsController.Domains domains(Elsewhere elsewhere) throws InterruptedException {
    Gathered all = elsewhere.domains(registry.all().stream().map(DomainShape::of).toList());
    return new DomainsController.Domains(all.elements(), all.unanswered());
  }

  private static Closeable following(Optional<Elsewhere> elsewhere, Listener listener) {
    return elsewhere
        .map(all -> all.follow(text -> listener.offer(text.getBytes(StandardCharsets.UTF_8))))
        .orElse(() -> {});
  }

  private void first(Listener listener) {
    listener
        .whole
        .flatMap(registry::find)
        .ifPresent(view -> listener.offer(event("view", LiveView.of(view))));
  }

  private void pump() {
    try {
      while (true) {
        work.acquire();
        work.drainPermits();
        List<DomainId> domains = new ArrayList<>(changed);
        domains.forEach(changed::remove);
        domains.forEach(this::push);
        TimeUnit.MILLISECONDS.sleep(PASS_MILLIS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private void push(DomainId domain) {
    if (listeners.isEmpty()) {
      return;
    }
    Optional<DomainView> view = registry.find(domain);
    byte[] summary =
        view.map(v -> event("domain", DomainShape.of(v))).orElseGet(() -> gone(domain));
    byte[] whole = null;
    for (Listener listener : listeners) {
      boolean shown = listener.whole.filter(domain::equals).isPresent();
      if (listener.summaries || (shown && view.isEmpty())) {
        listener.offer(summary);
      }
      if (shown && view.isPresent()) {
        if (whole == null) {
          whole = event("view", LiveView.of(view.get()));
        }
        listener.offer(whole);
      }
    }
  }

  private byte[] gone(DomainId domain) {
    return event("gone", Map.of("domain", domain.value(), "slug", Slug.of(domain.value())));
  }

  private byte[] heartbeat() {
    return event("heartbeat", status.get());
  }

  private byte[] event(String name, Object data) {
    String text = "event: " + name + "\ndata: " + json.writeValueAsString(data) + "\n\n";
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** One connection. */
  private final class Listener {
    private final Optional<DomainId> whole;
    private final boolean summaries;
    private final BlockingQueue<byte[]> events = new ArrayBlockingQueue<>(QUEUE);
    private volatile boolean ended;

    Listener(Optional<DomainId> whole, boolean summaries) {
      this.whole = whole;
      this.summaries = summaries;
    }

    void offer(byte[] event) {
      if (!ended && !events.offer(event)) {
        dropped.increment();
        end();
      }
    }

    void end() {
      ended = true;
      events.clear();
      var _ = events.offer(END);
    }

    void writeTo(OutputStream out) throws IOException, InterruptedException {
      while (!ended) {
        byte[] event = events.poll(HEARTBEAT_MILLIS, TimeUnit.MILLISECONDS);
        out.write(event == null ? heartbeat() : event);
        out.flush();
      }
    }
  }
}
