package io.oasis.adapter.targets;

import java.util.ArrayList;
import java.util.List;

/**
 * What a scheduler holds for one place: whole numbers, 0 meaning none. A kernel limits each
 * direction, a brick both together, and beside that shares and reserves; where it divides a device
 * by weights there is only a weight.
 *
 * @param readIops reads per second
 * @param writeIops writes per second
 * @param readBytes bytes read per second
 * @param writeBytes bytes written per second
 * @param iops reads and writes per second
 * @param bytes bytes read and written per second
 * @param weight part of the device, against the weights of others
 * @param share weight beside limits, in thousandths; 0 is the standard, {@link #STANDARD_SHARE}
 * @param reserve floor in operations per second
 * @param setting number of a device's file; see {@link DeviceFiles}
 */
public record Throttle(
    long readIops,
    long writeIops,
    long readBytes,
    long writeBytes,
    long iops,
    long bytes,
    long weight,
    long share,
    long reserve,
    long setting) {
  /** What a share is that nobody changed. */
  public static final long STANDARD_SHARE = 1_000;

  /** No limit at all. */
  public static final Throttle NONE = new Throttle(0, 0, 0, 0);

  /** One of the numbers. */
  public enum Part {
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

  public Throttle {
    long least = Math.min(Math.min(readIops, writeIops), Math.min(readBytes, writeBytes));
    least = Math.min(least, Math.min(weight, Math.min(iops, bytes)));
    if (Math.min(Math.min(least, setting), Math.min(share, reserve)) < 0) {
      throw new IllegalArgumentException(
          "throttle = %d, %d, %d, %d, %d, %d, %d, %d, %d, %d: must not be negative"
              .formatted(
                  readIops,
                  writeIops,
                  readBytes,
                  writeBytes,
                  iops,
                  bytes,
                  weight,
                  share,
                  reserve,
                  setting));
    }
  }

  /** Of each direction. */
  public Throttle(long readIops, long writeIops, long readBytes, long writeBytes) {
    this(readIops, writeIops, readBytes, writeBytes, 0, 0, 0, 0, 0, 0);
  }

  /** Of both directions together. */
  public static Throttle ofBoth(long iops, long bytes) {
    return new Throttle(0, 0, 0, 0, iops, bytes, 0, 0, 0, 0);
  }

  /** Of a device that is divided by weights. */
  public static Throttle ofWeight(long weight) {
    return new Throttle(0, 0, 0, 0, 0, 0, weight, 0, 0, 0);
  }

  /** Of a file of a device. */
  public static Throttle ofSetting(long setting) {
    return NONE.with(Part.SETTING, setting);
  }

  public long get(Part part) {
    return switch (part) {
      case READ_IOPS -> readIops;
      case WRITE_IOPS -> writeIops;
      case READ_BYTES -> readBytes;
      case WRITE_BYTES -> writeBytes;
      case IOPS -> iops;
      case BYTES -> bytes;
      case WEIGHT -> weight;
      case SHARE -> share;
      case RESERVE -> reserve;
      case SETTING -> setting;
    };
  }

  /** The same with one number replaced. */
  public Throttle with(Part part, long value) {
    return new Throttle(
        part == Part.READ_IOPS ? value : readIops,
        part == Part.WRITE_IOPS ? value : writeIops,
        part == Part.READ_BYTES ? value : readBytes,
        part == Part.WRITE_BYTES ? value : writeBytes,
        part == Part.IOPS ? value : iops,
        part == Part.BYTES ? value : bytes,
        part == Part.WEIGHT ? value : weight,
        part == Part.SHARE ? value : share,
        part == Part.RESERVE ? value : reserve,
        part == Part.SETTING ? value : setting);
  }

  public boolean isNone() {
    return equals(NONE);
  }

  @Override
  public String toString() {
    List<Part> always = Part.OF_DIRECTIONS;
    if (equals(ofWeight(weight)) && weight != 0) {
      always = Part.OF_WEIGHT;
    } else if (setting != 0) {
      return Part.SETTING.label() + "=" + setting;
    } else if (!isNone() && Part.OF_DIRECTIONS.stream().allMatch(part -> get(part) == 0)) {
      always = Part.OF_BOTH;
    }
    List<String> shown = new ArrayList<>();
    for (Part part : Part.values()) {
      long value = get(part);
      if (value != 0 || always.contains(part)) {
        shown.add(part.label() + "=" + (value == 0 ? "max" : value));
      }
    }
    return String.join(" ", shown);
  }
}
