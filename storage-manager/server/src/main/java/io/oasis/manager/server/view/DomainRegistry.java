package io.oasis.manager.server.view;

import io.oasis.manager.core.explain.DomainView;
import io.oasis.protocol.DomainId;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Predicate;

/**
 * The newest view of each domain: written by the processors, the only thing that REST, events and
 * metrics read. Thread-safe; a view is immutable, so a reader sees one decision, never parts of
 * two.
 */
public final class DomainRegistry {
  private final ConcurrentSkipListMap<DomainId, DomainView> views = new ConcurrentSkipListMap<>();
  private final List<Consumer<DomainId>> listeners = new CopyOnWriteArrayList<>();
  private final Trespasses trespasses = new Trespasses();
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  public Collection<DomainView> all() {
    return views.values();
  }

  public Optional<DomainView> find(DomainId domain) {
    return Optional.ofNullable(views.get(domain));
  }

  /**
   * Shows a view, with what hosts said that was not theirs to say.
   *
   * @return what is shown
   */
  public DomainView publish(DomainView view) {
    DomainView shown = view.with(trespasses.of(view.domain(), view.at()));
    views.put(view.domain(), shown);
    announce(view.domain());
    return shown;
  }

  /** What was refused of hosts. */
  public Trespasses trespasses() {
    return trespasses;
  }

  /** The domain is decided elsewhere now, or gone. */
  public void remove(DomainId domain) {
    if (views.remove(domain) != null) {
      announce(domain);
    }
  }

  /** The same, unless somebody else has shown the domain since: {@code shown} is what it was. */
  public void remove(DomainView shown) {
    boolean[] removed = {false};
    views.computeIfPresent(
        shown.domain(),
        (domain, present) -> {
          removed[0] = isSame(present, shown);
          return removed[0] ? null : present;
        });
    if (removed[0]) {
      announce(shown.domain());
    }
  }

  /** Calls back with each domain whose view changed or went, on the writer's thread: be quick. */
  public void listen(Consumer<DomainId> listener) {
    listeners.add(listener);
  }

  /** Waits until the domain's view is as asked, or for {@code atMost}; the view if it is. */
  public Optional<DomainView> await(DomainId domain, Predicate<DomainView> asked, Duration atMost)
      throws InterruptedException {
    long nanosLeft = atMost.toNanos();
    lock.lock();
    try {
      while (true) {
        DomainView view = views.get(domain);
        if (view != null && asked.test(view)) {
          return Optional.of(view);
        }
        if (nanosLeft <= 0) {
          return Optional.empty();
        }
        nanosLeft = changed.awaitNanos(nanosLeft);
      }
    } finally {
      lock.unlock();
    }
  }

  @SuppressWarnings("ReferenceEquality") // equal views of two managers are two views
  private static boolean isSame(DomainView one, DomainView other) {
    return one == other;
  }

  private void announce(DomainId domain) {
    lock.lock();
    try {
      changed.signalAll();
    } finally {
      lock.unlock();
    }
    listeners.forEach(listener -> listener.accept(domain));
  }
}
