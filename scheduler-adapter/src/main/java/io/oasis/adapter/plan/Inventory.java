package io.oasis.adapter.plan;

import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.Map;
import java.util.Optional;

/**
 * What limits can be put on: cgroups, each on any device of the host, or the exports of a brick,
 * each for one queue; and the caches of a brick.
 *
 * @param places of queues that are no cgroup on a device
 * @param caches by what reports call them
 */
public record Inventory(
    Map<ApplicationId, Group> groups,
    Map<LunId, Lun> luns,
    Map<QueueId, Place> places,
    Map<String, Cache> caches) {
  public static final Inventory EMPTY = new Inventory(Map.of(), Map.of());

  /**
   * @param directory the cgroup's absolute directory
   * @param inode of the directory
   */
  public record Group(String directory, long inode) {}

  /**
   * @param domain the domain proposed for it
   */
  public record Lun(DeviceRef device, DomainId domain) {}

  /**
   * @param partitions their names, by the queues that have one
   */
  public record Cache(Place place, Map<QueueId, String> partitions) {
    public Cache {
      partitions = Map.copyOf(partitions);
    }
  }

  public Inventory {
    groups = Map.copyOf(groups);
    luns = Map.copyOf(luns);
    places = Map.copyOf(places);
    caches = Map.copyOf(caches);
  }

  /** Of a kernel. */
  public Inventory(Map<ApplicationId, Group> groups, Map<LunId, Lun> luns) {
    this(groups, luns, Map.of(), Map.of());
  }

  /** Whether a place is here. */
  public boolean has(Place place) {
    return places.containsValue(place)
        || groups.containsValue(new Group(place.object(), place.inode()))
            && luns.values().stream().anyMatch(lun -> lun.device().equals(place.device()));
  }

  /** Where a queue's limit goes, if it is here. */
  public Optional<Place> place(QueueId queue) {
    Place place = places.get(queue);
    Group group = groups.get(queue.application());
    Lun lun = luns.get(queue.lun());
    return place != null || group == null || lun == null
        ? Optional.ofNullable(place)
        : Optional.of(new Place(group.directory(), group.inode(), lun.device()));
  }
}
