package io.oasis.adapter.plan;

import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.DomainId;
import io.oasis.protocol.LunId;
import io.oasis.protocol.QueueId;
import java.util.Map;
import java.util.Optional;

/** The cgroups and devices of this host that limits can be put on. */
public record Inventory(Map<ApplicationId, Group> groups, Map<LunId, Lun> luns) {
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

  public Inventory {
    groups = Map.copyOf(groups);
    luns = Map.copyOf(luns);
  }

  /** Whether a place's cgroup and device are here. */
  public boolean has(Place place) {
    return groups.containsValue(new Group(place.directory(), place.inode()))
        && luns.values().stream().anyMatch(lun -> lun.device().equals(place.device()));
  }

  /** Where a queue's limit goes, if its cgroup and its device are here. */
  public Optional<Place> place(QueueId queue) {
    Group group = groups.get(queue.application());
    Lun lun = luns.get(queue.lun());
    return group == null || lun == null
        ? Optional.empty()
        : Optional.of(new Place(group.directory(), group.inode(), lun.device()));
  }
}
