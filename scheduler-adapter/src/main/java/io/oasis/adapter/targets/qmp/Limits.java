package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.brick.client.wire.JsonLink;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The limits of a throttle group as QEMU writes them; 0 is none. */
final class Limits {
  private Limits() {}

  private static String key(Part part) {
    return switch (part) {
      case READ_IOPS -> "iops-read";
      case WRITE_IOPS -> "iops-write";
      case READ_BYTES -> "bps-read";
      case WRITE_BYTES -> "bps-write";
      case IOPS -> "iops-total";
      case BYTES -> "bps-total";
      case WEIGHT, SHARE, RESERVE, SETTING -> throw new IllegalArgumentException(part.label());
    };
  }

  static Throttle throttle(JsonNode limits) {
    Throttle throttle = Throttle.NONE;
    for (Part part : Part.RATES) {
      throttle = throttle.with(part, limits.path(key(part)).asLong(0));
    }
    return throttle;
  }

  /** All parts, always: QEMU keeps those that are not named. */
  static ObjectNode json(Throttle throttle) {
    ObjectNode limits = JsonLink.object();
    for (Part part : Part.RATES) {
      limits.put(key(part), throttle.get(part));
    }
    return limits;
  }

  /** Whether the group allows bursts or counts large requests more than once. */
  static boolean isShaped(JsonNode limits) {
    for (Part part : Part.RATES) {
      if (limits.path(key(part) + "-max").asLong(0) != 0) {
        return true;
      }
    }
    return limits.path("iops-size").asLong(0) != 0;
  }

  /** QEMU takes no total together with a limit of a direction: the total goes before. */
  static Throttle sound(Throttle throttle) {
    Throttle sound = throttle;
    if (throttle.get(Part.IOPS) != 0) {
      sound = sound.with(Part.READ_IOPS, 0).with(Part.WRITE_IOPS, 0);
    }
    if (throttle.get(Part.BYTES) != 0) {
      sound = sound.with(Part.READ_BYTES, 0).with(Part.WRITE_BYTES, 0);
    }
    return sound;
  }
}
