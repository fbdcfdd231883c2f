package io.oasis.manager.server.stream;

import io.oasis.manager.core.contract.QueueMemory;
import io.oasis.protocol.QueueId;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;

/** What is kept of the queues of a domain, in pages; knows which of them have changed. */
final class QueuePages {
  /** Small, as a page is written whole for one queue; large, as each is a record. */
  static final int MOST = 25;

  private final List<Map<QueueId, QueueMemory>> pages = new ArrayList<>();
  private final Map<QueueId, Integer> pageOf = new HashMap<>();
  private final TreeSet<Integer> withRoom = new TreeSet<>();
  private final TreeSet<Integer> changed = new TreeSet<>();

  /** As it is stored. */
  record Page(int number, List<QueueMemory> queues) {
    Page {
      queues = List.copyOf(queues);
    }
  }

  QueuePages(Collection<Page> stored) {
    for (Page page : stored) {
      reach(page.number());
      for (QueueMemory queue : page.queues()) {
        put(page.number(), queue);
      }
    }
  }

  List<QueueMemory> queues() {
    return pages.stream().flatMap(page -> page.values().stream()).toList();
  }

  void save(QueueMemory queue) {
    Integer known = pageOf.get(queue.queue());
    int number = known == null ? roomy() : known;
    put(number, queue);
    changed.add(number);
  }

  void forget(QueueId queue) {
    Integer number = pageOf.remove(queue);
    if (number != null) {
      pages.get(number).remove(queue);
      withRoom.add(number);
      changed.add(number);
    }
  }

  boolean isChanged() {
    return !changed.isEmpty();
  }

  /** Those that are not stored as they are now; empty ones too. */
  List<Page> takeChanged() {
    List<Page> taken = new ArrayList<>();
    for (int number : changed) {
      taken.add(new Page(number, List.copyOf(pages.get(number).values())));
    }
    changed.clear();
    return taken;
  }

  private int roomy() {
    if (withRoom.isEmpty()) {
      reach(pages.size());
    }
    return withRoom.first();
  }

  private void reach(int number) {
    while (pages.size() <= number) {
      withRoom.add(pages.size());
      pages.add(new LinkedHashMap<>());
    }
  }

  private void put(int number, QueueMemory queue) {
    Map<QueueId, QueueMemory> page = pages.get(number);
    page.put(queue.queue(), queue);
    pageOf.put(queue.queue(), number);
    if (page.size() >= MOST) {
      withRoom.remove(number);
    }
  }
}
