package io.oasis.manager.server.view;

import io.oasis.protocol.HostId;
import io.oasis.protocol.HostInventory;
import io.oasis.protocol.Message;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentSkipListMap;

/** What each host said last of its LUNs and applications. Bounded; thread-safe. */
public final class Inventory implements AutoCloseable {
  /** A flood of made-up hosts would take the memory. */
  static final int MAX_HOSTS = 10_000;

  private final Map<HostId, HostInventory> hosts = new ConcurrentSkipListMap<>();

  /** Those that ask for space, with nothing but the LUNs that do: mostly there are few. */
  private final Map<HostId, HostInventory> asking = new ConcurrentSkipListMap<>();

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

  Collection<HostInventory> asking() {
    return asking.values();
  }

  public void put(HostInventory inventory) {
    if (hosts.size() < MAX_HOSTS || hosts.containsKey(inventory.host())) {
      hosts.put(inventory.host(), inventory);
      List<HostInventory.Lun> asks = inventory.luns().stream().filter(Inventory::asks).toList();
      if (asks.isEmpty()) {
        asking.remove(inventory.host());
      } else {
        asking.put(
            inventory.host(),
            new HostInventory(
                inventory.host(), inventory.at(), asks, List.of(), inventory.software()));
      }
    }
  }

  private static boolean asks(HostInventory.Lun lun) {
    return lun.space().orElse(List.of()).stream().anyMatch(request -> request.askedBytes() > 0);
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
