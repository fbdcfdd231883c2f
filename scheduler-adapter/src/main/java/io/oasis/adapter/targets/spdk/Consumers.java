package io.oasis.adapter.targets.spdk;

import io.oasis.brick.client.wire.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Who uses which bdev: subsystems of NVMe-oF, targets of iSCSI, controllers of vhost, devices of
 * NBD and ublk. Whatever an SPDK application does not have is left out.
 */
public final class Consumers {
  private static final List<String> METHODS =
      List.of(
          "nvmf_get_subsystems",
          "iscsi_get_target_nodes",
          "vhost_get_controllers",
          "nbd_get_disks",
          "ublk_get_disks");

  /** What names a consumer, in this order. */
  private static final List<String> NAMES =
      List.of("nqn", "name", "ctrlr", "nbd_device", "ublk_device");

  private static final List<String> BDEVS = List.of("bdev_name", "bdev");

  private Consumers() {}

  /** The consumers of each bdev that has one. */
  public static Map<String, List<String>> of(SpdkClient spdk) throws IOException {
    Map<String, List<String>> consumers = new TreeMap<>();
    for (String method : METHODS) {
      try {
        for (JsonNode consumer : spdk.ask(method)) {
          find(consumer, name(consumer), consumers);
        }
      } catch (RefusedException e) {
        continue; // this application has no such service
      }
    }
    return consumers;
  }

  private static String name(JsonNode consumer) {
    return NAMES.stream()
        .map(key -> consumer.path(key).asString(""))
        .filter(name -> !name.isEmpty())
        .findFirst()
        .orElse("a consumer without a name");
  }

  private static void find(JsonNode node, String consumer, Map<String, List<String>> found) {
    for (String key : BDEVS) {
      String bdev = node.path(key).asString("");
      if (!bdev.isEmpty()) {
        found.computeIfAbsent(bdev, _ -> new ArrayList<>()).add(consumer);
      }
    }
    for (JsonNode child : node) {
      find(child, consumer, found);
    }
  }
}
