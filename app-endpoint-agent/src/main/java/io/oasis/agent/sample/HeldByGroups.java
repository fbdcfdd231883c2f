package io.oasis.agent.sample;

import io.oasis.linux.Asked;
import io.oasis.linux.BlockDevice;
import io.oasis.linux.Cgroup;
import io.oasis.linux.DeviceNumber;
import io.oasis.protocol.ApplicationId;
import io.oasis.protocol.HostId;
import io.oasis.protocol.QueueId;
import io.oasis.protocol.RateBound;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What waits behind the limits of a host with cgroup v2, by application. What processes ask for is
 * not told by device: who is limited on two devices at once is not told apart.
 */
final class HeldByGroups {
  private final HostId host;
  private final Function<QueueId, Optional<RateBound>> limits;
  private final Map<Cgroup, HeldByBytes> throttles = new HashMap<>();
  private Map<Cgroup, Asked> before = Map.of();

  /**
   * @param limits those in force, as far as they are known
   */
  HeldByGroups(HostId host, Function<QueueId, Optional<RateBound>> limits) {
    this.host = host;
    this.limits = limits;
  }

  /**
   * What waits at the end of an interval; who is not in it cannot be told.
   *
   * @param works what each cgroup did itself
   */
  Map<ApplicationId, Double> measure(
      Snapshot now, Map<Cgroup, Map<DeviceNumber, Work>> works, double seconds) {
    Map<ApplicationId, Double> held = new HashMap<>();
    throttles.keySet().retainAll(now.asked().keySet());
    now.asked()
        .forEach(
            (cgroup, asked) -> {
              Asked old = before.get(cgroup);
              if (old == null) {
                return;
              }
              ApplicationId name = cgroup.application(host);
              long limited = limited(name, now.devices());
              Optional<Double> waiting =
                  throttles
                      .computeIfAbsent(cgroup, _ -> new HeldByBytes())
                      .measure(
                          asked.since(old),
                          passed(works.getOrDefault(cgroup, Map.of()), now.devices()),
                          asked.cached(),
                          seconds,
                          limited > 0);
              if (limited == 1) {
                waiting.ifPresent(count -> held.put(name, count));
              }
            });
    before = now.asked();
    return held;
  }

  /** On how many devices it is limited. */
  private long limited(ApplicationId name, List<BlockDevice> devices) {
    return devices.stream()
        .filter(device -> limits.apply(new QueueId(name, device.lun())).isPresent())
        .count();
  }

  /** What is passed down to another device is counted there again. */
  private static Work passed(Map<DeviceNumber, Work> works, List<BlockDevice> devices) {
    Set<DeviceNumber> again = new HashSet<>();
    for (BlockDevice device : devices) {
      if (works.containsKey(device.number())) {
        again.addAll(device.below());
      }
    }
    Work all = Work.NONE;
    for (Map.Entry<DeviceNumber, Work> work : works.entrySet()) {
      all = again.contains(work.getKey()) ? all : all.plus(work.getValue());
    }
    return all;
  }
}
