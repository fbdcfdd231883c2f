package io.oasis.adapter.faults;

import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.linux.BlockDevices;
import io.oasis.linux.CgroupMount;
import io.oasis.linux.CgroupVersion;
import io.oasis.linux.DeviceNumber;
import io.oasis.linux.HostRoot;
import io.oasis.protocol.Finding;
import io.oasis.protocol.HostId;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Buffered writes under cgroup v1, limits of stacked devices, and weights without an arbiter. */
public final class KernelFaults implements Faults {
  private final HostRoot host;
  private final CgroupMount mount;
  private final BufferedWrites buffered;
  private Map<Place, Throttle> limits = Map.of();
  private Map<String, List<String>> below = Map.of();

  public KernelFaults(HostRoot host, CgroupMount mount) {
    this.host = host;
    this.mount = mount;
    this.buffered = new BufferedWrites(host);
  }

  @Override
  public void look(Map<Place, Throttle> now) {
    limits = new HashMap<>(now);
    below = new HashMap<>();
    for (var device : new BlockDevices(host, new HostId("here")).discover()) {
      below.put(
          device.number().toString(), device.below().stream().map(DeviceNumber::toString).toList());
    }
    if (mount.version() == CgroupVersion.V1) {
      now.keySet().forEach(buffered::look);
    }
  }

  @Override
  public Optional<Fault> of(Place place, Part part, long value) {
    boolean writes = part == Part.WRITE_IOPS || part == Part.WRITE_BYTES;
    return stacked(place).or(() -> writes ? buffered.fault(place) : Optional.empty());
  }

  /** On v2 the limits of the cgroups above bound this one too. */
  private Optional<Fault> stacked(Place place) {
    for (String lower : below.getOrDefault(place.device().name(), List.of())) {
      for (Place other : limits.keySet()) {
        boolean bounds =
            mount.version() == CgroupVersion.V2
                ? Path.of(place.object()).startsWith(other.object())
                : place.object().equals(other.object());
        if (bounds && other.device().name().equals(lower)) {
          return Optional.of(
              new Fault(
                  Finding.Verdict.CONFLICT,
                  "two layers limit one LUN: device %s below %s has limits too, in %s"
                      .formatted(lower, place.device().name(), other.object()),
                  "keep the limits of one of them, best of the device that is used"));
        }
      }
    }
    return Optional.empty();
  }

  @Override
  public List<Finding> others() {
    return new Weights(host, mount).withoutArbiter();
  }
}
