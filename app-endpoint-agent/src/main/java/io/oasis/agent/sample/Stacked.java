package io.oasis.agent.sample;

import io.oasis.linux.BlockDevice;
import io.oasis.linux.DeviceNumber;
import io.oasis.protocol.ApplicationId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Devices that pass I/O down to others, where it is counted again. */
final class Stacked {
  private Stacked() {}

  /** The devices that pass I/O down to each device. */
  static Map<DeviceNumber, List<DeviceNumber>> above(List<BlockDevice> devices) {
    Map<DeviceNumber, List<DeviceNumber>> above = new HashMap<>();
    for (BlockDevice device : devices) {
      for (DeviceNumber below : device.below()) {
        above.computeIfAbsent(below, _ -> new ArrayList<>()).add(device.number());
      }
    }
    return above;
  }

  static Work withoutPassedDown(
      Work total, List<DeviceNumber> stacked, Map<DeviceNumber, Work> totals) {
    Work own = total;
    for (DeviceNumber device : stacked) {
      own = own.minus(totals.getOrDefault(device, Work.NONE));
    }
    return own;
  }

  static Map<ApplicationId, Work> ownWork(
      DeviceNumber device,
      List<DeviceNumber> stacked,
      Map<DeviceNumber, Map<ApplicationId, Work>> byDevice) {
    Map<ApplicationId, Work> own = new TreeMap<>(byDevice.getOrDefault(device, Map.of()));
    for (DeviceNumber upper : stacked) {
      byDevice
          .getOrDefault(upper, Map.of())
          .forEach((name, work) -> own.computeIfPresent(name, (_, mine) -> mine.minus(work)));
    }
    own.values().removeIf(Work::isNone);
    return own;
  }
}
