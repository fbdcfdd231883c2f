package io.oasis.adapter.targets.qmp;

import io.oasis.adapter.targets.Counters;
import io.oasis.adapter.targets.DeviceRef;
import io.oasis.adapter.targets.Place;
import io.oasis.adapter.targets.Presence;
import io.oasis.adapter.targets.Survey;
import io.oasis.adapter.targets.Target;
import io.oasis.adapter.targets.TargetException;
import io.oasis.adapter.targets.Throttle;
import io.oasis.adapter.targets.Throttle.Part;
import io.oasis.adapter.targets.Written;
import io.oasis.brick.client.wire.HungException;
import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.Grain;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Throttle nodes and drives of QEMU processes, through their monitors' Unix sockets.
 *
 * <p>A process that is started again makes its socket anew: the time of that is the generation of
 * the place's device, so that what an earlier process held is not looked for in a later one.
 */
public final class QmpTarget implements Target, Survey {
  public static final String KIND = "qmp";

  private static final String NODE = "node/";
  private static final String DRIVE = "drive/";
  private static final Duration PAUSE = Duration.ofSeconds(1);

  /**
   * A raise does not wake what waits: the timer of the old limit runs out first, 1 s at 1 IOPS and
   * 0.1 s at 10, so smaller ones are never set; in bytes the same with pages of 4 KiB. A write
   * takes 2.4 ms and fills the group's bucket with what passes in a tenth of a second (measured,
   * 7.2).
   */
  private static final Grain GRAIN =
      new Grain(1, 1, 10, 10 * 4_096, false, new Grain.Change(2.4, 0.1, true));

  private final Nodes nodes = new Nodes();
  private final Drives drives = new Drives();
  private final List<Path> sockets;
  private final Function<Place, Optional<Counters>> countedElsewhere;
  private final Map<Path, Long> hungAt = new HashMap<>();

  /**
   * @param sockets of the monitors that are looked through for limits
   * @param countedElsewhere what passed a place, as somebody else counts it: QEMU does not for what
   *     it exports
   */
  public QmpTarget(List<Path> sockets, Function<Place, Optional<Counters>> countedElsewhere) {
    this.sockets = List.copyOf(sockets);
    this.countedElsewhere = countedElsewhere;
  }

  /** The place of a throttle node. */
  public static Place node(Path socket, String name) throws TargetException {
    return place(socket, NODE + name);
  }

  /** The place of a guest's drive, by the path of its device. */
  public static Place drive(Path socket, String qdev) throws TargetException {
    return place(socket, DRIVE + qdev);
  }

  private static Place place(Path socket, String object) throws TargetException {
    return new Place(
        object,
        0,
        new DeviceRef(
            socket.toString(),
            born(socket).orElseThrow(() -> new TargetException("there is no " + socket))));
  }

