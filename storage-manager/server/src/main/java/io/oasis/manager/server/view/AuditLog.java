package io.oasis.manager.server.view;

import io.oasis.protocol.Message;
import io.oasis.protocol.RailsChange;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

/** The newest changes that came into force, over all domains. Bounded; thread-safe. */
public final class AuditLog implements AutoCloseable {
  /** Differences that are kept together: 10 MB of short fields, years of calm operation. */
  static final int MOST_DIFFERENCES = 50_000;

  private final Set<RailsChange> changes = new LinkedHashSet<>();
  private final BlockingQueue<Message> inbox = new ArrayBlockingQueue<>(100);
  private final Thread thread = Thread.ofVirtual().name("oasis-audit").unstarted(this::takeAll);
  private int weight;

  public void start() {
    thread.start();
  }

  /** Where the reader of the topic puts what it reads. */
  public BlockingQueue<Message> inbox() {
    return inbox;
  }

  /** As they were heard. */
  public synchronized List<RailsChange> changes() {
    return List.copyOf(changes);
  }

  /** A change that is heard twice, as after a transaction that was begun anew, counts once. */
  public synchronized void put(RailsChange change) {
    if (!changes.add(change)) {
      return;
    }
    weight += weightOf(change);
    for (var oldest = changes.iterator(); weight > MOST_DIFFERENCES; oldest.remove()) {
      weight -= weightOf(oldest.next());
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private static int weightOf(RailsChange change) {
    return 1 + change.differences().size();
  }

  private void takeAll() {
    try {
      while (true) {
        if (inbox.take() instanceof RailsChange change) {
          put(change);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
