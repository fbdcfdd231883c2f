package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.Throttle;
import io.oasis.brick.client.wire.JsonLink;
import io.oasis.brick.client.wire.RefusedException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * Nodes of the driver {@code throttle}. One that is alone in its group is limited by the group's
 * limits; another one is moved to a group that only it has, whose name tells where it came from.
 */
final class Nodes implements Throttled {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final String DRIVER = "throttle";
  private static final String GROUP = "throttle-group";
  private static final String DESCRIBED = "json:";

  /**
   * @param description as {@code query-named-block-nodes} gives it
   */
  record Node(String name, String group, JsonNode description) {
    /** Before the name of the group that it was moved from. */
    String ownPrefix() {
      return "oasis." + name.replace("#", "") + ".";
    }

    boolean isMoved() {
      return group.startsWith(ownPrefix());
    }
  }

  /** All throttle nodes. */
  static List<Node> nodes(QmpSession qemu) throws IOException {
    List<Node> nodes = new ArrayList<>();
    for (JsonNode node : qemu.ask("query-named-block-nodes", JsonLink.object().put("flat", true))) {
      if (node.path("drv").asString("").equals(DRIVER)) {
        nodes.add(new Node(node.path("node-name").asString(""), group(node), node));
      }
    }
    return nodes;
  }

  /** Only the description of what the node is made of names its group. */
  private static String group(JsonNode node) throws IOException {
    String file = node.path("file").asString("");
    try {
      if (file.startsWith(DESCRIBED)) {
        return JSON.readTree(file.substring(DESCRIBED.length())).path(GROUP).asString("");
      }
    } catch (JacksonException e) {
      throw new IOException("QEMU describes a throttle node as " + file, e);
    }
    return "";
  }

  private static Node find(List<Node> nodes, String name) throws RefusedException {
    return nodes.stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow(() -> Throttled.notFound("throttle node " + name));
  }

  /** The limits of a group, with all that shapes them. */
  static JsonNode limits(QmpSession qemu, String group) throws IOException {
    return qemu.ask("qom-get", property(group));
  }

  private static ObjectNode property(String group) {
    return JsonLink.object().put("path", "/objects/" + group).put("property", "limits");
  }

  @Override
  public Map<String, Throttle> all(QmpSession qemu) throws IOException {
    Map<String, Throttle> throttles = new LinkedHashMap<>();
    for (Node node : nodes(qemu)) {
      throttles.put(node.name(), Limits.throttle(limits(qemu, node.group())));
    }
    return throttles;
  }

  @Override
  public Throttle read(QmpSession qemu, String name) throws IOException {
    return Limits.throttle(limits(qemu, find(nodes(qemu), name).group()));
  }

  @Override
  public void write(QmpSession qemu, String name, Throttle wanted) throws IOException {
    List<Node> nodes = nodes(qemu);
    Node node = find(nodes, name);
    boolean alone = nodes.stream().filter(other -> other.group().equals(node.group())).count() == 1;
    if (node.isMoved() || (alone && !Limits.isShaped(limits(qemu, node.group())))) {
      set(qemu, node.group(), wanted);
      return;
    }
    String own = node.ownPrefix() + node.group();
    if (has(qemu, own)) {
      set(qemu, own, wanted);
    } else {
      ObjectNode group = JsonLink.object().put("qom-type", GROUP).put("id", own);
      group.set("limits", Limits.json(wanted));
      qemu.ask("object-add", group);
    }
    move(qemu, node, own);
  }

  private static void set(QmpSession qemu, String group, Throttle wanted) throws IOException {
    ObjectNode arguments = property(group);
    arguments.set("value", Limits.json(wanted));
    qemu.ask("qom-set", arguments);
  }

  private static boolean has(QmpSession qemu, String group) throws IOException {
    for (JsonNode object : qemu.ask("qom-list", JsonLink.object().put("path", "/objects"))) {
      if (object.path("name").asString("").equals(group)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean moveBack(QmpSession qemu, String name) throws IOException {
    Node node = find(nodes(qemu), name);
    if (!node.isMoved()) {
      String unused = node.ownPrefix() + node.group();
      if (has(qemu, unused)) { // whoever made it died before it moved the node
        qemu.ask("object-del", JsonLink.object().put("id", unused));
      }
      return false;
    }
    move(qemu, node, node.group().substring(node.ownPrefix().length()));
    qemu.ask("object-del", JsonLink.object().put("id", node.group()));
    return true;
  }

  /**
   * Opens the node again with all that it is, but in another group. QEMU does not tell whether the
   * node lets discards pass; it does now, and the node below decides as it always did.
   */
  private static void move(QmpSession qemu, Node node, String group) throws IOException {
    JsonNode cache = node.description().path("cache");
    ObjectNode arguments = JsonLink.object();
    ObjectNode options = arguments.putArray("options").addObject();
    options
        .put("driver", DRIVER)
        .put("node-name", node.name())
        .put(GROUP, group)
        .put("file", child(qemu, node))
        .put("read-only", node.description().path("ro").asBoolean(false))
        .put("detect-zeroes", node.description().path("detect_zeroes").asString("off"))
        .put("discard", "unmap")
        .putObject("cache")
        .put("direct", cache.path("direct").asBoolean(false))
        .put("no-flush", cache.path("no-flush").asBoolean(false));
    qemu.ask("blockdev-reopen", arguments);
  }

  /** The node below. */
  private static String child(QmpSession qemu, Node node) throws IOException {
    for (JsonNode child : node.description().path("children")) { // newer versions tell here
      if (child.path("child").asString("").equals("file")) {
        return child.path("node-name").asString("");
      }
    }
    JsonNode graph = qemu.ask("x-debug-query-block-graph");
    long id = -1;
    for (JsonNode vertex : graph.path("nodes")) {
      if (vertex.path("name").asString("").equals(node.name())) {
        id = vertex.path("id").asLong(-1);
      }
    }
    for (JsonNode edge : graph.path("edges")) {
      if (edge.path("parent").asLong(-2) == id && edge.path("name").asString("").equals("file")) {
        return name(graph, edge.path("child").asLong(-1));
      }
    }
    throw new IOException("QEMU does not tell what is below " + node.name());
  }

  private static String name(JsonNode graph, long id) {
    for (JsonNode vertex : graph.path("nodes")) {
      if (vertex.path("id").asLong(-2) == id) {
        return vertex.path("name").asString("");
      }
    }
    return "";
  }

  /** QEMU counts for a guest's devices, not for what it exports. */
  @Override
  public Optional<Counters> counters(QmpSession qemu, String name) throws IOException {
    return Drives.counters(qemu, "node-name", name);
  }
}
