package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.TargetException;
import io.oasis.brick.client.wire.JsonLink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/** What the nodes of a QEMU process are made of, and how they are exported. */
public final class BlockGraph {
  private static final Set<String> IMAGES = Set.of("file", "host_device", "raw", "qcow2");

  /**
   * @param allocatedBytes what it takes where it is stored
   * @param children nodes directly below
   * @param exports kinds of exports of this very node
   */
  public record Node(
      String driver,
      long sizeBytes,
      long allocatedBytes,
      Set<String> children,
      Set<String> exports) {
    /** Whether it stores something that can have holes. */
    public boolean isImage() {
      return IMAGES.contains(driver);
    }
  }

  private BlockGraph() {}

  /** All nodes of the process, by name. */
  public static Map<String, Node> of(Path monitor) throws TargetException {
    try (QmpSession qemu = QmpSession.open(monitor)) {
      Map<String, Node> nodes = new HashMap<>();
      for (JsonNode node :
          qemu.ask("query-named-block-nodes", JsonLink.object().put("flat", true))) {
        JsonNode image = node.path("image");
        nodes.put(
            node.path("node-name").asString(""),
            new Node(
                node.path("drv").asString(""),
                image.path("virtual-size").asLong(0),
                image.path("actual-size").asLong(0),
                new LinkedHashSet<>(),
                new LinkedHashSet<>()));
      }
      edges(qemu.ask("x-debug-query-block-graph"), nodes);
      for (JsonNode export : qemu.ask("query-block-exports")) {
        Node node = nodes.get(export.path("node-name").asString(""));
        if (node != null) {
          node.exports().add(export.path("type").asString(""));
        }
      }
      return nodes;
    } catch (IOException e) {
      throw new TargetException(String.valueOf(e.getMessage()), e);
    }
  }

  private static void edges(JsonNode graph, Map<String, Node> nodes) {
    Map<Long, String> names = new HashMap<>();
    for (JsonNode vertex : graph.path("nodes")) {
      names.put(vertex.path("id").asLong(0), vertex.path("name").asString(""));
    }
    for (JsonNode edge : graph.path("edges")) {
      Node parent = nodes.get(names.getOrDefault(edge.path("parent").asLong(-1), ""));
      String child = names.getOrDefault(edge.path("child").asLong(-1), "");
      if (parent != null && !child.isEmpty()) {
        parent.children().add(child);
      }
    }
  }

  /** All nodes below a node, itself left out, nearest first. */
  public static Set<String> below(Map<String, Node> graph, String name) {
    Set<String> found = new LinkedHashSet<>();
    Deque<String> open = new ArrayDeque<>(Set.of(name));
    while (!open.isEmpty()) {
      Node node = graph.get(open.remove());
      if (node != null) {
        for (String child : node.children()) {
          if (found.add(child)) {
            open.add(child);
          }
        }
      }
    }
    return found;
  }
}
