package io.oasis.adapter.targets;

import io.oasis.brick.client.BrickClient;
import io.oasis.brick.client.BrickReading;
import io.oasis.brick.client.wire.GoneException;
import io.oasis.brick.client.wire.RefusedException;
import io.oasis.protocol.AdapterStatus.Placement;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The exports and caches of bricks, through their control sockets.
 *
 * <p>A brick limits reads and writes of an export together, arbitrates by share and reserve where
 * its discipline heeds them (see {@link io.oasis.brick.discipline.Terms}), and counts the lease of
 * what was set itself: what was there before comes back without anybody's help when {@link #keep}
 * is not called for that long. A brick that was started again holds nothing of ours; its
 * incarnation, the generation of the place's device, tells.
 */
public final class BrickTarget implements Target {
  public static final String KIND = "brick";

  private static final String EXPORT = "export/";
  private static final String CACHE = "cache/";

  private final List<Path> controls;
  private final Duration lease;
  private final Map<String, BrickClient> clients = new HashMap<>();

  /**
   * @param controls of the bricks that are looked through for limits
   * @param lease after which a brick lets go by itself
   */
  public BrickTarget(List<Path> controls, Duration lease) {
    this.controls = List.copyOf(controls);
    this.lease = lease;
  }

  /** The place of an export. */
  public static Place export(Path control, long incarnation, String name) {
    return new Place(EXPORT + name, 0, new DeviceRef(control.toString(), incarnation));
  }

  /** The place of a device's cache. */
  public static Place cache(Path control, long incarnation, String device) {
    return new Place(CACHE + device, 0, new DeviceRef(control.toString(), incarnation));
  }

  /** The name of the export at a place; empty for the place of a cache. */
  public static Optional<String> exportOf(Place place) {
    return place.object().startsWith(EXPORT) ? Optional.of(name(place, EXPORT)) : Optional.empty();
  }

  /** What passed the throttle of an export: the cache's hits are not limited. */
  public static Counters counters(BrickReading.Export export) {
    return new Counters(
        export.counts().reads() - export.hits().count(),
        export.counts().writes(),
        export.counts().readBytes() - export.hits().bytes(),
        export.counts().writtenBytes());
  }

  @Override
  public String kind() {
    return KIND;
  }

  @Override
  public Placement placement() {
    return Placement.BELOW_COUNTERS;
  }

  @Override
  public List<Throttle.Part> parts() {
    return Throttle.Part.OF_ARBITER;
  }

  @Override
  public List<Place> discover() throws TargetException {
    List<Place> places = new ArrayList<>();
    for (Path control : controls) {
      JsonNode answer =
          ask(control.toString(), BrickClient.request("statistics").put("histograms", false));
      for (JsonNode export : answer.path("exports")) {
        if (!throttle(export.path("terms")).isNone()) {
          String name = export.path("export").asString("");
          places.add(export(control, BrickReading.incarnation(answer), name));
        }
      }
    }
    return places;
  }

  /** One that does not answer is taken to be what it was: asked to do something, it fails. */
  @Override
  public Presence presence(Place place) {
    try {
      client(place).ask(terms(place));
      return Presence.SAME;
    } catch (GoneException | RefusedException e) {
      return Presence.GROUP_GONE;
    } catch (IOException e) {
      return Presence.SAME;
    }
  }

  @Override
  public Throttle read(Place place) throws TargetException {
    return throttle(ask(place.device().name(), terms(place)).path("terms"));
  }

  private static Throttle throttle(JsonNode terms) {
    long share = StrictMath.round(terms.path("share").asDouble(1) * Throttle.STANDARD_SHARE);
    return Throttle.ofBoth(
            whole(terms.path("limitIops").asDouble(0)),
            whole(terms.path("limitBytesPerSecond").asDouble(0)))
        .with(Throttle.Part.SHARE, share == Throttle.STANDARD_SHARE ? 0 : share)
        .with(Throttle.Part.RESERVE, whole(terms.path("reserve").asDouble(0)));
  }

  /** A brick may be told fractions, by others. */
  private static long whole(double limit) {
    return (long) StrictMath.ceil(limit);
  }

  @Override
  public void apply(Place place, Throttle current, Throttle wanted) throws TargetException {
    ask(place.device().name(), set(place, current, wanted).put("leaseMillis", lease.toMillis()));
  }

