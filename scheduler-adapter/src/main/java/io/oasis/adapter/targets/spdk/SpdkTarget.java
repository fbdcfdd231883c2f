package io.oasis.adapter.targets.spdk;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Survey;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.Grain;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The bdevs of SPDK processes.
 *
 * <p>The time at which the socket was made is the generation of a place's device; over TCP it is
 * not known, and a process that was started again is seen only by its limits being gone.
 */
public final class SpdkTarget implements Target, Survey, AutoCloseable {
  public static final String KIND = "spdk";

  private static final String BDEV = "bdev/";
  private static final String NO_SUCH_DEVICE = "-19";

  private final List<SpdkAddress> addresses;
  private final Map<String, SpdkClient> clients = new HashMap<>();
  private final Map<String, RateLimits> limits = new HashMap<>();

  /**
   * @param addresses of the processes that are looked through for limits
   */
  public SpdkTarget(List<SpdkAddress> addresses) {
    this.addresses = List.copyOf(addresses);
  }

  /** The place of a bdev as it is now. */
  public Place place(SpdkAddress address, String name) throws TargetException {
    return place(address, bdev(address.text(), name));
  }

  private static Place place(SpdkAddress address, JsonNode bdev) throws TargetException {
    return new Place(
        BDEV + bdev.path("name").asString(""),
        identity(bdev),
        new DeviceRef(
            address.text(),
            address.born().orElseThrow(() -> new TargetException("there is no " + address))));
  }

  /** Tells a bdev from one that is made under its name later. */
  private static long identity(JsonNode bdev) {
    byte[] uuid = bdev.path("uuid").asString("").getBytes(StandardCharsets.UTF_8);
    return UUID.nameUUIDFromBytes(uuid).getMostSignificantBits() >>> 1;
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
  public List<Part> parts() {
    return Part.OF_BOTH;
  }

  /** Limits in bytes are the finer ones: a step is 256 I/Os of 4 KiB, in operations 1,000. */
  @Override
  public Grain grain() {
    return RateLimits.GRAIN;
  }

  @Override
  public List<Place> discover() throws TargetException {
    List<Place> places = new ArrayList<>();
    for (SpdkAddress address : addresses) {
      JsonNode bdevs = ask(address.text(), spdk -> spdk.ask("bdev_get_bdevs"));
      for (JsonNode bdev : bdevs) {
        if (!RateLimits.throttle(bdev).isNone()) {
          places.add(place(address, bdev));
        }
      }
    }
    return places;
  }

  @Override
  public Map<Place, Counters> survey() throws TargetException {
    Map<Place, Counters> places = new LinkedHashMap<>();
    for (SpdkAddress address : addresses) {
      Map<String, SpdkReading> readings =
          ask(address.text(), spdk -> SpdkReading.of(spdk, Optional.empty()));
      for (JsonNode bdev : ask(address.text(), spdk -> spdk.ask("bdev_get_bdevs"))) {
        SpdkReading reading = readings.get(bdev.path("name").asString(""));
        places.put(place(address, bdev), reading == null ? Counters.ZERO : reading.counters());
      }
    }
    return places;
  }

  /** A process that does not answer is taken to be what it was: asked to do something, it fails. */
  @Override
  public Presence presence(Place place) {
    if (!isSameProcess(place)) {
      return Presence.GROUP_GONE;
    }
    try {
      boolean same = identity(bdev(place.device().name(), name(place))) == place.inode();
      return same ? Presence.SAME : Presence.GROUP_GONE;
    } catch (TargetException e) {
      return e.presence(NO_SUCH_DEVICE);
    }
  }

  private static boolean isSameProcess(Place place) {
    return new SpdkAddress(place.device().name())
        .born()
        .filter(time -> time == place.device().generation())
        .isPresent();
  }

  @Override
  public Throttle read(Place place) throws TargetException {
    return RateLimits.throttle(bdev(place.device().name(), name(place)));
  }

  private JsonNode bdev(String address, String name) throws TargetException {
    ObjectNode parameters = SpdkClient.parameters().put("name", name);
    return ask(address, spdk -> spdk.ask("bdev_get_bdevs", parameters).path(0));
  }

  @Override
  public void put(Place place, Throttle current, Throttle wanted) throws TargetException {
    String address = place.device().name();
    ask(
        address,
        spdk -> {
          limits
              .computeIfAbsent(address, _ -> new RateLimits(spdk))
              .set(name(place), current, wanted);
          return wanted;
        });
  }

  @Override
  public Counters observe(Place place) throws TargetException {
    SpdkReading reading =
        ask(place.device().name(), spdk -> SpdkReading.of(spdk, Optional.of(name(place))))
            .get(name(place));
    return reading == null ? Counters.ZERO : reading.counters();
  }

  private static String name(Place place) {
    return place.object().substring(BDEV.length());
  }

  private interface Question<T> {
    T of(SpdkClient spdk) throws IOException, TargetException;
  }

  private <T> T ask(String address, Question<T> question) throws TargetException {
    try {
      return question.of(
          clients.computeIfAbsent(address, text -> new SpdkClient(new SpdkAddress(text))));
    } catch (IOException e) {
      throw new TargetException(String.valueOf(e.getMessage()), e);
    }
  }

  /** Ends its connections. */
  @Override
  public void close() {
    clients.values().forEach(SpdkClient::close);
    clients.clear();
    limits.clear();
  }
}
