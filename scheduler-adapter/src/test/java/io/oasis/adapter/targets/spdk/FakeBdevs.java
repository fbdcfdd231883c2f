package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.Counters;
import java.io.IOException;
import java.math.BigInteger;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The bdevs of a {@link FakeSpdk} and what it says about them. */
public final class FakeBdevs {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final BigInteger NOT_GIVEN = BigInteger.TWO.pow(64).subtract(BigInteger.ONE);
  private static final long TICK_RATE = 2_600_000_000L;

  /** Versions that answer {@code bdev_get_iostat} differently. */
  enum Version {
    /** An array that begins with the clock's rate. */
    V19,
    /** As recorded. */
    V24,
    /** Without {@code name}: {@code names} only. */
    V26
  }

  /**
   * @param later whether it comes after the answers to what was sent together with it
   */
  record Reply(String text, boolean later) {}

  /** What a request is refused with. */
  private static final class Refusal extends Exception {
    private static final long serialVersionUID = 1L;

    final int code;

    Refusal(int code, String message) {
      super(message);
      this.code = code;
    }
  }

  private final Map<String, FakeBdev> bdevs = new LinkedHashMap<>();
  private final Map<String, JsonNode> consumers = new LinkedHashMap<>();
  private Version version = Version.V24;
  private int busy;
  private int sets;

  synchronized void version(Version next) {
    version = next;
  }

  /** So many changes are refused for the moment. */
  public synchronized void busy(int times) {
    busy = times;
  }

  /** How many changes were asked for. */
  public synchronized int sets() {
    return sets;
  }

  /** So much passed a bdev so far. */
  public synchronized void count(String name, Counters counters) {
    bdevs.get(name).counters = counters;
  }

  public synchronized Counters counted(String name) {
    return bdevs.get(name).counters;
  }

  /** What a method that lists consumers gives. */
  public synchronized void consumers(String method, String json) {
    consumers.put(method, JSON.readTree(json));
  }

  synchronized FakeBdevs afterRestart() {
    FakeBdevs next = new FakeBdevs();
    bdevs.keySet().forEach(name -> next.bdevs.put(name, new FakeBdev()));
    return next;
  }

  /** The changes in progress are over. */
  synchronized void changed() {
    bdevs.values().forEach(bdev -> bdev.changing = false);
  }

  /**
   * @throws IOException when the request does not parse: the connection is closed then
   */
  synchronized Reply answer(byte[] text) throws IOException {
    JsonNode request;
    try {
      request = JSON.readTree(text);
    } catch (JacksonException e) {
      throw new IOException(e);
    }
    ObjectNode answer = JSON.createObjectNode().put("jsonrpc", "2.0");
    answer.set("id", request.path("id").isMissingNode() ? JSON.nullNode() : request.get("id"));
    String method = request.path("method").asString("");
    try {
      if (method.isEmpty()) {
        answer.putNull("id");
        throw new Refusal(-32_600, "Invalid request");
      }
      JsonNode parameters = request.path("params");
      if (!parameters.isMissingNode() && !parameters.isContainer()) {
        throw new Refusal(-32_600, "Invalid request");
      }
      answer.set("result", result(method, parameters));
    } catch (Refusal e) {
      answer.putObject("error").put("code", e.code).put("message", e.getMessage());
    }
    return new Reply(
        answer.toString(), method.equals("bdev_set_qos_limit") && answer.has("result"));
  }

  private JsonNode result(String method, JsonNode parameters) throws Refusal {
    JsonNode listed = consumers.get(method);
    if (listed != null) {
      return listed;
    }
    return switch (method) {
      case "spdk_get_version" -> spdkVersion();
      case "bdev_malloc_create" -> create(parameters);
      case "bdev_malloc_delete" -> delete(parameters);
      case "bdev_get_bdevs" -> list(only(parameters, Set.of("name", "timeout")));
      case "bdev_set_qos_limit" -> set(parameters);
      case "bdev_get_iostat" -> iostat(parameters);
      case "bdev_set_qd_sampling_period" -> sample(parameters);
      default -> throw new Refusal(-32_601, "Method not found");
    };
  }

  private static JsonNode spdkVersion() {
    ObjectNode result = JSON.createObjectNode().put("version", "SPDK v24.05 git sha1 40a5c21897");
    result
        .putObject("fields")
        .put("major", 24)
        .put("minor", 5)
        .put("patch", 0)
        .put("suffix", "")
        .put("commit", "40a5c21897");
    return result;
  }