  @Override
  public void put(Place place, Throttle current, Throttle wanted) throws TargetException {
    ask(place.device().name(), set(place, current, wanted));
  }

  private static ObjectNode set(Place place, Throttle current, Throttle wanted) {
    ObjectNode request = about(place, "set").put("export", name(place, EXPORT));
    if (wanted.get(Throttle.Part.IOPS) != current.get(Throttle.Part.IOPS)) {
      request.put("limitIops", wanted.get(Throttle.Part.IOPS));
    }
    if (wanted.get(Throttle.Part.BYTES) != current.get(Throttle.Part.BYTES)) {
      request.put("limitBytesPerSecond", wanted.get(Throttle.Part.BYTES));
    }
    if (wanted.get(Throttle.Part.SHARE) != current.get(Throttle.Part.SHARE)) {
      long share =
          wanted.get(Throttle.Part.SHARE) == 0
              ? Throttle.STANDARD_SHARE
              : wanted.get(Throttle.Part.SHARE);
      request.put("share", share / (double) Throttle.STANDARD_SHARE);
    }
    if (wanted.get(Throttle.Part.RESERVE) != current.get(Throttle.Part.RESERVE)) {
      request.put("reserve", wanted.get(Throttle.Part.RESERVE));
    }
    return request;
  }

  @Override
  public void divide(Place cache, Division division) throws TargetException {
    ObjectNode request = about(cache, "divide").put("device", name(cache, CACHE));
    division.sizes().forEach(request.putObject("sizes")::put);
    if (division.slices().isPresent()) {
      Division.Slices slices = division.slices().get();
      request.put("roundMillis", slices.roundMillis()).put("accessBytes", slices.accessBytes());
      slices.millis().forEach(request.putObject("shares")::put);
    }
    ask(cache.device().name(), request.put("leaseMillis", lease.toMillis()));
  }

  @Override
  public List<Throttle.Part> release(Place place, Written written) throws TargetException {
    if (!place.object().startsWith(CACHE)) {
      return Target.super.release(place, written);
    }
    if (presence(place) == Presence.SAME) {
      ask(place.device().name(), about(place, "end").put("device", name(place, CACHE)));
    }
    return List.of();
  }

  @Override
  public void keep(Collection<Place> places) throws TargetException {
    Map<String, List<Place>> byBrick = new HashMap<>();
    for (Place place : places) {
      byBrick.computeIfAbsent(place.device().toString(), _ -> new ArrayList<>()).add(place);
    }
    for (List<Place> ofOne : byBrick.values()) {
      ask(ofOne.getFirst().device().name(), renewal(ofOne).put("leaseMillis", lease.toMillis()));
    }
  }

  private static ObjectNode renewal(List<Place> places) {
    ObjectNode request = about(places.getFirst(), "renew");
    ArrayNode exports = request.putArray("exports");
    ArrayNode caches = request.putArray("caches");
    for (Place place : places) {
      if (place.object().startsWith(CACHE)) {
        caches.add(name(place, CACHE));
      } else {
        exports.add(name(place, EXPORT));
      }
    }
    return request;
  }

  @Override
  public Counters observe(Place place) throws TargetException {
    try {
      return BrickReading.of(client(place)).exports().stream()
          .filter(export -> export.name().equals(name(place, EXPORT)))
          .findFirst()
          .map(BrickTarget::counters)
          .orElse(Counters.ZERO);
    } catch (IOException e) {
      throw new TargetException(String.valueOf(e.getMessage()), e);
    }
  }

  private static ObjectNode terms(Place place) {
    return place.object().startsWith(CACHE)
        ? about(place, "terms").put("device", name(place, CACHE))
        : about(place, "terms").put("export", name(place, EXPORT));
  }

  private static ObjectNode about(Place place, String method) {
    return BrickClient.request(method).put("incarnation", place.device().generation());
  }

  private static String name(Place place, String prefix) {
    return place.object().substring(prefix.length());
  }

  private BrickClient client(Place place) {
    return client(place.device().name());
  }

  private BrickClient client(String control) {
    return clients.computeIfAbsent(control, path -> new BrickClient(Path.of(path)));
  }

  private JsonNode ask(String control, ObjectNode request) throws TargetException {
    try {
      return client(control).ask(request);
    } catch (IOException e) {
      throw new TargetException(String.valueOf(e.getMessage()), e);
    }
  }
}
