package io.oasis.adapter.shell;

import io.oasis.adapter.plan.Inventory;
import io.oasis.adapter.plan.Now;
import io.oasis.adapter.targets.BrickTarget;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.brick.client.BrickClient;
import io.oasis.brick.client.BrickNames;
import io.oasis.brick.client.BrickReading;
import io.oasis.brick.client.wire.GoneException;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.SessionId;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at a brick: its exports are what can be limited, its caches what can be divided.
 *
 * <p>An application that has two exports of one volume is measured and not limited: a limit is held
 * by each export for itself.
 */
final class BrickView implements View {
  private static final Logger LOG = LoggerFactory.getLogger(BrickView.class);

  private final BrickNames names;
  private final AdapterId adapter;
  private final Supplier<SessionId> session;
  private final BrickClient client;
  private @Nullable BrickReading before;
  private Inventory inventory = Inventory.EMPTY;
  private boolean reachable = true;

  BrickView(BrickNames names, AdapterId adapter, Supplier<SessionId> session) {
    this.names = names;
    this.adapter = adapter;
    this.session = session;
    this.client = new BrickClient(names.control());
  }

  /** A brick that hangs is still what it was; of one that is gone nothing is left. */
  @Override
  public Look look(Now now) {
    try {
      Look look = look(BrickReading.of(client, true), now.wall());
      reachable = true;
      return look;
    } catch (IOException e) {
      if (reachable) {
        LOG.warn("{}", e.getMessage());
      }
      reachable = false;
      before = null;
      inventory = e instanceof GoneException ? Inventory.EMPTY : inventory;
      return new Look(inventory, List.of(), Map.of());
    }
  }

  private Look look(BrickReading reading, Instant wall) {
    inventory = inventory(reading);
    Map<QueueId, Counters> counters = counters(reading);
    BrickReading last = before;
    before = reading;
    List<Message> usage = new ArrayList<>();
    if (last != null
        && last.incarnation() == reading.incarnation()
        && reading.nanos() - last.nanos() >= 1_000_000) {
      usage(counters(last), counters, last, reading, wall, usage);
      usage.addAll(new CacheReports(names, adapter, session.get(), wall).of(last, reading));
    }
    return new Look(inventory, usage, counters);
  }

  private Inventory inventory(BrickReading reading) {
    Map<LunId, Inventory.Lun> luns = new HashMap<>();
    Map<QueueId, Place> places = new HashMap<>();
    Set<QueueId> twice = new HashSet<>();
    long incarnation = reading.incarnation();
    DeviceRef device = new DeviceRef(names.control().toString(), incarnation);
    for (BrickReading.Export export : reading.exports()) {
      luns.put(
          names.lun(export.volume()), new Inventory.Lun(device, names.domain(export.device())));
      Place place = BrickTarget.export(names.control(), incarnation, export.name());
      if (places.put(names.queue(export), place) != null) {
        twice.add(names.queue(export));
      }
    }
    places.keySet().removeAll(twice);
    Map<String, Inventory.Cache> caches = new HashMap<>();
    for (BrickReading.Cache cache : reading.caches()) {
      Map<QueueId, String> partitions = new HashMap<>();
      CacheReports.queues(names, reading, cache)
          .forEach((partition, queue) -> partitions.put(queue, partition));
      Place place = BrickTarget.cache(names.control(), incarnation, cache.device());
      caches.put(cache.device(), new Inventory.Cache(place, partitions));
    }
    return new Inventory(Map.of(), luns, places, caches);
  }

  private Map<QueueId, Counters> counters(BrickReading reading) {
    Map<QueueId, Counters> counters = new LinkedHashMap<>();
    for (BrickReading.Export export : reading.exports()) {
      counters.merge(names.queue(export), BrickTarget.counters(export), Counters::plus);
    }
    return counters;
  }

  private void usage(
      Map<QueueId, Counters> was,
      Map<QueueId, Counters> is,
      BrickReading last,
      BrickReading reading,
      Instant wall,
      List<Message> usage) {
    double seconds = (reading.nanos() - last.nanos()) / 1e9;
    Map<QueueId, DomainId> domains = new HashMap<>();
    reading
        .exports()
        .forEach(export -> domains.put(names.queue(export), names.domain(export.device())));
    is.forEach(
        (queue, now) -> {
          Counters old = was.getOrDefault(queue, now);
          DomainId domain = domains.get(queue);
          if (domain != null) {
            usage.add(View.usage(queue, domain, adapter, wall, seconds, old, now));
          }
        });
  }

  @Override
  public void close() {
    client.close();
  }
}