  /** SPDK refuses parameters that it does not know. */
  private static JsonNode only(JsonNode parameters, Set<String> known) throws Refusal {
    if (parameters.isArray()
        || parameters.propertyNames().stream().anyMatch(name -> !known.contains(name))) {
      throw undecodable();
    }
    return parameters;
  }

  private static Refusal undecodable() {
    return new Refusal(-32_603, "spdk_json_decode_object failed");
  }

  private FakeBdev find(JsonNode parameters) throws Refusal {
    FakeBdev bdev = bdevs.get(parameters.path("name").asString(""));
    if (bdev == null) {
      throw new Refusal(-19, "No such device");
    }
    return bdev;
  }

  private JsonNode create(JsonNode parameters) throws Refusal {
    String name = parameters.path("name").asString("");
    if (bdevs.putIfAbsent(name, new FakeBdev()) != null) {
      throw new Refusal(-17, "File exists");
    }
    return JSON.stringNode(name);
  }

  private JsonNode delete(JsonNode parameters) throws Refusal {
    find(parameters);
    bdevs.remove(parameters.path("name").asString(""));
    return JSON.booleanNode(true);
  }

  private JsonNode list(JsonNode parameters) throws Refusal {
    ArrayNode result = JSON.createArrayNode();
    if (parameters.has("name")) {
      find(parameters).describe(parameters.path("name").asString(""), result.addObject());
    } else {
      bdevs.forEach((name, bdev) -> bdev.describe(name, result.addObject()));
    }
    return result;
  }

  private JsonNode set(JsonNode parameters) throws Refusal {
    Map<String, BigInteger> given = given(parameters);
    if (given.isEmpty()) {
      throw new Refusal(-22, "No rate limits specified");
    }
    FakeBdev bdev = find(parameters);
    sets++;
    if (bdev.changing || busy > 0) {
      busy = Math.max(0, busy - 1);
      throw new Refusal(
          -32_602, "Failed to configure rate limit: Resource temporarily unavailable");
    }
    bdev.changing = true;
    given.forEach((key, value) -> bdev.limit(key, value.longValueExact()));
    return JSON.booleanNode(true);
  }

  /** The limits that are named and are not to stay as they are. */
  private static Map<String, BigInteger> given(JsonNode parameters) throws Refusal {
    Map<String, BigInteger> given = new LinkedHashMap<>();
    only(
        parameters,
        Set.of(
            "name",
            FakeBdev.LIMITS.get(0),
            FakeBdev.LIMITS.get(1),
            FakeBdev.LIMITS.get(2),
            FakeBdev.LIMITS.get(3)));
    if (!parameters.path("name").isString()) {
      throw undecodable();
    }
    for (String key : FakeBdev.LIMITS) {
      JsonNode value = parameters.path(key);
      if (value.isMissingNode()) {
        continue;
      }
      if (!value.isIntegralNumber()
          || value.bigIntegerValue().signum() < 0
          || value.bigIntegerValue().bitLength() > 64) {
        throw undecodable();
      }
      if (!value.bigIntegerValue().equals(NOT_GIVEN)) {
        given.put(key, value.bigIntegerValue());
      }
    }
    return given;
  }

  private JsonNode sample(JsonNode parameters) throws Refusal {
    find(parameters).sampled = parameters.path("period").asLong(0) > 0;
    return JSON.booleanNode(true);
  }

  private JsonNode iostat(JsonNode parameters) throws Refusal {
    String naming = version == Version.V26 ? "names" : "name";
    only(parameters, Set.of(naming, "per_channel", "reset_mode"));
    if (parameters.path("per_channel").asBoolean(false)) {
      ObjectNode result = JSON.createObjectNode().put("tick_rate", TICK_RATE).put("ticks", 0);
      result.set("name", parameters.get("name"));
      result.putArray("channels");
      return result;
    }
    ArrayNode entries = JSON.createArrayNode();
    if (version == Version.V19) {
      entries.addObject().put("tick_rate", TICK_RATE);
    }
    if (parameters.has("name")) {
      find(parameters).count(parameters.path("name").asString(""), entries.addObject());
    } else {
      for (Map.Entry<String, FakeBdev> bdev : bdevs.entrySet()) {
        if (!parameters.has("names") || names(parameters).contains(bdev.getKey())) {
          bdev.getValue().count(bdev.getKey(), entries.addObject());
        }
      }
    }
    if (version == Version.V19) {
      return entries;
    }
    ObjectNode result = JSON.createObjectNode().put("tick_rate", TICK_RATE).put("ticks", 0);
    result.set("bdevs", entries);
    return result;
  }

  private static List<String> names(JsonNode parameters) {
    return parameters.path("names").valueStream().map(JsonNode::asString).toList();
  }
}
