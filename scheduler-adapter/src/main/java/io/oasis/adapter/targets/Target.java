package io.oasis.adapter.targets;

import io.oasis.protocol.AdapterStatus.Placement;
import io.oasis.protocol.Grain;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * One kind of scheduler that can hold limits.
 *
 * <p>Contract, checked by {@link io.oasis.adapter.targets.contract.Contract} for every
 * implementation:
 *
 * <ul>
 *   <li>{@link #read} gives what {@link #apply} wrote, part by part, and {@link Throttle#NONE}
 *       where nobody wrote;
 *   <li>{@link #apply} touches the parts that differ and no others, of this place and no other;
 *   <li>nothing is ever written to a place that is not {@link Presence#SAME}, except by {@link
 *       #release};
 *   <li>{@link #release} puts a part back only where it still holds what we wrote: a foreign value
 *       stays. On a device that changed, our value is cleared, not replaced by the old one's.
 * </ul>
 *
 * <p>Not thread-safe: an adapter has one thread.
 */
public interface Target {
  /** The smallest limit of most: one operation per second in each direction. */
  long LEAST_IOPS = 2;

  /** The smallest limit of most in bytes: one page of 4 KiB per second in each direction. */
  long LEAST_BYTES = 2 * 4_096;

  /** Its kind, such as {@code cgroup-v1}: part of the adapter's name, and in its journal. */
  String kind();

  /** Where what it holds back waits. */
  default Placement placement() {
    return Placement.ABOVE_COUNTERS;
  }

  /** Whether it is the kernel's own throttle, by cgroup and device. */
  default boolean isKernelThrottle() {
    return false;
  }

  /** The parts of a throttle that it can hold. */
  List<Throttle.Part> parts();

  /** How fine its limits are, and what it costs to change one. */
  default Grain grain() {
    return Grain.from(LEAST_IOPS, LEAST_BYTES);
  }

  /** It holds whole multiples of this; what is none must not be written. */
  default long step(Throttle.Part part) {
    return switch (part) {
      case IOPS, READ_IOPS, WRITE_IOPS -> grain().stepIops();
      case BYTES, READ_BYTES, WRITE_BYTES -> grain().stepBytes();
      case WEIGHT, SHARE, RESERVE, SETTING -> 1;
    };
  }

  /** The largest it can hold. */
  default long most(Throttle.Part part) {
    return Long.MAX_VALUE;
  }

  /**
   * Why limits cannot be written here, and the mend; empty when they can. What is driven through a
   * socket may come and go: whether it is there, its places tell.
   */
  default Optional<String> obstacle() {
    return Optional.empty();
  }

  /** Places that hold a limit now, ours or anybody's. */
  List<Place> discover() throws TargetException;

  /** Whether the place is what it was when it was found. */
  Presence presence(Place place);

  /** The limits the place holds now. */
  Throttle read(Place place) throws TargetException;

  /** Writes the parts of {@code wanted} that differ from {@code current}, what the place holds. */
  default void apply(Place place, Throttle current, Throttle wanted) throws TargetException {
    requireSame(place);
    put(place, current, wanted);
  }

  /** Fails when the place is another one by now. */
  default void requireSame(Place place) throws TargetException {
    if (presence(place) != Presence.SAME) {
      throw new TargetException(place + " is not there any more");
    }
  }

  /**
   * Keeps what was written there in force, where a target lets go by itself when it hears nothing
   * for the adapter's lease.
   */
  default void keep(Collection<Place> places) throws TargetException {}

  /**
   * Divides a cache, and the time of its device if that is said.
   *
   * @param cache its place
   */
  default void divide(Place cache, Division division) throws TargetException {
    throw new TargetException(cache + " is no cache");
  }

  /** What passed here so far; zero while the kernel has counted nothing. */
  Counters observe(Place place) throws TargetException;

  /**
   * Puts back what was there before we wrote.
   *
   * @return parts that hold a foreign value, which was left; empty when all is as before
   */
  default List<Throttle.Part> release(Place place, Written written) throws TargetException {
    Presence presence = presence(place);
    if (presence == Presence.GROUP_GONE) {
      return List.of();
    }
    Throttle current = read(place);
    Written.Restoration restoration = written.restoration(current, presence == Presence.SAME);
    if (!restoration.wanted().equals(current)) {
      put(place, current, restoration.wanted());
      Throttle after = read(place);
      if (!after.equals(restoration.wanted())) {
        throw new TargetException(
            "%s should hold %s again and holds %s".formatted(place, restoration.wanted(), after));
      }
    }
    return restoration.foreign();
  }

  /** As {@link #apply}, without asking whether the place is still the same. For release only. */
  void put(Place place, Throttle current, Throttle wanted) throws TargetException;
}
