package io.oasis.manager.server.view;

import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.Message;
import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;

/** What each host said last of its LUNs and applications. Bounded; thread-safe. */
public final class Inventory implements AutoCloseable {
  /** A flood of made-up hosts would take the memory. */
  static final int MAX_HOSTS = 10_000;

  private final Map<HostId, HostInventory> hosts = new ConcurrentSkipListMap<>();
  private final BlockingQueue<Message> inbox = new ArrayBlockingQueue<>(100);
  private final Thread thread = Thread.ofVirtual().name("oasis-inventory").unstarted(this::takeAll);

  public void start() {
    thread.start();
  }

  /** Where the reader of the topic puts what it reads. */
  public BlockingQueue<Message> inbox() {
    return inbox;
  }

  public Collection<HostInventory> hosts() {
    return hosts.values();
  }

  public void put(HostInventory inventory) {
    if (hosts.size() < MAX_HOSTS || hosts.containsKey(inventory.host())) {
      hosts.put(inventory.host(), inventory);
    }
  }

  @Override
  public void close() {
    thread.interrupt();
  }

  private void takeAll() {
    try {
      while (true) {
        if (inbox.take() instanceof HostInventory inventory) {
          put(inventory);
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
