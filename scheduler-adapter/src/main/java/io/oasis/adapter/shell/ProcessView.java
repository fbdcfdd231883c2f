package io.oasis.adapter.shell;

import io.oasis.adapter.plan.Inventory;
import io.oasis.adapter.plan.Now;
import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Survey;
import io.oasis.adapter.targets.TargetException;
import io.oasis.protocol.AdapterId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.Message;
import io.oasis.protocol.QueueId;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at another process that schedules I/O: each of its places is one queue. Two places that are
 * said to be one queue are measured and not limited, because each holds a limit for itself.
 */
final class ProcessView implements View {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessView.class);

  private final Survey target;
  private final QueueNames names;
  private final AdapterId adapter;
  private Map<Place, Counters> before = Map.of();
  private Duration lookedAt = Duration.ZERO;
  private Inventory inventory = Inventory.EMPTY;
  private boolean reachable = true;

  ProcessView(Survey target, QueueNames names, AdapterId adapter) {
    this.target = target;
    this.names = names;
    this.adapter = adapter;
  }

  /** A process that hangs is still what it was; whether it is gone, its places tell. */
  @Override
  public Look look(Now now) {
    try {
      Map<Place, Counters> fresh = target.survey();
      reachable = true;
      inventory = inventory(fresh.keySet());
      Look look = new Look(inventory, usage(fresh, now), counters(fresh));
      before = fresh;
      lookedAt = now.monotonic();
      return look;
    } catch (TargetException e) {
      if (reachable) {
        LOG.warn("{}", e.getMessage());
      }
      reachable = false;
      before = Map.of();
      return new Look(inventory, List.of(), Map.of());
    }
  }

  private Inventory inventory(Set<Place> places) {
    Map<LunId, Inventory.Lun> luns = new HashMap<>();
    Map<QueueId, Place> queues = new HashMap<>();
    Set<QueueId> twice = new HashSet<>();
    for (Place place : places) {
      QueueNames.Name name = names.of(place);
      luns.put(name.queue().lun(), new Inventory.Lun(place.device(), name.domain()));
      if (queues.put(name.queue(), place) != null) {
        twice.add(name.queue());
      }
    }
    queues.keySet().removeAll(twice);
    return new Inventory(Map.of(), luns, queues, Map.of());
  }

  private Map<QueueId, Counters> counters(Map<Place, Counters> fresh) {
    Map<QueueId, Counters> counters = new HashMap<>();
    fresh.forEach((place, count) -> counters.merge(names.of(place).queue(), count, Counters::plus));
    return counters;
  }

  private List<Message> usage(Map<Place, Counters> fresh, Now now) {
    double seconds = now.monotonic().minus(lookedAt).toNanos() / 1e9;
    List<Message> usage = new ArrayList<>();
    fresh.forEach(
        (place, count) -> {
          Counters old = before.get(place);
          if (old == null || seconds < 0.001 || seconds > 3_600) {
            return;
          }
          QueueNames.Name name = names.of(place);
          usage.add(
              View.usage(name.queue(), name.domain(), adapter, now.wall(), seconds, old, count));
        });
    return usage;
  }

  @Override
  public void close() {}
}
