package io.oasis.adapter.targets;

import static io.oasis.adapter.targets.Throttle.Part.BYTES;
import static io.oasis.adapter.targets.Throttle.Part.IOPS;
import static io.oasis.adapter.targets.Throttle.Part.READ_BYTES;
import static io.oasis.adapter.targets.Throttle.Part.READ_IOPS;
import static io.oasis.adapter.targets.Throttle.Part.RESERVE;
import static io.oasis.adapter.targets.Throttle.Part.SETTING;
import static io.oasis.adapter.targets.Throttle.Part.SHARE;
import static io.oasis.adapter.targets.Throttle.Part.WEIGHT;
import static io.oasis.adapter.targets.Throttle.Part.WRITE_BYTES;
import static io.oasis.adapter.targets.Throttle.Part.WRITE_IOPS;

import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * What a scheduler holds for one place: whole numbers by {@link Part}, 0 meaning none. What holds
 * the same numbers is equal, however it was made; {@link #NONE} is what holds none.
 */
public sealed interface Throttle {
  /** What a share is that nobody changed. */
  long STANDARD_SHARE = 1_000;

  /** No limit at all. */
  Throttle NONE = new PerDirection(Rate.NONE, Rate.NONE);

  /** Amounts per second. */
  record Rate(long iops, long bytes) {
    static final Rate NONE = new Rate(0, 0);

    public Rate {
      check(Math.min(iops, bytes));
    }

    boolean isNone() {
      return equals(NONE);
    }
  }

  /** Of reads and of writes, each for itself, as a kernel limits. */
  record PerDirection(Rate reads, Rate writes) implements Throttle {
    @Override
    public long get(Part part) {
      return switch (part) {
        case READ_IOPS -> reads.iops;
        case WRITE_IOPS -> writes.iops;
        case READ_BYTES -> reads.bytes;
        case WRITE_BYTES -> writes.bytes;
        case IOPS, BYTES, WEIGHT, SHARE, RESERVE, SETTING -> 0;
      };
    }

    @Override
    public String toString() {
      return text(this, Part.OF_DIRECTIONS);
    }
  }

  /**
   * Of both directions together, as a brick limits.
   *
   * @param share weight beside limits, in thousandths; 0 is the standard, {@link #STANDARD_SHARE}
   * @param reserve least, in operations per second
   */
  record Total(Rate rate, long share, long reserve) implements Throttle {
    public Total {
      check(Math.min(share, reserve));
    }

    boolean isEmpty() {
      return rate.isNone() && share == 0 && reserve == 0;
    }

    @Override
    public long get(Part part) {
      return switch (part) {
        case IOPS -> rate.iops;
        case BYTES -> rate.bytes;
        case SHARE -> share;
        case RESERVE -> reserve;
        case READ_IOPS, WRITE_IOPS, READ_BYTES, WRITE_BYTES, WEIGHT, SETTING -> 0;
      };
    }

    @Override
    public String toString() {
      return text(this, Part.OF_BOTH);
    }
  }

  /** Both kinds of limits at once: an operator may give them to QEMU and SPDK. */
  record Mixed(PerDirection directions, Total total) implements Throttle {
    @Override
    public long get(Part part) {
      return directions.get(part) + total.get(part); // a part is of one of the two
    }

    @Override
    public String toString() {
      return text(this, Part.OF_DIRECTIONS);
    }
  }

  /** A part of the device, against the weights of others. */
  record Weight(long weight) implements Throttle {
    public Weight {
      check(weight);
    }

    @Override
    public long get(Part part) {
      return part == WEIGHT ? weight : 0;
    }

    @Override
    public String toString() {
      return text(this, Part.OF_WEIGHT);
    }
  }

  /** The number in a device's file; see {@link DeviceFiles}. */
  record DeviceFile(long number) implements Throttle {
    public DeviceFile {
      check(number);
    }

    @Override
    public long get(Part part) {
      return part == SETTING ? number : 0;
    }

    @Override
    public String toString() {
      return text(this, List.of());
    }
  }

  /** One of the numbers. */
  enum Part {
    READ_IOPS("riops"),
    WRITE_IOPS("wiops"),
    READ_BYTES("rbps"),
    WRITE_BYTES("wbps"),
    IOPS("iops"),
    BYTES("bps"),
    WEIGHT("weight"),
    SHARE("share"),
    RESERVE("reserve"),
    SETTING("setting");

    /** What a target that limits each direction holds. */
    public static final List<Part> OF_DIRECTIONS =
        List.of(READ_IOPS, WRITE_IOPS, READ_BYTES, WRITE_BYTES);

    /** What a target that limits both directions together holds. */
    public static final List<Part> OF_BOTH = List.of(IOPS, BYTES);

    /**
     * What a target that limits both directions together and arbitrates holds; what must not be
     * above another comes before it.
     */
    public static final List<Part> OF_ARBITER = List.of(RESERVE, SHARE, BYTES, IOPS);

    /** What a target holds that divides a device by weights. */
    public static final List<Part> OF_WEIGHT = List.of(WEIGHT);

    /** All that are amounts per second. */
    public static final List<Part> RATES =
        List.of(READ_IOPS, WRITE_IOPS, READ_BYTES, WRITE_BYTES, IOPS, BYTES);

    private final String label;

    Part(String label) {
      this.label = label;
    }

    /** As the kernel calls it. */
    public String label() {
      return label;
    }
  }

  /** Of each direction. */
  static Throttle ofEach(long readIops, long writeIops, long readBytes, long writeBytes) {
    return new PerDirection(new Rate(readIops, readBytes), new Rate(writeIops, writeBytes));
  }

  /** Of both directions together. */
  static Throttle ofBoth(long iops, long bytes) {
    return NONE.with(IOPS, iops).with(BYTES, bytes);
  }

  /** Of a device that is divided by weights. */
  static Throttle ofWeight(long weight) {
    return NONE.with(WEIGHT, weight);
  }

  /** Of a file of a device. */
  static Throttle ofSetting(long number) {
    return NONE.with(SETTING, number);
  }

  long get(Part part);

  /**
   * The same with one number replaced.
   *
   * @throws IllegalArgumentException if nothing holds such numbers together
   */
  default Throttle with(Part part, long value) {
    return of(each -> each == part ? value : get(each));
  }

  private static Throttle of(ToLongFunction<Part> number) {
    PerDirection directions =
        new PerDirection(
            new Rate(number.applyAsLong(READ_IOPS), number.applyAsLong(READ_BYTES)),
            new Rate(number.applyAsLong(WRITE_IOPS), number.applyAsLong(WRITE_BYTES)));
    Total total =
        new Total(
            new Rate(number.applyAsLong(IOPS), number.applyAsLong(BYTES)),
            number.applyAsLong(SHARE),
            number.applyAsLong(RESERVE));
    Throttle limits =
        total.isEmpty() ? directions : directions.isNone() ? total : new Mixed(directions, total);
    long weight = number.applyAsLong(WEIGHT);
    long setting = number.applyAsLong(SETTING);
    if (weight == 0 && setting == 0) {
      return limits;
    }
    if (!limits.isNone() || (weight != 0 && setting != 0)) {
      throw new IllegalArgumentException(
          "weight = %d, setting = %d: must stand alone, not beside %s"
              .formatted(weight, setting, limits));
    }
    return weight != 0 ? new Weight(weight) : new DeviceFile(setting);
  }

  default boolean isNone() {
    return equals(NONE);
  }

  /** The numbers by their labels; those of {@code always} also where there is none. */
  private static String text(Throttle throttle, List<Part> always) {
    List<String> shown = new ArrayList<>();
    for (Part part : Part.values()) {
      long value = throttle.get(part);
      if (value != 0 || always.contains(part)) {
        shown.add(part.label() + "=" + (value == 0 ? "max" : value));
      }
    }
    return String.join(" ", shown);
  }

  private static void check(long least) {
    if (least < 0) {
      throw new IllegalArgumentException(least + ": a throttle must not be negative");
    }
  }
}
