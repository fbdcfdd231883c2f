package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.brick.client.wire.JsonLink;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A guest's drives with limits of their own ({@code block_set_io_throttle}), known by the path of
 * their device. In a group that several share the last writer wins, so a drive that shares one gets
 * one for itself.
 */
final class Drives implements Throttled {
  private static final String OWN = "oasis.";

  private static String key(Part part) {
    return switch (part) {
      case READ_IOPS -> "iops_rd";
      case WRITE_IOPS -> "iops_wr";
      case READ_BYTES -> "bps_rd";
      case WRITE_BYTES -> "bps_wr";
      case IOPS -> "iops";
      case BYTES -> "bps";
      case WEIGHT, SHARE, RESERVE, SETTING -> throw new IllegalArgumentException(part.label());
    };
  }

  @Override
  public Map<String, Throttle> all(QmpSession qemu) throws IOException {
    Map<String, Throttle> throttles = new LinkedHashMap<>();
    for (JsonNode drive : qemu.ask("query-block")) {
      String name = drive.path("qdev").asString("");
      if (!name.isEmpty()) {
        throttles.put(name, throttle(drive));
      }
    }
    return throttles;
  }

  private static Throttle throttle(JsonNode drive) {
    Throttle throttle = Throttle.NONE;
    for (Part part : Part.RATES) {
      throttle = throttle.with(part, drive.path("inserted").path(key(part)).asLong(0));
    }
    return throttle;
  }

  private static JsonNode find(JsonNode drives, String name) throws IOException {
    for (JsonNode drive : drives) {
      if (drive.path("qdev").asString("").equals(name)) {
        return drive;
      }
    }
    throw Throttled.notFound("drive " + name);
  }

  @Override
  public Throttle read(QmpSession qemu, String name) throws IOException {
    return throttle(find(qemu.ask("query-block"), name));
  }

  @Override
  public void write(QmpSession qemu, String name, Throttle wanted) throws IOException {
    JsonNode drives = qemu.ask("query-block");
    JsonNode drive = find(drives, name);
    for (Part part : Part.RATES) {
      if (drive.path("inserted").path(key(part) + "_max").asLong(0) != 0) {
        throw new IOException(
            name + " allows bursts (" + key(part) + "_max), which would be lost: take them away");
      }
    }
    String group = group(drive);
    int members = 0;
    for (JsonNode other : drives) {
      members += group(other).equals(group) ? 1 : 0;
    }
    boolean shared = !group.isEmpty() && members > 1;
    set(qemu, name, wanted, shared ? Optional.of(OWN + group) : Optional.empty());
  }

  private static String group(JsonNode drive) {
    return drive.path("inserted").path("group").asString("");
  }

  private static void set(QmpSession qemu, String name, Throttle throttle, Optional<String> group)
      throws IOException {
    ObjectNode arguments = JsonLink.object().put("id", name);
    for (Part part : Part.RATES) {
      arguments.put(key(part), throttle.get(part));
    }
    group.ifPresent(own -> arguments.put("group", own));
    qemu.ask("block_set_io_throttle", arguments);
  }

  /** The limits of the group it goes back to are those that its other members have now. */
  @Override
  public boolean moveBack(QmpSession qemu, String name) throws IOException {
    JsonNode drives = qemu.ask("query-block");
    String own = group(find(drives, name));
    if (!own.startsWith(OWN)) {
      return false;
    }
    String group = own.substring(OWN.length());
    for (JsonNode other : drives) {
      if (group(other).equals(group)) {
        set(qemu, name, throttle(other), Optional.of(group));
        return true;
      }
    }
    return false;
  }

  @Override
  public Optional<Counters> counters(QmpSession qemu, String name) throws IOException {
    return counters(qemu, "qdev", name);
  }

  static Optional<Counters> counters(QmpSession qemu, String key, String name) throws IOException {
    for (JsonNode entry : qemu.ask("query-blockstats")) {
      if (entry.path(key).asString("").equals(name)) {
        JsonNode stats = entry.path("stats");
        return Optional.of(
            new Counters(
                stats.path("rd_operations").asLong(0),
                stats.path("wr_operations").asLong(0),
                stats.path("rd_bytes").asLong(0),
                stats.path("wr_bytes").asLong(0)));
      }
    }
    return Optional.empty();
  }
}
