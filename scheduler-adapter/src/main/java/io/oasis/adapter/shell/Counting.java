package io.oasis.adapter.shell;

import io.oasis.adapter.plan.Inventory;
import io.oasis.adapter.plan.Reach;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.ThrottleAccounting;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.QueueId;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has cgroup v1 count the I/O of each device on which the adapter may limit somebody. On others
 * nothing is written; what somebody else has counted there counts.
 */
final class Counting {
  private static final Logger LOG = LoggerFactory.getLogger(Counting.class);

  private volatile Reach asked;
  private Reach reach;
  private final BooleanSupplier mayWrite;
  private final Set<DeviceRef> told = new HashSet<>();
  private final Set<DeviceRef> left = new HashSet<>();
  private Map<ApplicationId, Inventory.Group> known = Map.of();

  /**
   * @param mayWrite false once the kill switch is set
   */
  Counting(Reach reach, BooleanSupplier mayWrite) {
    this.asked = reach;
    this.reach = reach;
    this.mayWrite = mayWrite;
  }

  static Counting of(AdapterSettings settings) {
    ReleaseMarker marker = new ReleaseMarker(settings.stateDir());
    return new Counting(settings.allowed().reach(), () -> !marker.isSet());
  }

  /** Where somebody may be limited from the next look on. */
  void reach(Reach changed) {
    asked = changed;
  }

  /** Looks at what is new; a device that was left alone is looked at again with new groups. */
  void switchOn(
      Optional<CgroupMount> mount,
      Collection<BlockDevice> devices,
      Map<ApplicationId, Inventory.Group> groups) {
    if (!mayWrite.getAsBoolean()) {
      return;
    }
    Reach newest = asked;
    if (!groups.equals(known) || !newest.equals(reach)) {
      known = Map.copyOf(groups);
      reach = newest;
      left.clear();
    }
    for (BlockDevice device : devices) {
      DeviceRef reference =
          new DeviceRef(device.number().major(), device.number().minor(), device.generation());
      if (!told.contains(reference) && !left.contains(reference)) {
        if (isTouched(device, reference)) {
          told.add(reference);
          tell(device, ThrottleAccounting.switchOn(mount, device.number()));
        } else {
          left.add(reference);
        }
      }
    }
  }

  private boolean isTouched(BlockDevice device, DeviceRef reference) {
    return known.entrySet().stream()
        .anyMatch(
            each ->
                reach
                    .objection(
                        new QueueId(each.getKey(), device.lun()),
                        new Place(each.getValue().directory(), each.getValue().inode(), reference))
                    .isEmpty());
  }

  private static void tell(BlockDevice device, ThrottleAccounting.Result result) {
    switch (result) {
      case ALREADY_ON -> LOG.debug("{} is counted by cgroup", device.name());
      case SWITCHED_ON -> LOG.info("{}: counting by cgroup switched on", device.name());
      case REFUSED -> LOG.debug("{}: cannot be counted by cgroup", device.name());
    }
  }
}
