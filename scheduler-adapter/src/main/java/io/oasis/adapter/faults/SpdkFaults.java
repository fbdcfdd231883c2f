package io.oasis.adapter.faults;

import io.oasis.adapter.plan.Fault;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.spdk.Consumers;
import io.oasis.adapter.targets.spdk.SpdkAddress;
import io.oasis.adapter.targets.spdk.SpdkClient;
import io.oasis.adapter.targets.spdk.SpdkReading;
import io.oasis.protocol.Finding;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Bdevs that are idle, have no consumer, or lie above one another; and limits that I/Os wait for,
 * which are verified by that though SPDK lets a little less pass.
 */
public final class SpdkFaults implements Faults {
  private static final String BDEV = "bdev/";

  /** What SPDK itself takes for a limit that is kept. */
  private static final double LEAST_KEPT = 0.85;

  private static final double MOST_KEPT = 1.05;

  private final SpdkAddress address;
  private final Map<String, SpdkReading> first = new HashMap<>();
  private Map<String, SpdkReading> second = Map.of();
  private Map<String, List<String>> consumers = Map.of();
  private final Map<String, Set<String>> below = new HashMap<>();
  private Map<Place, Throttle> limits = Map.of();

  public SpdkFaults(SpdkAddress address) {
    this.address = address;
  }

  @Override
  public void look(Map<Place, Throttle> now) throws TargetException {
    limits = new HashMap<>(now);
    try (SpdkClient spdk = new SpdkClient(address)) {
      second = SpdkReading.of(spdk, Optional.empty());
      second.forEach(first::putIfAbsent);
      consumers = Consumers.of(spdk);
      for (JsonNode bdev : spdk.ask("bdev_get_bdevs")) {
        Set<String> bases = new HashSet<>();
        bases(bdev.path("driver_specific"), bases);
        below.put(bdev.path("name").asString(""), bases);
      }
    } catch (IOException e) {
      throw new TargetException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Whether about as much passed as the limit allows, and more was held back by it. */
  static boolean isWaitedFor(SpdkReading was, SpdkReading is, Part part, long value) {
    double passed = is.rate(was, part);
    return is.backlog(was) >= 1 && passed >= LEAST_KEPT * value && passed <= MOST_KEPT * value;
  }

  /** Drivers name what they are made of in fields of their own, all with the same ending. */
  private static void bases(JsonNode node, Set<String> found) {
    for (String key : node.propertyNames()) {
      JsonNode value = node.path(key);
      if (key.startsWith("base_bdev") && value.isString()) {
        found.add(value.asString());
      }
      bases(value, found);
    }
    for (JsonNode child : node) {
      if (node.isArray() && child.isString()) {
        found.add(child.asString());
      }
    }
  }

  @Override
  public Optional<Fault> of(Place place, Part part, long value) {
    String name = place.object().substring(BDEV.length());
    for (String base : below.getOrDefault(name, Set.of())) {
      if (limits.entrySet().stream()
          .anyMatch(entry -> entry.getKey().object().equals(BDEV + base))) {
        return Optional.of(
            new Fault(
                Finding.Verdict.CONFLICT,
                "two layers limit one LUN: bdev "
                    + base
                    + " below it has limits too, and the"
                    + " tighter one holds",
                "keep the limits of one of them"));
      }
    }
    SpdkReading was = first.get(name);
    SpdkReading is = second.get(name);
    if (was != null && is != null && isWaitedFor(was, is, part, value)) {
      return Optional.of(new Fault(Finding.Verdict.VERIFIED, "", ""));
    }
    boolean idle = was == null || is == null || was.counters().equals(is.counters());
    return idle && !consumers.containsKey(name)
        ? Optional.of(
            new Fault(
                Finding.Verdict.INERT,
                "the bdev is idle and nobody uses it; SPDK may also refuse to change its limits"
                    + " for the moment, again and again",
                "limit the bdev that the consumers name, or take the limit away"))
        : Optional.empty();
  }
}