  private static Optional<Long> born(Path socket) {
    try {
      return Optional.of(Files.getLastModifiedTime(socket).to(TimeUnit.NANOSECONDS));
    } catch (IOException e) {
      return Optional.empty();
    }
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

  @Override
  public Grain grain() {
    return GRAIN;
  }

  @Override
  public List<Place> discover() throws TargetException {
    Map<Place, Throttle> places = new LinkedHashMap<>();
    for (Path socket : sockets) {
      places.putAll(ask(socket, qemu -> all(socket, qemu)));
    }
    places.values().removeIf(Throttle::isNone);
    return List.copyOf(places.keySet());
  }

  private Map<Place, Throttle> all(Path socket, QmpSession qemu)
      throws IOException, TargetException {
    Map<Place, Throttle> places = new LinkedHashMap<>();
    for (Map.Entry<String, Throttle> node : nodes.all(qemu).entrySet()) {
      places.put(node(socket, node.getKey()), node.getValue());
    }
    if (isGuest(qemu)) {
      for (Map.Entry<String, Throttle> drive : drives.all(qemu).entrySet()) {
        places.put(drive(socket, drive.getKey()), drive.getValue());
      }
    }
    return places;
  }

  @Override
  public Map<Place, Counters> survey() throws TargetException {
    Map<Place, Counters> places = new LinkedHashMap<>();
    for (Path socket : sockets) {
      ask(
          socket,
          qemu -> {
            for (Place place : all(socket, qemu).keySet()) {
              Optional<Counters> counters = countedElsewhere.apply(place);
              places.put(
                  place,
                  counters.isPresent()
                      ? counters.get()
                      : kind(place).counters(qemu, name(place)).orElse(Counters.ZERO));
            }
            return places;
          });
    }
    return places;
  }

  /** The storage daemon has exports and no drives. */
  private static boolean isGuest(QmpSession qemu) throws IOException {
    for (var command : qemu.ask("query-commands")) {
      if (command.path("name").asString("").equals("query-block")) {
        return true;
      }
    }
    return false;
  }

  /** A process that does not answer is taken to be what it was: asked to do something, it fails. */
  @Override
  public Presence presence(Place place) {
    Path socket = socket(place);
    if (born(socket).filter(time -> time == place.device().generation()).isEmpty()) {
      return Presence.GROUP_GONE;
    }
    try {
      read(place);
      return Presence.SAME;
    } catch (TargetException e) {
      return e.presence(Throttled.NOT_FOUND);
    }
  }

  @Override
  public Throttle read(Place place) throws TargetException {
    return ask(socket(place), qemu -> kind(place).read(qemu, name(place)));
  }

  @Override
  public void apply(Place place, Throttle current, Throttle wanted) throws TargetException {
    if (born(socket(place)).filter(time -> time == place.device().generation()).isEmpty()) {
      throw new TargetException(place + " is not there any more");
    }
    put(place, current, wanted);
  }

  @Override
  public void put(Place place, Throttle current, Throttle wanted) throws TargetException {
    ask(
        socket(place),
        qemu -> {
          Throttle held = kind(place).read(qemu, name(place));
          Throttle next = held;
          for (Part part : Part.RATES) {
            if (wanted.get(part) != current.get(part)) {
              next = next.with(part, wanted.get(part));
            }
          }
          if (!next.equals(held)) { // the same limits again would fill the bucket
            kind(place).write(qemu, name(place), next);
          }
          return next;
        });
  }

  @Override
  public List<Part> release(Place place, Written written) throws TargetException {
    if (presence(place) == Presence.GROUP_GONE) {
      return List.of();
    }
    Throttle current = read(place);
    Written.Restoration restoration = written.restoration(current, true);
    boolean back =
        restoration.foreign().isEmpty()
            && ask(socket(place), qemu -> kind(place).moveBack(qemu, name(place)));
    if (!back) {
      Throttle wanted = Limits.sound(restoration.wanted());
      put(place, current, wanted);
      Throttle after = read(place);
      if (!after.equals(wanted)) {
        throw new TargetException(
            "%s should hold %s again and holds %s".formatted(place, wanted, after));
      }
    }
    return restoration.foreign();
  }

  @Override
  public Counters observe(Place place) throws TargetException {
    Optional<Counters> counters = countedElsewhere.apply(place);
    return counters.isPresent()
        ? counters.get()
        : ask(socket(place), qemu -> kind(place).counters(qemu, name(place))).orElse(Counters.ZERO);
  }

  private Throttled kind(Place place) {
    return place.object().startsWith(DRIVE) ? drives : nodes;
  }

  private static String name(Place place) {
    return place.object().substring(place.object().indexOf('/') + 1);
  }

  private static Path socket(Place place) {
    return Path.of(place.device().name());
  }

  /** What is asked of a monitor in one connection. */
  private interface Question<T> {
    T of(QmpSession qemu) throws IOException, TargetException;
  }

  private <T> T ask(Path socket, Question<T> question) throws TargetException {
    Long hung = hungAt.get(socket);
    if (hung != null && System.nanoTime() - hung < PAUSE.toNanos()) {
      throw new TargetException(socket + " does not answer");
    }
    hungAt.remove(socket);
    try (QmpSession qemu = QmpSession.open(socket)) {
      return question.of(qemu);
    } catch (HungException e) {
      hungAt.put(socket, System.nanoTime());
      throw new TargetException(String.valueOf(e.getMessage()), e);
    } catch (IOException e) {
      throw new TargetException(String.valueOf(e.getMessage()), e);
    }
  }
}
